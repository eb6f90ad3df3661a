import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { fillIn, homeOf, makeAccount, openModal, PASSWORD, submit, textsOf } from './person.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

/** Account messages as users read them (docs/product.md, Accounts and Errors). */
const messages = {
  en: {
    emailRequired: 'Email is required',
    loginEmail: 'Please enter a valid email address',
    signUpEmail: 'Invalid email',
    recoverEmail: 'Email is invalid',
    required: 'This field is required',
    tooLong: 'Cannot exceed 128 characters',
    wrong: 'The username and/or password is incorrect',
    disabled: 'User is disabled',
    taken: 'There is already an account with this email address. Log in, or reset the password.',
    differ: 'Passwords do not match',
    short: 'Use at least 8 characters',
    characters: 'Use letters, digits and symbols without spaces or accents',
    expired: 'This link has expired or was used already. Request a new one.',
    noToken: 'Invalid link - no token provided',
    failed: 'Authentication failed',
    manually: 'Authentication failed. Please try logging in manually',
    oauth: 'Logging in with the other site did not work. Try again, or use your email and password.',
    oauthEmail: 'There is already an account with this email address. Log in with your password.',
    human: 'Please confirm that you are human and try again.',
    offline: 'The server cannot be reached. Check your connection and try again.',
    invitation: 'It has expired or was used already. Ask the person who invited you to send it again.',
  },
  es: {
    emailRequired: 'El correo electrónico es obligatorio',
    loginEmail: 'Introduce una dirección de correo válida',
    signUpEmail: 'Correo no válido',
    recoverEmail: 'El correo no es válido',
    required: 'Este campo es obligatorio',
    tooLong: 'No puede superar los 128 caracteres',
    wrong: 'El correo o la contraseña no son correctos',
    disabled: 'El usuario está desactivado',
    taken: 'Ya hay una cuenta con este correo. Inicia sesión o restablece la contraseña.',
    differ: 'Las contraseñas no coinciden',
    short: 'Usa al menos 8 caracteres',
    characters: 'Usa letras, cifras y símbolos, sin espacios ni acentos',
    expired: 'Este enlace ha caducado o ya se usó. Pide uno nuevo.',
    noToken: 'Enlace no válido: falta el código',
    failed: 'La autenticación ha fallado',
    manually: 'La autenticación ha fallado. Prueba a iniciar sesión manualmente',
    oauth: 'El acceso con el otro sitio no funcionó. Inténtalo otra vez o usa tu correo y contraseña.',
    oauthEmail: 'Ya hay una cuenta con este correo. Inicia sesión con tu contraseña.',
    human: 'Confirma que eres una persona e inténtalo de nuevo.',
    offline: 'No se puede contactar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
    invitation: 'Ha caducado o ya se usó. Pide a quien te invitó que la envíe de nuevo.',
  },
} as const;

const locales = { en: 'en-US', es: 'es-ES' } as const;

