/**
 * ONNX Runtime's official builds report the machine, the model and its runs to Microsoft unless this is set when the library is loaded
 * (microsoft/onnxruntime, pull request 27379). The product sends nothing of its users anywhere, so import this before the runtime, on the main thread: other threads
 * have a copy of the environment, which the library does not see.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
