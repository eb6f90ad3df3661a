import { onnxModel } from '../../onnx/model-bytes.ts';

/**
 * A few hundred bytes. Input `x` [1, 3, side, side]; outputs `logits` (twice the red plane) and `twice` (twice that);
 * 16-bit weights.
 */
export function tinyOnnx(side: number, elements: 'float32' | 'float16'): Uint8Array {
  const plane = (name: string, channels: number) => ({ name, type: elements, shape: [1, channels, side, side] });
  const weights = new Uint8Array(new Uint16Array([0x4000, 0, 0]).buffer);
  return onnxModel({
    name: 'tiny',
    inputs: [plane('x', 3)],
    outputs: [plane('logits', 1), plane('twice', 1)],
    constants: [{ name: 'stored', type: 'float16', shape: [1, 3, 1, 1], data: weights }],
    nodes: [
      { operator: 'Cast', inputs: ['stored'], outputs: ['w'], attributes: { to: elements === 'float32' ? 1 : 10 } },
      { operator: 'Conv', inputs: ['x', 'w'], outputs: ['logits'] },
      { operator: 'Add', inputs: ['logits', 'logits'], outputs: ['twice'] },
    ],
  });
}
