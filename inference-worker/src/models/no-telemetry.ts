/**
 * ONNX Runtime's official builds report the machine, the model and its runs to Microsoft unless this is set when the library is loaded
 * (microsoft/onnxruntime, pull request 27379). What runs on a machine of our users is nobody else's business: import this before the runtime,
 * on the main thread: others have a copy of the environment, which the library does not see.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
