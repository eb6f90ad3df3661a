/**
 * An ONNX model of a few hundred bytes, written by hand as protobuf (onnx.proto3), for what no model at hand is like. Input `x`
 * [1, 3, side, side]; outputs `logits`, which is twice the red plane, and `twice`, which is twice that. The weights are stored in 16 bits.
 * @param elements of input and outputs.
 */
export function tinyOnnx(side: number, elements: 'float32' | 'float16'): Uint8Array {
  const type = elements === 'float32' ? FLOAT : FLOAT16;
  const weights = Buffer.from(new Uint16Array([0x4000, 0, 0]).buffer);
  const tensor = [
    ...[1, 3, 1, 1].map((dim) => number(1, dim)),
    number(2, FLOAT16),
    text(8, 'stored'),
    bytes(9, weights),
  ];
  const cast = [text(1, 'stored'), text(2, 'w'), text(4, 'Cast')];
  const to = message(5, text(1, 'to'), number(3, type), number(20, INT));
  const graph = [
    message(1, ...cast, to),
    message(1, text(1, 'x'), text(1, 'w'), text(2, 'logits'), text(4, 'Conv')),
    message(1, text(1, 'logits'), text(1, 'logits'), text(2, 'twice'), text(4, 'Add')),
    text(2, 'tiny'),
    message(5, ...tensor),
    message(11, ...plane('x', type, 3, side)),
    message(12, ...plane('logits', type, 1, side)),
    message(12, ...plane('twice', type, 1, side)),
  ];
  return Buffer.concat([number(1, 8), message(7, ...graph), message(8, number(2, 13))]);
}

const FLOAT = 1;
const FLOAT16 = 10;
/** Type of an attribute. */
const INT = 2;

function plane(name: string, type: number, channels: number, side: number): Buffer[] {
  const shape = [1, channels, side, side].map((dim) => message(1, number(1, dim)));
  return [text(1, name), message(2, message(1, number(1, type), message(2, ...shape)))];
}

function message(field: number, ...parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function varint(value: number): Buffer {
  return value < 128
    ? Buffer.of(value)
    : Buffer.concat([Buffer.of((value % 128) + 128), varint(Math.floor(value / 128))]);
}
