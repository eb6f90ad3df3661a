import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newOwner } from './library.ts';
import {
  acceptInvitation,
  fillIn,
  linkFromMail,
  newEmail,
  openModal,
  PASSWORD,
  prove,
  submit,
  type Language,
  openTeam,
} from './person.ts';
import { mailsTo } from '../support/person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

const headers = { 'client-id': 'users-test', 'content-type': 'application/json' };

/** A page of a new team's admin, at `path`. */
async function admin(path: string, language: Language = 'en', options: BrowserContextOptions = {}): Promise<Page> {
  const { page, email } = await newOwner(visitor, language, options);
  await prove(page, visitor.url(), email);
  await page.goto(visitor.url() + path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return page;
}

interface Colleague {
  readonly firstName: string;
  readonly lastName: string;
  readonly role?: 1 | 2 | 3;
  readonly invited?: boolean;
}

/** A colleague of the page's admin, made by API call. @returns the address */
async function addColleague(
  page: Page,
  { firstName, lastName, role = 3, invited = false }: Colleague,
): Promise<string> {
  const email = newEmail();
  const permissions = role === 2 ? ['editor'] : [];
  const data = { email, firstName, lastName, role, permissions };
  const answer = await page.request.post(`${visitor.url()}/api/admin/users`, { headers, data });
  expect(answer.status()).toBe(201);
  if (!invited) await acceptInvitation(visitor.url(), email);
  return email;
}

/** From top to bottom. */
const names = (page: Page): Promise<string[]> => page.getByRole('main').locator('a bdi').allInnerTexts();

const toast = (page: Page, text: string) =>
  page.getByRole('region').or(page.locator('section')).getByText(text).first();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the list of users', () => {
  test('is searched, filtered, sorted and paged', async () => {
    const page = await admin('/app/users');
    for (let number = 1; number <= 11; number++) {
      const firstName = `Nia${String(number).padStart(2, '0')}`;
      const role = number === 4 ? 2 : 3;
      await addColleague(page, { firstName, lastName: 'Okoro', role, invited: number === 5 });
    }
    await page.reload();
    await page.getByText('Nia11 Okoro').waitFor();
    expect(await names(page)).toHaveLength(10);
    await page.getByRole('button', { name: 'Go to page 2' }).click();
    await page.getByText('Ada Lovelace').waitFor();
    expect(await names(page)).toEqual(['Nia01 Okoro', 'Ada Lovelace']);
    await page.getByRole('combobox', { name: 'Rows per page:' }).click();
    await expect.poll(() => page.getByRole('option').allInnerTexts(), PATIENT).toEqual(['10', '20', '50']);
    await page.getByRole('option', { name: '20' }).click();
    await expect.poll(() => names(page), PATIENT).toHaveLength(12);

    await page.getByLabel('Search').fill('nia1');
    await expect.poll(() => names(page), PATIENT).toEqual(['Nia11 Okoro', 'Nia10 Okoro']);
    await page.getByLabel('Search').fill('nobody');
    await page.getByRole('heading', { name: 'No users found' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => names(page), PATIENT).toHaveLength(12);

    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Pending' }).click();
    await expect.poll(() => names(page), PATIENT).toEqual(['Nia05 Okoro']);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Limited' }).click();
    await expect.poll(() => names(page), PATIENT).toEqual(['Nia04 Okoro']);
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await expect.poll(() => names(page), PATIENT).toHaveLength(12);

    await page.getByRole('button', { name: 'Role' }).click();
    await expect.poll(async () => (await names(page))[0], PATIENT).toBe('Ada Lovelace');
  });

  test('a team of one says how to invite others', async () => {
    const page = await admin('/app/users');
    await page.getByRole('heading', { name: "It's just you so far" }).waitFor();
    expect(await page.getByText('You', { exact: true }).isVisible()).toBe(true);
  });

  test('regression: an unknown sort order is removed from the address, and the list loads', async () => {
    const page = await admin('/app/users?sort=nonsense&order=DESC&page=1');
    await page.getByText('Ada Lovelace').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('sort'), searchParams.get('order')]).not.toContain('nonsense');
    expect(await page.getByRole('heading', { name: 'The users did not load' }).count()).toBe(0);
  });

  test('shows an error when it fails to load, and loads on retry', async () => {
    const page = await admin('/app/my-account');
    const list = '**/api/admin/users?**';
    await page.route(list, (route) => route.abort());
    await openTeam(page);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { name: 'The users did not load' }).waitFor();
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ada Lovelace').waitFor();
  });
});

