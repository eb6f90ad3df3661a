/**
 * ONNX Runtime reports the machine and its runs to Microsoft unless this is set when the library loads
 * (microsoft/onnxruntime, pull request 27379). Import it before the runtime, on the main thread: the library cannot see
 * other threads' environments.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
