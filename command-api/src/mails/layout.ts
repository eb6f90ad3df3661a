import { tagOf } from '@clearcut/schemas/languages';
import { escapeHtml } from '../texts/html.ts';

/** Plain text; only `layout` produces HTML. */
export interface MailContent {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly url: string; readonly help: string };
  readonly note: string;
  readonly footer: string;
}

const LIGHT = { desk: '#eceee8', paper: '#fdfdfb', ink: '#12211d', soft: '#4c5c56', line: '#d5d9d0', link: '#b23a08' };
const DARK = { desk: '#0b1110', paper: '#1b2523', ink: '#eef3ef', soft: '#a5b5af', line: '#2b3734', link: '#ff9166' };
const MAT = '#10473f';
const ACCENT = '#ff5a1f';
const FONTS = "'Instrument Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Tables and inline styles, since mail programs support little else; loads nothing. */
export function htmlOf({ language, direction, title, text, action, note, footer }: MailContent): string {
  const start = direction === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${tagOf(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .desk { background: ${DARK.desk} !important }
  .paper { background: ${DARK.paper} !important; border-color: ${DARK.line} !important }
  .ink { color: ${DARK.ink} !important }
  .soft { color: ${DARK.soft} !important }
  .line { border-color: ${DARK.line} !important }
  .link { color: ${DARK.link} !important }
}
</style>
</head>
<body class="desk" style="margin:0;padding:0;background:${LIGHT.desk};">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(text)}</div>
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.desk};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="max-width:540px;">
<tr><td align="${start}" bgcolor="${MAT}" style="padding:20px 32px;background:${MAT};border-radius:4px 4px 0 0;">
${wordmark()}
</td></tr>
<tr><td class="paper" align="${start}" style="padding:36px 32px 32px;background:${LIGHT.paper};border:1px solid ${LIGHT.line};border-top:0;border-radius:0 0 4px 4px;font-family:${FONTS};">
<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.25;font-weight:700;color:${LIGHT.ink};">${escapeHtml(title)}</h1>
<p class="ink" style="margin:0 0 28px;font-size:16px;line-height:1.6;color:${LIGHT.ink};">${escapeHtml(text)}</p>
${action === undefined ? '' : button(action)}
<p class="soft" style="margin:0;font-size:14px;line-height:1.6;color:${LIGHT.soft};">${escapeHtml(note)}</p>
${action === undefined ? '' : address(action)}
</td></tr>
<tr><td align="${start}" class="soft" style="padding:20px 32px 0;font-family:${FONTS};font-size:13px;line-height:1.5;color:${LIGHT.soft};">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

export function textOf({ title, text, action, note, footer }: MailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return `${[title, text, ...link, note, `-- \n${footer}`].join('\n\n')}\n`;
}

function wordmark(): string {
  const mark = `width:0;height:0;font-size:0;line-height:0;border-left:22px solid ${ACCENT};border-top:22px solid #ffffff;`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" dir="ltr"><tr>
<td style="padding-right:10px;"><div style="${mark}"></div></td>
<td style="font-family:${FONTS};font-size:22px;line-height:1;font-weight:800;letter-spacing:-0.03em;color:#f5f8f2;">Clearcut</td>
</tr></table>`;
}

function button({ label, url }: { readonly label: string; readonly url: string }): string {
  const style = `display:inline-block;padding:14px 24px;font-family:${FONTS};font-size:16px;line-height:1.2;font-weight:700;color:#1d0a02;text-decoration:none;`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 28px;"><tr><td bgcolor="${ACCENT}" style="background:${ACCENT};border-radius:4px;">
<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>
</td></tr></table>`;
}

function address({ url, help }: { readonly url: string; readonly help: string }): string {
  const rule = `margin:24px 0 0;padding:20px 0 0;border-top:1px solid ${LIGHT.line};`;
  return `<p class="soft line" style="${rule}font-size:13px;line-height:1.6;color:${LIGHT.soft};">${escapeHtml(help)}<br>
<a class="link" href="${escapeHtml(url)}" dir="ltr" style="color:${LIGHT.link};word-break:break-all;">${escapeHtml(url)}</a></p>`;
}
