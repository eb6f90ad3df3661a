import { createInterface } from 'node:readline';
import type { Settings } from '../options.ts';
import { callTool, TOOLS, ToolInputError } from './tools.ts';

/** Versions of the protocol whose parts that are used here are the same. The first is offered to a client that asks for another. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'];
const CODES = { parse: -32700, method: -32601, params: -32602, internal: -32603 } as const;

interface Call {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The Model Context Protocol over standard input and output: one JSON-RPC message a line. Standard output holds nothing else. Resolves when
 * the input has ended and every call is answered.
 */
export async function serveMcp(settings: Settings): Promise<void> {
  const answering = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const answer = serve(line, settings);
    answering.add(answer);
    void answer.finally(() => answering.delete(answer));
  }
  await Promise.all(answering);
}

async function serve(line: string, settings: Settings): Promise<void> {
  const answer = await answerTo(line, settings);
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
}

/** Undefined for a notification, which has no answer. */
async function answerTo(line: string, settings: Settings): Promise<string | undefined> {
  let call: Call;
  try {
    call = JSON.parse(line) as Call;
  } catch {
    return errorText(null, new RpcError(CODES.parse, 'This is not JSON.'));
  }
  const { id } = call;
  // An answer to a question that we never asked has no method.
  if (id === undefined || call.method === undefined) return undefined;
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: await resultOf(call, settings) });
  } catch (error) {
    return errorText(id, error);
  }
}

function errorText(id: Call['id'], error: unknown): string {
  const code = error instanceof RpcError ? error.code : error instanceof ToolInputError ? CODES.params : CODES.internal;
  const message = error instanceof Error ? error.message : String(error);
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

type Method = (params: Readonly<Record<string, unknown>>, settings: Settings) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  initialize: ({ protocolVersion: asked }) => ({
    protocolVersion: VERSIONS.find((version) => version === asked) ?? VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'clearcut', version: '0.1.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': (params, settings) => callTool(String(params['name']), params['arguments'] ?? {}, settings),
};

async function resultOf({ method = '', params = {} }: Call, settings: Settings): Promise<unknown> {
  if (!Object.hasOwn(METHODS, method)) throw new RpcError(CODES.method, `There is no method ${method}.`);
  return METHODS[method]?.(params, settings);
}
