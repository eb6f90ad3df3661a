import { onnxModel, type OnnxConstant, type OnnxNode, type OnnxValue } from './model-bytes.ts';

type Parts<Names extends readonly string[]> = { [I in keyof Names]: string };

/** On planes [1, channels, height, width]; each returns its result's name. */
export interface GraphBuilder {
  readonly apply: (
    operator: string,
    inputs: readonly string[],
    attributes?: OnnxNode['attributes'],
    output?: string,
  ) => string;
  readonly scalar: (value: number) => string;
  readonly add: (one: string, other: string) => string;
  readonly sub: (one: string, other: string) => string;
  readonly mul: (one: string, other: string) => string;
  readonly div: (one: string, other: string) => string;
  readonly concat: (...planes: readonly string[]) => string;
  readonly split: <const Names extends readonly string[]>(planes: string, names: Names) => Parts<Names>;
  /** Over (2 radius + 1)² pixels, clipped at the borders. */
  readonly boxMean: (planes: string, radius: number, output?: string) => string;
  /** uint8 [1, height, width, 3] to planes of 0..1. */
  readonly unitRgb: (bytes: string) => string;
  readonly build: (name: string, inputs: readonly OnnxValue[], outputs: readonly OnnxValue[]) => Uint8Array;
}

/** Type number in `Cast`. */
export const FLOAT = 1;

export function graphBuilder(): GraphBuilder {
  const nodes: OnnxNode[] = [];
  const constants: OnnxConstant[] = [];

  function apply(operator: string, inputs: readonly string[], attributes = {}, output = `v${nodes.length}`): string {
    nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  }

  function scalar(value: number): string {
    const name = `c${constants.length}`;
    constants.push({ name, type: 'float32', shape: [], data: new Uint8Array(new Float32Array([value]).buffer) });
    return name;
  }

  function pool(planes: string, shape: readonly [number, number], output?: string): string {
    const pads = shape.map((length) => (length - 1) / 2);
    const attributes = { kernel_shape: shape, pads: [...pads, ...pads], count_include_pad: 0 };
    return apply('AveragePool', [planes], attributes, output);
  }

  return {
    apply,
    scalar,
    add: (one, other) => apply('Add', [one, other]),
    sub: (one, other) => apply('Sub', [one, other]),
    mul: (one, other) => apply('Mul', [one, other]),
    div: (one, other) => apply('Div', [one, other]),
    concat: (...planes) => apply('Concat', planes, { axis: 1 }),
    split(planes, names) {
      const outputs = names.map((name) => `${name}${nodes.length}`);
      nodes.push({ operator: 'Split', inputs: [planes], outputs, attributes: { axis: 1 } });
      return outputs as Parts<typeof names>;
    },
    boxMean: (planes, radius, output) => pool(pool(planes, [1, 2 * radius + 1]), [2 * radius + 1, 1], output),
    unitRgb(bytes) {
      const planes = apply('Transpose', [bytes], { perm: [0, 3, 1, 2] });
      return apply('Mul', [apply('Cast', [planes], { to: FLOAT }), scalar(1 / 255)]);
    },
    build: (name, inputs, outputs) => onnxModel({ name, inputs, outputs, constants, nodes }),
  };
}
