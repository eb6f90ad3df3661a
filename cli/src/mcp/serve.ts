import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type Settings, VERSION } from '../options.ts';
import { boundedLines } from './lines.ts';
import { addTools } from './tools.ts';

/** Standard output carries only the protocol. Resolves once calls under way are answered. */
export async function serveMcp(settings: Settings): Promise<void> {
  const server = new McpServer({ name: 'clearcut', version: VERSION });
  addTools(server, settings);
  // The client has gone.
  process.stdout.on('error', () => process.exit(0));
  const lines = process.stdin.pipe(boundedLines());
  const transport = new StdioServerTransport(lines);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.server.onerror = ({ message }) => void process.stderr.write(`${message.slice(0, 200)}\n`);
  const ended = once(lines, 'end');
  await server.connect(transport);
  await ended;
}
