import { tagOf, type Language } from '#engine/user/language.ts'
import { escapeHtml } from './emailHtml.ts'
import type { OpenedEmail, OutboxEmail } from './outbox.store.ts'
import { plainPage, plainPolicy } from './plainPage.ts'

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

/** Allows the page its own style, and the e-mail in a frame of this address. */
export const OUTBOX_POLICY = plainPolicy(["frame-src 'self'", "form-action 'none'"])

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
  return plainPage(language, texts.title, `<h1>${texts.title}</h1><p>${texts.about}</p>${list}`)
}

/** Returns the page of one e-mail: its text with the address to click, and how a mail program shows it. */
export function outboxEmailPage(email: OpenedEmail, address: OutboxAddress, language: Language): string {
  const texts = TEXTS[language]
  const frame = `<iframe title="${escapeHtml(texts.asEmail)}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${href(address, `/${email.id}/html`)}"></iframe>`
  const body = `<p><a href="${href(address, '')}">← ${texts.back}</a></p><h1>${escapeHtml(email.subject)}</h1>
<p>${texts.to}: ${escapeHtml(email.recipient)} · ${time(email, language)}</p>
<h2>${texts.asText}</h2><pre>${withLinks(email.text)}</pre><h2>${texts.asEmail}</h2>${frame}`
  return plainPage(language, email.subject, body)
}

function href({ path, key }: OutboxAddress, below: string): string {
  return escapeHtml(`${path}${below}?key=${encodeURIComponent(key)}`)
}

function time({ createdAt }: OutboxEmail, language: Language): string {
  const shown = new Intl.DateTimeFormat(tagOf(language), {
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
