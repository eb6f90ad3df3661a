import { expect, test } from 'vitest';
import { parsePeople } from './parse-people.ts';

const ann = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
const bob = { email: 'bob@example.com', firstName: '', lastName: '' };

test.each([
  ['lines', 'bob@example.com\n\n cyd@example.com \r\n', ['bob@example.com', 'cyd@example.com']],
  [
    'commas, semicolons and spaces',
    'bob@example.com, cyd@example.com;dan@example.com eve@example.com',
    ['bob', 'cyd', 'dan', 'eve'],
  ],
  ['an address twice', 'bob@example.com\nBOB@example.com', ['bob@example.com']],
])('reads addresses from %s', (_, text, addresses) => {
  const { people, unread } = parsePeople(text);
  expect(people.map(({ email }) => email.split('@')[0])).toEqual(addresses.map((one) => one.split('@')[0]));
  expect(unread).toEqual([]);
});

test('a CSV gives names, and its header row is not a person', () => {
  const text = 'Email;First name;Last name\nann@example.com;Ann;"Lee"\nbob@example.com;;\n';
  expect(parsePeople(text)).toEqual({ people: [ann, bob], unread: [] });
  expect(parsePeople('ann@example.com\tAnn\tLee').people).toEqual([ann]);
});

test('reads addresses as a mail program writes them, and names what is not an address', () => {
  expect(parsePeople('Bob <bob@example.com>\nnobody\nann@')).toEqual({ people: [bob], unread: ['nobody', 'ann@'] });
});
