/** `node verify-ledger.mjs FILE`: checks that an exported ledger matches its hash chain and adds up. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [, ...lines] = readFileSync(process.argv[2] ?? '', 'utf8')
  .trim()
  .split('\r\n');
let [before, sum] = ['', 0];
for (const [index, line] of lines.entries()) {
  const [version, id, at, type, credits, balance, chain] = line.split(',');
  const expected = createHash('sha256')
    .update([before, version, id, at, type, credits, balance].join(','))
    .digest('hex');
  sum += Number(credits);
  if (Number(version) !== index + 1 || chain !== expected || Number(balance) !== sum) {
    process.stderr.write(`Line ${index + 1} (version ${version}) is not what the chain was made of\n`);
    process.exit(1);
  }
  before = chain;
}
process.stdout.write(`${lines.length} lines, ${sum} credits left, chain ${before}\n`);
