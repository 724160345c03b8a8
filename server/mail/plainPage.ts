import { createHash } from 'node:crypto'
import type { Language } from '#engine/user/language.ts'
import { EMAIL_COLOURS } from './emailColours.ts'
import { escapeHtml } from './emailHtml.ts'

const { back, surface, text, muted, action, onAction } = EMAIL_COLOURS

const STYLE = `:root{color-scheme:light dark;--back:${back};--surface:${surface};--text:${text};--muted:${muted};--line:#d5dbe2;--action:${action};--on-action:${onAction}}
@media (prefers-color-scheme:dark){:root{--back:#12171d;--surface:#1a2129;--text:#e8edf2;--muted:#9aa7b5;--line:#333e4a;--action:#6fb1ff;--on-action:#12171d}}
body{margin:0;background:var(--back);color:var(--text);font:14px/20px Inter,system-ui,sans-serif;overflow-wrap:anywhere}
main{box-sizing:border-box;max-width:880px;margin:0 auto;padding:32px 16px}
h1{margin:0 0 8px;font-size:20px;line-height:28px}h2{margin:24px 0 8px;font-size:14px;line-height:20px}
p{margin:0 0 16px;color:var(--muted)}a{color:var(--action)}:focus-visible{outline:2px solid var(--action);outline-offset:2px}
button{min-height:48px;padding:0 20px;border:0;border-radius:6px;background:var(--action);color:var(--on-action);font:600 16px/24px Inter,system-ui,sans-serif;cursor:pointer}
ul{margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:6px}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:4px 16px;padding:12px 16px;text-decoration:none;color:var(--text)}
li a:hover{background:var(--back)}li strong{font-weight:600}li span{color:var(--muted)}li time{grid-row:1;grid-column:2;color:var(--muted)}
@media(max-width:480px){li a{grid-template-columns:1fr;overflow-wrap:anywhere}li time{grid-row:auto;grid-column:1}}
pre{margin:0;padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;font:13px/20px ui-monospace,monospace}
iframe{box-sizing:border-box;width:100%;height:560px;border:1px solid var(--line);border-radius:6px;background:var(--surface)}`

/** Allows a plain page its own style, and what `more` names. */
export const plainPolicy = (more: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    ...more,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Returns a page that needs no script and is found by no search engine; `body` is HTML. */
export function plainPage(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)} – Trueline</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`
}
