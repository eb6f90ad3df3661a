/** Refuses a commit subject that docs/style.md rules out: `node scripts/commit-subject.mjs SUBJECT`. */
import { pathToFileURL } from 'node:url';

const MAX_LENGTH = 72;

/** Undefined if fine. Lets merges, reverts and fixups pass. */
export function problemOf(subject) {
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return undefined;
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters; the limit is ${MAX_LENGTH}`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  const first = subject.replace(/^[\w-]+: /, '').split(' ')[0] ?? '';
  if (!/^[A-Z]/.test(subject)) return 'does not begin with a capital letter';
  if (/(ed|ing)$/i.test(first) && !/^(embed|feed|need|seed|speed|shed|bring|string|ring)$/i.test(first)) {
    return `begins with "${first}"; use the imperative`;
  }
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problem = problemOf(process.argv[2] ?? '');
  if (problem !== undefined) {
    console.error(`The commit subject ${problem}.`);
    process.exit(1);
  }
}
