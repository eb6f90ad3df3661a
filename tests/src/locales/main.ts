import { LANGUAGES, type LanguageCode } from '@clearcut/schemas/constants';
import { DEFAULT_LANGUAGE, isTranslated } from '@clearcut/schemas/languages';
import { problemsOf } from './problems.ts';
import { stamp } from './sources.ts';
import { filesOf, type Folder, FOLDERS, type Texts, textsOf } from './texts.ts';

const USAGE = `npm run locales -- check LANGUAGE   what keeps a language from being offered
npm run locales -- stamp LANGUAGE   says that all its texts are translations of English as it is now
npm run locales -- sheet LANGUAGE   each text beside its English, for a reader (tab-separated)
`;

const [command, code] = process.argv.slice(2);
/** English is the source, so it has no stamp. */
const language = LANGUAGES.find((known) => known === code && !(command === 'stamp' && known === DEFAULT_LANGUAGE));
if (language === undefined) process.stderr.write(`${USAGE}Languages: ${LANGUAGES.join(' ')}\n`);
else if (command === 'check') check(language);
else if (command === 'stamp') stamp(language);
else if (command === 'sheet') sheet(language);
else process.stderr.write(USAGE);
process.exitCode ??= language === undefined || !['check', 'stamp', 'sheet'].includes(command ?? '') ? 2 : 0;

function check(of: LanguageCode): void {
  const problems = problemsOf(of);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write(`${of} is complete${isTranslated(of) ? ' and' : ': it can be'} offered.\n`);
}

/** One line per text, in the order of English: file, key, English, translation. */
function sheet(of: LanguageCode): void {
  for (const folder of Object.keys(FOLDERS) as Folder[]) {
    const theirs = new Set(filesOf(folder, of));
    for (const file of filesOf(folder, DEFAULT_LANGUAGE)) {
      const english = textsOf(folder, DEFAULT_LANGUAGE, file);
      const texts: Texts = theirs.has(file) ? textsOf(folder, of, file) : {};
      for (const key of new Set([...Object.keys(english), ...Object.keys(texts)])) {
        const cells = [`${folder}/${file}`, key, english[key] ?? '', texts[key] ?? ''];
        process.stdout.write(`${cells.map((cell) => cell.replace(/[\t\n]/g, ' ')).join('\t')}\n`);
      }
    }
  }
}
