/**
 * ONNX Runtime's official builds report the machine, the model and its runs to Microsoft unless this is set when the
 * library loads (microsoft/onnxruntime, pull request 27379). The product sends nothing about its users anywhere, so
 * import this before the runtime, on the main thread: other threads have a copy of the environment, invisible to the
 * library.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
