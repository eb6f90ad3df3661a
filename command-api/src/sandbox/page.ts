import { Html, html } from '../texts/html.ts';

/** Inline styles, as the content security policy allows; no scripts. */
export function page(title: string, main: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Clearcut sandbox</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${new Html(STYLES)}
        </style>
      </head>
      <body>
        <header>
          <b>Clearcut</b> <span>sandbox: a stand-in for the world outside, seen by this machine alone</span>
        </header>
        <main>${main}</main>
      </body>
    </html>`.markup;
}

/** From the client's theme/tokens.ts. */
const STYLES = `
:root { color-scheme: light dark; --desk: #eceee8; --paper: #fdfdfb; --ink: #12211d; --soft: #4c5c56; --line: #d5d9d0; --link: #b23a08 }
@media (prefers-color-scheme: dark) { :root { --desk: #0b1110; --paper: #1b2523; --ink: #eef3ef; --soft: #a5b5af; --line: #2b3734; --link: #ff9166 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--desk); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; padding: 14px 24px; background: #10473f; color: #f5f8f2 }
header b { font-size: 20px; letter-spacing: -0.03em }
header span { font-size: 14px; color: #b4cfc5 }
main { max-width: 860px; margin: 0 auto; padding: 32px 24px 64px }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere }
p { margin: 0 0 20px; color: var(--soft) }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.list { margin: 24px 0 0; padding: 0; list-style: none; border: 1px solid var(--line); background: var(--paper) }
.list li + li { border-top: 1px solid var(--line) }
.list a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 14px 20px; color: inherit; text-decoration: none }
.list a:hover { background: color-mix(in srgb, var(--paper), var(--ink) 5%) }
.list b { grid-column: 1 / -1; overflow-wrap: anywhere }
.list span, .list time { font-size: 14px; color: var(--soft) }
.list span { overflow: hidden; text-overflow: ellipsis }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0 0 24px; font-size: 14px; color: var(--soft) }
dd { margin: 0; color: var(--ink); overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 760px; border: 1px solid var(--line); background: #fff }
pre { margin: 0; padding: 20px; border: 1px solid var(--line); background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, monospace }
h2 { margin: 32px 0 12px; font-size: 18px }
form { max-width: 460px; padding: 24px; border: 1px solid var(--line); background: var(--paper) }
label { display: block; margin: 0 0 16px; font-size: 14px; font-weight: 600 }
input[type=text], input[type=email] { display: block; width: 100%; min-height: 44px; margin-top: 6px; padding: 8px 12px; border: 1px solid #7d8a84; border-radius: 4px; background: var(--paper); color: inherit; font: 400 16px/1.5 system-ui, sans-serif }
label.check { display: flex; gap: 10px; align-items: center; font-weight: 400 }
.list form { display: flex; flex-wrap: wrap; gap: 0 20px; max-width: none; padding: 0 20px 6px; border: 0; background: none }
.list form button.quiet, form.row button.quiet { padding: 8px 0 }
form.row { display: flex; flex-wrap: wrap; gap: 0 24px; max-width: none; padding: 6px 20px; margin: 0 0 20px }
.list + p { margin-top: 20px }
@media print { header, form { display: none } :root { --desk: #fff; --paper: #fff; --ink: #000; --soft: #333 } }
button { min-height: 44px; padding: 8px 20px; border: 0; border-radius: 4px; background: #ff5a1f; color: #1d0a02; font: inherit; font-weight: 650; cursor: pointer }
button.quiet { background: none; color: var(--link); text-decoration: underline }
`;
