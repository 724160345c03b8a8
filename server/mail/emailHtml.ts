import { EMAIL_COLOURS } from './emailColours.ts'

export type EmailParts = {
  readonly language: string
  readonly subject: string
  readonly greeting: string
  readonly lines: readonly string[]
  readonly button: { readonly link: string; readonly label: string; readonly hint: string } | null
  readonly footer: string
  readonly unsubscribe: { readonly link: string; readonly label: string } | null
}

const { back, surface, text, muted, action, onAction } = EMAIL_COLOURS
const FONT = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const PARAGRAPH = `margin:0 0 16px;font-size:16px;line-height:24px;color:${text}`
const SMALL = `margin:0 0 8px;font-size:13px;line-height:20px;color:${muted}`

/** Mail programs that know the dark scheme get its colours; the others keep the inline ones, which are readable on both. */
const DARK = [
  '@media (prefers-color-scheme: dark) {',
  '.back { background: #12171d !important }',
  '.card { background: #1a2129 !important }',
  '.card h1, .card p { color: #e8edf2 !important }',
  '.card .small { color: #9aa7b5 !important }',
  '.card .small a { color: #6fb1ff !important }',
  '}',
].join(' ')

/** Returns the e-mail as HTML that every mail program shows: one column, styles in the elements, one button and the bare address below it. */
export function emailHtml(email: EmailParts): string {
  return `<!doctype html>
<html lang="${escapeHtml(email.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
<style>${DARK}</style>
</head>
<body class="back" style="margin:0;padding:24px 12px;background:${back};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<div class="card" style="box-sizing:border-box;max-width:560px;padding:32px 24px;border-radius:6px;background:${surface};text-align:left;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-size:18px;line-height:24px;font-weight:700;color:${text}">Trueline</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;color:${text}">${escapeHtml(email.subject)}</h1>
${[email.greeting, ...email.lines].map((line) => `<p style="${PARAGRAPH}">${escapeHtml(line)}</p>`).join('\n')}
${email.button === null ? '' : buttonHtml(email.button)}
<p class="small" style="${SMALL};margin-top:24px">${escapeHtml(email.footer)}</p>
${email.unsubscribe === null ? '' : unsubscribeHtml(email.unsubscribe)}
</div>
</td></tr></table>
</body>
</html>
`
}

function unsubscribeHtml({ link, label }: NonNullable<EmailParts['unsubscribe']>): string {
  const href = `href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer"`
  return `<p class="small" style="${SMALL}"><a ${href} style="color:${action}">${escapeHtml(label)}</a></p>`
}

function buttonHtml({ link, label, hint }: NonNullable<EmailParts['button']>): string {
  const href = escapeHtml(link)
  const attributes = `href="${href}" target="_blank" rel="noopener noreferrer"`
  return `<p style="margin:24px 0"><a ${attributes} style="display:inline-block;padding:12px 20px;border-radius:6px;background:${action};color:${onAction};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="small" style="${SMALL}">${escapeHtml(hint)}<br><a ${attributes} style="color:${action};word-break:break-all">${href}</a></p>`
}

/** Returns the text escaped for HTML, for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
