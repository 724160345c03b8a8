import { createHash } from 'node:crypto'
import type { Language } from '#engine/user/language.ts'
import { EMAIL_COLOURS } from './emailColours.ts'
import { escapeHtml } from './emailHtml.ts'
import type { OpenedEmail, OutboxEmail } from './outbox.store.ts'

type PageTexts = {
  readonly title: string
  readonly about: string
  readonly empty: string
  readonly to: string
  readonly back: string
  readonly asText: string
  readonly asEmail: string
}

const TEXTS: Record<Language, PageTexts> = {
  en: {
    title: 'Outbox',
    about: 'No mail server is set (SMTP_URL), so letters stay here. They can be read for 7 days.',
    empty: 'There are no letters',
    to: 'To',
    back: 'All letters',
    asText: 'As text',
    asEmail: 'As mail programs show it',
  },
  uk: {
    title: 'Вихідні листи',
    about: 'Поштовий сервер не задано (SMTP_URL), тому листи залишаються тут. Їх можна прочитати протягом 7 днів.',
    empty: 'Листів немає',
    to: 'Кому',
    back: 'Усі листи',
    asText: 'Як текст',
    asEmail: 'Як у поштовій програмі',
  },
  pl: {
    title: 'Skrzynka nadawcza',
    about: 'Nie ustawiono serwera poczty (SMTP_URL), więc wiadomości zostają tutaj. Można je czytać przez 7 dni.',
    empty: 'Nie ma wiadomości',
    to: 'Do',
    back: 'Wszystkie wiadomości',
    asText: 'Jako tekst',
    asEmail: 'Jak w programie pocztowym',
  },
  ru: {
    title: 'Исходящие письма',
    about: 'Почтовый сервер не задан (SMTP_URL), поэтому письма остаются здесь. Их можно прочитать в течение 7 дней.',
    empty: 'Писем нет',
    to: 'Кому',
    back: 'Все письма',
    asText: 'Как текст',
    asEmail: 'Как в почтовой программе',
  },
  es: {
    title: 'Bandeja de salida',
    about: 'No hay servidor de correo (SMTP_URL), así que los mensajes se quedan aquí. Se pueden leer durante 7 días.',
    empty: 'No hay mensajes',
    to: 'Para',
    back: 'Todos los mensajes',
    asText: 'Como texto',
    asEmail: 'Como lo muestra un programa de correo',
  },
  uz: {
    title: 'Chiquvchi xatlar',
    about: 'Pochta serveri berilmagan (SMTP_URL), shuning uchun xatlar shu yerda qoladi. Ularni 7 kun davomida oʻqish mumkin.',
    empty: 'Xatlar yoʻq',
    to: 'Kimga',
    back: 'Barcha xatlar',
    asText: 'Matn sifatida',
    asEmail: 'Pochta dasturidagidek',
  },
}

const { back, surface, text, muted, action } = EMAIL_COLOURS

const STYLE = `:root{color-scheme:light dark;--back:${back};--surface:${surface};--text:${text};--muted:${muted};--line:#d5dbe2;--action:${action}}
@media (prefers-color-scheme:dark){:root{--back:#12171d;--surface:#1a2129;--text:#e8edf2;--muted:#9aa7b5;--line:#333e4a;--action:#6fb1ff}}
body{margin:0;background:var(--back);color:var(--text);font:14px/20px Inter,system-ui,sans-serif;overflow-wrap:anywhere}
main{box-sizing:border-box;max-width:880px;margin:0 auto;padding:32px 16px}
h1{margin:0 0 8px;font-size:20px;line-height:28px}h2{margin:24px 0 8px;font-size:14px;line-height:20px}
p{margin:0 0 16px;color:var(--muted)}a{color:var(--action)}:focus-visible{outline:2px solid var(--action);outline-offset:2px}
ul{margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:6px}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:4px 16px;padding:12px 16px;text-decoration:none;color:var(--text)}
li a:hover{background:var(--back)}li strong{font-weight:600}li span{color:var(--muted)}li time{grid-row:1;grid-column:2;color:var(--muted)}
@media(max-width:480px){li a{grid-template-columns:1fr;overflow-wrap:anywhere}li time{grid-row:auto;grid-column:1}}
pre{margin:0;padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;font:13px/20px ui-monospace,monospace}
iframe{box-sizing:border-box;width:100%;height:560px;border:1px solid var(--line);border-radius:6px;background:var(--surface)}`

/** Allows the page its own style, and the e-mail in a frame of this address. */
export const OUTBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** An e-mail shown here runs and loads nothing; its links open a window of their own. */
export const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/** Where the outbox is and with what it opens. */
export type OutboxAddress = { readonly path: string; readonly key: string }

/** Returns the page with the list of e-mails. */
export function outboxListPage(emails: readonly OutboxEmail[], address: OutboxAddress, language: Language): string {
  const texts = TEXTS[language]
  const rows = emails.map(
    (email) =>
      `<li><a href="${href(address, `/${email.id}`)}"><strong>${escapeHtml(email.subject)}</strong><span>${escapeHtml(email.recipient)}</span>${time(email, language)}</a></li>`,
  )
  const list = rows.length === 0 ? `<p>${texts.empty}</p>` : `<ul>${rows.join('\n')}</ul>`
  return page(language, texts.title, `<h1>${texts.title}</h1><p>${texts.about}</p>${list}`)
}

/** Returns the page of one e-mail: its text with the address to click, and how a mail program shows it. */
export function outboxEmailPage(email: OpenedEmail, address: OutboxAddress, language: Language): string {
  const texts = TEXTS[language]
  const frame = `<iframe title="${escapeHtml(texts.asEmail)}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${href(address, `/${email.id}/html`)}"></iframe>`
  const body = `<p><a href="${href(address, '')}">← ${texts.back}</a></p><h1>${escapeHtml(email.subject)}</h1>
<p>${texts.to}: ${escapeHtml(email.recipient)} · ${time(email, language)}</p>
<h2>${texts.asText}</h2><pre>${withLinks(email.text)}</pre><h2>${texts.asEmail}</h2>${frame}`
  return page(language, email.subject, body)
}

function href({ path, key }: OutboxAddress, below: string): string {
  return escapeHtml(`${path}${below}?key=${encodeURIComponent(key)}`)
}

function time({ createdAt }: OutboxEmail, language: Language): string {
  const shown = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(createdAt)
  return `<time datetime="${createdAt.toISOString()}">${shown} UTC</time>`
}

/** Only addresses that we wrote become links; typed text never does. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
}

function page(language: Language, title: string, body: string): string {
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
