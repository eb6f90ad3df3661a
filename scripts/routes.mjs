/** `npm run routes`: writes docs/routes.md from the contracts. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'oxfmt';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = '{schemas/src/contracts/**/*,command-api/src/public-api/**/contracts}.ts';

const isContract = (value) => typeof value?.path === 'string' && typeof value.summary === 'string';

function* contractsIn(value) {
  if (isContract(value)) yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* contractsIn(part);
}

async function allContracts() {
  const found = new Map();
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    if (file.endsWith('.spec.ts')) continue;
    for (const contract of contractsIn(Object.values(await import(pathToFileURL(join(root, file)).href)))) {
      found.set(`${contract.method} ${contract.path.replaceAll(/:(\w+)/g, '{$1}')}`, contract);
    }
  }
  return found;
}

const WHO = { anyone: 'anyone', entrant: 'anyone', visitor: 'visitors, members', user: 'members', admin: 'admins' };

/** Credentials, roles and sections that a call needs. */
function whoOf({ access, credentials, scope }) {
  if (scope !== undefined) return `key: \`${scope}\``;
  if (credentials.includes('api-key')) return 'key';
  if (access.who === 'staff') return `staff: ${access.roles.join(', ')}`;
  const sections = access.sections?.map((section) => `\`${section}\``).join(', ');
  return sections === undefined ? WHO[access.who] : `${WHO[access.who]} with ${sections}`;
}

/** First words of a path that name its area. */
const areaOf = (path) =>
  path
    .split('/')
    .slice(1, path.startsWith('/api/') ? 3 : 2)
    .join('/');

export async function routesPage() {
  const areas = Map.groupBy(await allContracts(), ([, { path }]) => areaOf(path));
  const tables = [...areas]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, routes]) => {
      const rows = routes.map(([name, contract]) => {
        const words = contract.summary.replaceAll('|', '\\|').replaceAll('<', '\\<');
        return `| \`${name}\` | ${whoOf(contract)} | ${words} |`;
      });
      return `## /${area}\n\n| route | who | what |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
    });
  const text = `# Routes

Written by \`npm run routes\` from the contracts; \`/api/openapi.json\` of a running installation has bodies, answers and errors too. Paths answer with and without the trailing slash. [What Clearcut does](product.md) has the rules behind them.

${tables.join('\n')}`;
  const { code } = await format('docs/routes.md', text, JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')));
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'docs/routes.md'), await routesPage());
}
