import { emailSchema, nameSchema } from '@clearcut/schemas/form-fields';

export interface Invitee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Comma, semicolon or tab, as spreadsheets write. */
const CELLS = /[,;\t]/;

/**
 * Reads a pasted list, or a CSV of address, first and last name; a line of addresses alone holds several people.
 * @returns each address once, and the lines without one
 */
export function parsePeople(text: string): { readonly people: readonly Invitee[]; readonly unread: readonly string[] } {
  const people = new Map<string, Invitee>();
  const unread: string[] = [];
  const add = (email: string, firstName = '', lastName = ''): void => {
    const key = email.toLowerCase();
    if (!people.has(key)) people.set(key, { email, firstName, lastName });
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const cells = line.split(CELLS).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const addresses = cells.flatMap((cell) => cell.split(/\s+/)).flatMap((word) => addressOf(word) ?? []);
    const [first] = addresses;
    if (first === undefined) {
      // The first line of a CSV may name its columns.
      if (line.trim() !== '' && !(index === 0 && /mail/i.test(line))) unread.push(line.trim());
    } else if (addresses.length > 1) {
      for (const address of addresses) add(address);
    } else {
      const names = cells.filter((cell) => addressOf(cell) === undefined && nameSchema.safeParse(cell).success);
      add(first, ...(cells.length > 1 ? names : []));
    }
  }
  return { people: [...people.values()], unread };
}

/** Also of `Ann Lee <ann@example.com>`. */
const addressOf = (word: string): string | undefined => emailSchema.safeParse(word.replace(/^<(.*)>$/, '$1')).data;