describe.each([
  ['en', 'User successfully added', 'Email is required', 'At least one permission must be selected'],
  ['es', 'Usuario añadido correctamente', 'El correo electrónico es obligatorio', 'Hay que marcar al menos un permiso'],
] as const)('in %s', (language, added, emailRequired, noPermission) => {
  const words = {
    en: {
      add: 'Add user',
      email: 'Email',
      limited: /^Limited/,
      editor: 'Editor',
      invalid: 'Please enter a valid email address',
      invite: 'Send invitation',
      invited: 'User successfully invited',
      taken: 'This person is already in your team',
      save: 'Save changes',
      updated: 'Account was updated',
      lastAdmin: 'A team needs an admin',
      collaborator: /^Collaborator/,
      remove: 'Delete user',
      deleted: 'User deleted',
      pending: 'Pending',
      resend: 'Resend invitation',
      resent: 'Invitation sent again',
    },
    es: {
      add: 'Añadir usuario',
      email: 'Correo electrónico',
      limited: /^Limitado/,
      editor: 'Editor',
      invalid: 'Introduce una dirección de correo válida',
      invite: 'Enviar invitación',
      invited: 'Usuario invitado correctamente',
      taken: 'Esta persona ya está en tu equipo',
      save: 'Guardar cambios',
      updated: 'La cuenta se ha actualizado',
      lastAdmin: 'Un equipo necesita un administrador',
      collaborator: /^Colaborador/,
      remove: 'Eliminar usuario',
      deleted: 'Usuario eliminado',
      pending: 'Pendiente',
      resend: 'Reenviar invitación',
      resent: 'Invitación enviada de nuevo',
    },
  }[language];

  test('a user is added as pending, after each wrong field showed its error', async () => {
    const page = await admin('/app/users', language);
    await page.getByRole('link', { name: words.add }).click();
    const save = page.getByRole('button', { name: words.add });
    await page.getByRole('radio', { name: words.limited }).check();
    await save.click();
    await page.getByText(emailRequired).waitFor();
    await page.getByText(noPermission).waitFor();

    const email = newEmail();
    await page.getByLabel(words.email).fill('no address');
    await save.click();
    await page.getByText(words.invalid).waitFor();

    await page.getByLabel(words.email).fill(email);
    await page.getByRole('checkbox', { name: words.editor, exact: true }).check();
    await save.click();
    await toast(page, added).waitFor();
    await photograph(page, `users-added-${language}-1440`);
    await page.getByText(email).waitFor();
    await page.getByText(words.pending).first().waitFor();

    await acceptInvitation(visitor.url(), email);
    const theirs = await visitor.open('/');
    const modal = await openModal(theirs, 'logIn');
    await fillIn(modal, email, PASSWORD);
    await submit(modal).click();
    await theirs.waitForURL('**/app/dashboard');
    // Not in the closed part of the menu either.
    expect(await theirs.getByRole('link', { name: 'Users', includeHidden: true }).count()).toBe(0);
  });

  test('a user is invited by mail, reminded, and joins', async () => {
    const page = await admin('/app/users/create?way=invite', language);
    const email = newEmail();
    await page.getByLabel(words.email).fill(email);
    await page.getByRole('button', { name: words.invite }).click();
    await toast(page, words.invited).waitFor();
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: words.resend }).click();
    await toast(page, words.resent).waitFor();
    await photograph(page, `users-pending-${language}-1440`);

    // The second mail revokes the first link.
    await expect.poll(() => mailsTo(visitor.url(), email), PATIENT).toHaveLength(2);
    const link = await linkFromMail(visitor.url(), email, '/accept-invitation');
    const theirs = await visitor.open(link);
    const main = theirs.getByRole('main');
    const passwords = main.locator('input[autocomplete=new-password]');
    await passwords.first().waitFor();
    for (const field of await passwords.all()) await field.fill(PASSWORD);
    await submit(main).click();
    await theirs.waitForURL('**/app/**');

    await page.goto(`${visitor.url()}/app/users`);
    await page.getByText(email).first().waitFor();
    expect(await page.getByText(words.pending).count()).toBe(0);
  });

  test('a user with an account is not added, and the address says why', async () => {
    const page = await admin('/app/users/create?way=invite', language);
    const taken = await addColleague(page, { firstName: 'Nia', lastName: 'Okoro' });
    await page.getByLabel(words.email).fill(taken);
    await page.getByRole('button', { name: words.invite }).click();
    await page.getByText(words.taken).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/users/create');
  });

  test('a user is edited and deleted; the last admin is not demoted, and users cannot delete themselves', async () => {
    const page = await admin('/app/users', language);
    await addColleague(page, { firstName: 'Nia', lastName: 'Okoro' });
    await page.reload();
    await page.getByRole('link', { name: 'Nia Okoro' }).click();
    await page.getByRole('radio', { name: words.limited }).check();
    await page.getByRole('checkbox', { name: words.editor, exact: true }).check();
    await page.getByRole('button', { name: words.save }).click();
    await toast(page, words.updated).waitFor();
    await page.getByRole('link', { name: 'Nia Okoro' }).click();
    expect(await page.getByRole('checkbox', { name: words.editor, exact: true }).isChecked()).toBe(true);

    await page.goto(`${visitor.url()}/app/users`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('radio', { name: words.collaborator }).check();
    await page.getByRole('button', { name: words.save }).click();
    await page.getByText(words.lastAdmin).waitFor();
    await photograph(page, `users-last-admin-${language}-1440`);
    expect(await page.getByRole('button', { name: words.remove }).count()).toBe(0);

    await page.goto(`${visitor.url()}/app/users`);
    await page.getByRole('link', { name: 'Nia Okoro' }).click();
    await page.getByRole('button', { name: words.remove }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: words.remove }).click();
    await toast(page, words.deleted).waitFor();
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    expect(await page.getByRole('link', { name: 'Nia Okoro' }).count()).toBe(0);
  });
});

