import { settingNames } from './config.ts';
import { secretFileNames } from './secret-files.ts';

const known: readonly string[] = [...settingNames, ...secretFileNames];
/** Shorter ones look like names of other programs. */
const MIN_LENGTH = 6;
/** In shorter ones two letters make another word. */
const MIN_LENGTH_OF_TWO_EDITS = 9;

/** A sentence for each variable that is nearly a setting. */
export function mistypedSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const sentences: string[] = [];
  for (const name of Object.keys(env)) {
    if (known.includes(name) || !env[name]?.trim()) continue;
    const meant = [0, 1, 2].flatMap((edits) => known.filter((setting) => isMeant(name, setting, edits)))[0];
    if (meant !== undefined) sentences.push(`${name} is not a setting. Did you mean ${meant}?`);
  }
  return sentences;
}

function isMeant(name: string, setting: string, edits: number): boolean {
  const { length } = setting;
  if (length < MIN_LENGTH || (edits > 1 && length < MIN_LENGTH_OF_TWO_EDITS)) return false;
  return isWithin(edits, name.toUpperCase(), setting);
}

/** Letters added, left out, changed, or two exchanged. */
function isWithin(edits: number, a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [x, y] = [a.slice(same), b.slice(same)];
  if (x === y) return true;
  if (edits === 0) return false;
  const isExchanged = x[0] === y[1] && x[1] === y[0];
  return (
    isWithin(edits - 1, x.slice(1), y) ||
    isWithin(edits - 1, x, y.slice(1)) ||
    isWithin(edits - 1, x.slice(1), y.slice(1)) ||
    (isExchanged && isWithin(edits - 1, x.slice(2), y.slice(2)))
  );
}