/** The field's described-by text. */
async function problemOf(form: Locator, label: string): Promise<string | undefined> {
  const field = form.getByLabel(label, { exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const id = await field.getAttribute('aria-describedby');
  return form.locator(`[id="${id}"]`).innerText();
}

const alertOf = async (form: Locator | Page): Promise<string> => {
  const alert = form.getByRole('alert').filter({ hasText: /\S/ });
  await alert.first().waitFor();
  return alert.first().innerText();
};

describe.each(['en', 'es'] as const)('in %s', (language) => {
  const words = messages[language];
  const { field, login, link } = textsOf(language, 'auth');
  const open = (path = '') => visitor.open(homeOf(language) + path, { locale: locales[language] });
  const prefix = language === 'en' ? '' : `/${language}`;

  test('the login marks invalid fields and sends nothing', async () => {
    const page = await open();
    const modal = await openModal(page, 'logIn', language);
    let sent = 0;
    page.on('request', (request) => (sent += request.url().includes('/auth/login') ? 1 : 0));
    await submit(modal).click();
    expect(await problemOf(modal, field.email)).toBe(words.emailRequired);
    expect(await problemOf(modal, field.password)).toBe(words.required);
    await fillIn(modal, 'nobody@', 'x', language);
    expect(await problemOf(modal, field.email)).toBe(words.loginEmail);
    expect(sent).toBe(0);
  });

  test('sign-up and recovery each have a text for a bad address', async () => {
    const page = await open();
    const modal = await openModal(page, 'signUp', language);
    await fillIn(modal, 'nobody@', 'x'.repeat(129), language);
    await submit(modal).click();
    expect(await problemOf(modal, field.email)).toBe(words.signUpEmail);
    expect(await problemOf(modal, field.password)).toBe(words.tooLong);

    await page.goto(`${visitor.url()}${prefix}/forgot-password`);
    const main = page.getByRole('main');
    await main.getByLabel(field.email, { exact: true }).fill('nobody@');
    await submit(main).click();
    expect(await problemOf(main, field.email)).toBe(words.recoverEmail);
  });

  test('a wrong login, a disabled user, a taken address and a missing server each have a message', async () => {
    const page = await open();
    const email = await makeAccount(visitor.url(), language);
    const modal = await openModal(page, 'logIn', language);
    await fillIn(modal, email, 'wrong', language);
    await submit(modal).click();
    expect(await alertOf(modal)).toBe(words.wrong);

    // Only other installations disable users, so the answer is faked.
    const disabled = { message: 'User is disabled', errorCode: 'user_disabled' };
    await page.route('**/api/auth/login/', (route) => route.fulfill({ status: 403, json: disabled }), { times: 1 });
    await submit(modal).click();
    await modal.getByText(words.disabled).waitFor();
    await page.route('**/api/auth/login/', (route) => route.abort('connectionfailed'), { times: 1 });
    await submit(modal).click();
    await modal.getByText(words.offline).waitFor();

    await modal.getByRole('button', { name: login.toSignUp, exact: true }).click();
    await fillIn(modal, email.toUpperCase(), PASSWORD, language);
    await submit(modal).click();
    expect(await alertOf(modal)).toBe(words.taken);
  });

  test('a new password must be repeated, long enough and typable; an expired link restarts the reset', async () => {
    const page = await open(`${language === 'en' ? '' : '/'}change-password/no-such-token`);
    const main = page.getByRole('main');
    const set = async (password: string, repeat: string) => {
      await main.getByLabel(field.newPassword, { exact: true }).fill(password);
      await main.getByLabel(field.repeatPassword, { exact: true }).fill(repeat);
      await submit(main).click();
    };
    await set('Correct-horse-7', 'Correct-horse-8');
    expect(await problemOf(main, field.repeatPassword)).toBe(words.differ);
    await set('short', 'short');
    expect(await problemOf(main, field.newPassword)).toBe(words.short);
    await set('contraseña ñ', 'contraseña ñ');
    expect(await problemOf(main, field.newPassword)).toBe(words.characters);
    const { strength } = textsOf(language, 'auth');
    await main.getByLabel(field.newPassword, { exact: true }).fill('aaaaaaaa');
    await main.getByText(strength.weak).waitFor();
    await main.getByLabel(field.newPassword, { exact: true }).fill('seven-otters-paint-a-quiet-harbour');
    await main.getByText(strength.strong).waitFor();
    await set(PASSWORD, PASSWORD);
    expect(await alertOf(main)).toBe(words.expired);
    await main.getByRole('button', { name: textsOf(language, 'auth').reset.restart }).click();
    await page.waitForURL(`**${prefix}/forgot-password`);
  });

  test('a sign-in link without a token, with a bad one and without a server', async () => {
    const locale = locales[language];
    const none = await visitor.open('/auth/magic-link', { locale });
    expect(await alertOf(none.getByRole('main'))).toBe(words.noToken);
    const bad = await visitor.open('/auth/magic-link/?token=bad', { locale });
    await bad.getByRole('heading', { name: words.failed, exact: true }).waitFor();
    expect(await alertOf(bad.getByRole('main'))).toBe(words.expired);
    await bad.route('**/api/auth/magic-link/?token=*', (route) => route.abort('connectionfailed'));
    await bad.goto(`${visitor.url()}/auth/magic-link/?token=another`);
    await bad.getByRole('main').getByRole('alert').getByText(words.manually, { exact: true }).waitFor();
  });

  test.each([
    ['generic', 'login', 'login', 'oauth'],
    ['invalid_token', 'register', 'signUp', 'oauth'],
    ['email_exists', 'register', 'signUp', 'oauthEmail'],
  ] as const)('oauth_error=%s&type=%s opens the modal with its message', async (error, type, modalType, message) => {
    const page = await open(`?oauth_error=${error}&type=${type}`);
    const modal = page.getByRole('dialog', { name: textsOf(language, 'auth')[modalType].title });
    await modal.waitFor();
    expect(await alertOf(modal)).toBe(words[message]);
    await modal.getByRole('button', { name: textsOf(language, 'auth').close, exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('an account closed elsewhere shows nothing and is cleared', async () => {
    const page = await open('?oauth_error=user_account_closed&type=login');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a used invitation says whom to ask', async () => {
    const page = await open(`${language === 'en' ? '' : '/'}accept-invitation?token=bad`);
    expect(await alertOf(page.getByRole('main'))).toBe(words.invitation);
  });

  test('asks for a human check that was not passed, in the size that fits', async () => {
    const locale = locales[language];
    const page = await visitor.open('/404', { locale, viewport: { width: 340, height: 780 } });
    // Turnstile is unreachable here: fakes its script and the setting that enables it.
    await page.route('**/api/auth/options/', (route) =>
      route.fulfill({
        json: {
          oidc: null,
          humanCheck: { siteKey: 'site-key' },
          passwordMinLength: 8,
          sandbox: true,
          starterCredits: 0,
        },
      }),
    );
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: TURNSTILE }),
    );
    // The page's policy allows the script only where the installation enables it.
    await page.route(`${visitor.url()}${prefix}/forgot-password`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(`${visitor.url()}${prefix}/forgot-password`);
    const main = page.getByRole('main');
    await main.getByText('site-key compact').waitFor();
    await main.getByLabel(field.email, { exact: true }).fill('somebody@example.com');
    await submit(main).click();
    expect(await alertOf(main)).toBe(words.human);
    await main.getByText('site-key compact').click();
    const [request] = await Promise.all([page.waitForRequest('**/send-token/'), submit(main).click()]);
    expect(request.postDataJSON()).toMatchObject({ human_check_token: 'token-1', language });
    await main.getByText(link.again).waitFor();
  });
});

/** A click on it passes the check. */
const TURNSTILE = `window.turnstile = {
  render(place, { sitekey, size, callback }) {
    const box = document.createElement('div');
    box.textContent = sitekey + ' ' + size;
    box.addEventListener('click', () => callback('token-1'));
    place.append(box);
    return 'widget';
  },
  remove() {},
};`;
