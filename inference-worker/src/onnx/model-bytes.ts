/** onnx.proto3, only the fields that graphs here need. Operator set 13 runs on every version since 2021. */
export interface OnnxGraph {
  readonly name: string;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly constants?: readonly OnnxConstant[];
  readonly nodes: readonly OnnxNode[];
}

export interface OnnxValue {
  readonly name: string;
  readonly type: OnnxType;
  /** A name: a length known at run time. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxConstant {
  readonly name: string;
  readonly type: OnnxType;
  readonly shape: readonly number[];
  /** Little-endian. */
  readonly data: Uint8Array;
}

export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | string | readonly number[]>>;
}

const TYPES = { float32: 1, uint8: 2, int64: 7, float16: 10 } as const;
type OnnxType = keyof typeof TYPES;

const OPERATOR_SET = 13;
const IR_VERSION = 8;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_STRING = 3;
const ATTRIBUTE_INTS = 7;

export function onnxModel({ name, inputs, outputs, constants = [], nodes }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, ...nodeFields(node))),
    text(2, name),
    ...constants.map((constant) => message(5, ...constantFields(constant))),
    ...inputs.map((value) => message(11, ...valueFields(value))),
    ...outputs.map((value) => message(12, ...valueFields(value))),
  ];
  return Buffer.concat([number(1, IR_VERSION), message(7, ...graph), message(8, number(2, OPERATOR_SET))]);
}

function nodeFields({ operator, inputs, outputs, attributes = {} }: OnnxNode): Buffer[] {
  return [
    ...inputs.map((input) => text(1, input)),
    ...outputs.map((output) => text(2, output)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => message(5, text(1, name), ...attributeFields(value))),
  ];
}

function attributeFields(value: number | string | readonly number[]): Buffer[] {
  if (typeof value === 'number') return [number(3, value), number(20, ATTRIBUTE_INT)];
  if (typeof value === 'string') return [text(4, value), number(20, ATTRIBUTE_STRING)];
  return [...value.map((item) => number(8, item)), number(20, ATTRIBUTE_INTS)];
}

function constantFields({ name, type, shape, data }: OnnxConstant): Buffer[] {
  return [...shape.map((length) => number(1, length)), number(2, TYPES[type]), text(8, name), bytes(9, data)];
}

function valueFields({ name, type, shape }: OnnxValue): Buffer[] {
  const lengths = shape.map((length) => message(1, typeof length === 'number' ? number(1, length) : text(2, length)));
  return [text(1, name), message(2, message(1, number(1, TYPES[type]), message(2, ...lengths)))];
}

function message(field: number, ...parts: readonly Uint8Array[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, content: Uint8Array): Buffer {
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