test('a pasted list is invited with one role, and each address shows its outcome', { timeout: 120_000 }, async () => {
  const page = await admin('/app/users/create?way=invite');
  const known = newEmail();
  await page.request.post(`${visitor.url()}/api/admin/users`, { headers, data: { email: known, role: 3 } });
  await page.getByRole('link', { name: 'Invite many people' }).click();
  const people = Array.from({ length: 12 }, () => newEmail());
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('There is no email address in the list.').waitFor(PATIENT);
  const list = ['Email,First name,Last name', `${people[0]},Ann,Lee`, ...people.slice(1), known, 'nobody'];
  await page.getByLabel('Email addresses').fill(list.join('\n'));
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('Invited: 12 of 14').waitFor(PATIENT);
  await page.getByText('already in your team').waitFor(PATIENT);
  await page.getByText('No email address', { exact: true }).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await photograph(page, `users-many-${width}`);
    expect(await seriousProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto(`${visitor.url()}/app/users?filter=${encodeURIComponent(JSON.stringify({ q: 'Ann Lee' }))}`);
  await page.getByRole('link', { name: 'Ann Lee' }).waitFor(PATIENT);
});

test('a server failure shows a toast with the error’s id and code', async () => {
  const page = await admin('/app/users/create?way=invite');
  const uuid = randomUUID();
  await page.route('**/api/admin/users', (route) =>
    route.fulfill({ status: 429, json: { message: 'no', errorCode: 'mail_unavailable', uuid } }),
  );
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await toast(page, 'Mail cannot be sent at the moment').waitFor();
  await toast(page, `Error ID: ${uuid} · mail_unavailable`).waitFor();
  await photograph(page, 'users-toast-1440');
});

test('a failure without a text shows "Something went wrong", with the error’s id and code', async () => {
  const page = await admin('/app/my-account');
  const uuid = randomUUID();
  await page.route('**/api/auth/logout/', (route) =>
    route.fulfill({ status: 409, json: { message: 'no', errorCode: 'never_heard_of', uuid } }),
  );
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await toast(page, 'Something went wrong').waitFor();
  await toast(page, `Error ID: ${uuid} · never_heard_of`).waitFor();
});

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  test.each([390, 1440])('the list and the forms fit and are accessible at %i px', async (width) => {
    const page = await admin('/app/users', language, { viewport: { width, height: 844 } });
    await addColleague(page, { firstName: 'Nia', lastName: 'Okoro', role: 2, invited: true });
    for (const path of ['/app/users', '/app/users/create?way=add']) {
      await page.goto(visitor.url() + path);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      if (path === '/app/users') await page.getByText('Nia Okoro').waitFor();
      expect(await overflow(page), path).toBe(0);
      expect(await seriousProblems(page), path).toEqual([]);
      await photograph(page, `${path.includes('create') ? 'users-create' : 'users'}-${language}-${width}`);
    }
    await page.goto(`${visitor.url()}/app/users`);
    await page.getByRole('link', { name: 'Nia Okoro' }).click();
    await page.getByRole('radio').first().waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `users-edit-${language}-${width}`);
  });
});

test('the admin bundle is fetched only on admin pages, and is at most 160 kB of JavaScript, gzipped', async () => {
  const page = await admin('/app/my-account');
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    );
  await page.waitForLoadState('networkidle');
  const before = await scripts();
  await openTeam(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByText('Ada Lovelace').waitFor();
  const added = (await scripts()).filter((name) => !before.includes(name));
  expect(before.filter((name) => name.includes('UsersArea'))).toEqual([]);
  expect(added.filter((name) => name.includes('UsersArea'))).toHaveLength(1);
  const sizes = await Promise.all(
    added.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(160_000);
});
