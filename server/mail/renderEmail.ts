import { targetMode } from '#engine/notification/notificationType.ts'
import { tagOf, type Language } from '#engine/user/language.ts'
import { emailHtml } from './emailHtml.ts'
import type { EmailContent } from './emailKind.ts'
import { emailTextsOf } from './emailTexts.ts'
import type { EmailTextKey, EmailTexts } from './emailTexts.ts'

/** An e-mail as it is sent. */
export type RenderedEmail = { readonly subject: string; readonly text: string; readonly html: string }

/** Longer values are cut: what people enter is not limited for e-mails. */
const VALUE_LENGTH = 120

/** Control characters, line ends, and those that turn the direction of what follows them. */
// oxlint-disable-next-line no-control-regex -- these are the characters that must not come through
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g

/** Values that may be empty; the line that tells one is then left out. */
const DETAILS = [
  'order',
  'reason',
  'mainLoss',
  'offCause',
  'refusal',
  'worked',
  'units',
  'kwh',
  'silentToo',
  'batteryDays',
  'known',
] as const
/** Of several notifications: each in a line, and how many more there are. */
const LINES = ['line1', 'line2', 'line3', 'line4', 'line5', 'more'] as const
const OPTIONAL = ['figure', 'parts', 'late', 'named', 'unconfirmed', 'open', 'untaken', ...DETAILS, ...LINES] as const

const WORD_JOINER = '\u2060'

/** Returns the e-mail in the language as subject, plain text and HTML. Mail programs make no links of typed text in it. */
export function renderEmail(content: EmailContent, language: Language, unsubscribeUrl: string | null = null): RenderedEmail {
  const texts = emailTextsOf(language)
  const { link, values } = valuesOf(content, texts, language)
  const email = texts.emails[textKey(content)]
  const fill = (template: string) => template.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => values[name] ?? '')
  const greeting = fill(greetedName(content) === '' ? texts.greetingWithoutName : texts.greeting)
  const own = email.lines.filter((line) => !OPTIONAL.some((name) => (values[name] ?? '') === '' && line.includes(`{{${name}}}`)))
  const lines = [...own, ...withheldLine(values, texts)].map(fill)
  const subject = fill(email.subject)
  const footer = content.kind === 'SUPPORT_REQUEST' ? texts.replied : texts.automatic
  const button = link === null || email.button === undefined ? null : { link, label: email.button, hint: texts.bareLink }
  return {
    subject,
    text: [
      greeting,
      ...lines,
      ...(button === null ? [] : [`${button.label}:\n${button.link}`]),
      `-- \n${footer}`,
      ...(unsubscribeUrl === null ? [] : [`${texts.unsubscribe.footer}:\n${unsubscribeUrl}`]),
      '',
    ].join('\n\n'),
    html: emailHtml({
      language,
      subject,
      greeting,
      lines,
      button,
      footer,
      unsubscribe: unsubscribeUrl === null ? null : { link: unsubscribeUrl, label: texts.unsubscribe.footer },
    }),
  }
}

/**
 * Returns subject and first line of the e-mail, with the details that are known, for push notifications, which do not linkify text; of several, whose subject
 * says how many and where, the line of each.
 */
export function wordsOf(content: EmailContent, language: Language): { readonly title: string; readonly line: string } {
  const texts = emailTextsOf(language)
  const { values } = valuesOf(content, texts, language)
  const { subject, lines } = texts.emails[textKey(content)]
  const fill = (template: string) =>
    template.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => values[name] ?? '').replaceAll(WORD_JOINER, '')
  const [first = '', ...others] = lines
  const said = (names: readonly string[]) =>
    others.filter((line) => names.some((name) => (values[name] ?? '') !== '' && line.includes(`{{${name}}}`))).map(fill)
  const held = withheldLine(values, texts).map(fill)
  if (content.kind === 'NOTIFICATIONS') return { title: fill(subject), line: [said(LINES).join('; '), ...held].join(' ') }
  return { title: fill(subject), line: [fill(first), ...said(DETAILS), ...held].join(' ') }
}

function withheldLine({ withheld = '' }: Readonly<Record<string, string>>, texts: EmailTexts): readonly string[] {
  return withheld === '' ? [] : [texts.withheld]
}

function textKey(content: EmailContent): EmailTextKey {
  if (content.kind === 'ROLE_DECIDED') return content.params.decision === 'APPROVED' ? 'ROLE_APPROVED' : 'ROLE_DECLINED'
  if (content.kind === 'TWO_FACTOR_CHANGED') return content.params.state === 'ON' ? 'TWO_FACTOR_ON' : 'TWO_FACTOR_OFF'
  if (content.kind === 'REPORT') return content.params.isAttached === 'YES' ? 'REPORT_ATTACHED' : 'REPORT_LINKED'
  if (content.kind === 'NOTIFICATION') {
    const { type, counters, integration, tasks } = content.params
    if (type === 'INTEGRATION_ATTENTION' && integration === 'CANCELLED') return 'NOTIFICATION_INTEGRATION_CANCELLED'
    if (type === 'TASK_WAITING' && tasks === 'WANTED') return 'NOTIFICATION_TASK_WANTED'
    return type === 'FLOW_ERROR' && counters === 'COUNTER_SPIKE' ? 'NOTIFICATION_FLOW_SPIKE' : `NOTIFICATION_${type}`
  }
  if (content.kind === 'NOTIFICATION_GROUP') return `NOTIFICATION_GROUP_${content.params.cause}`
  return content.kind
}

/** The name in a request for a role, or in a question, is somebody else's than the reader's. */
function greetedName(content: EmailContent): string {
  return 'name' in content.params && content.kind !== 'ROLE_REQUEST' && content.kind !== 'SUPPORT_REQUEST' ? shown(content.params.name) : ''
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

type Values = { readonly link: string | null; readonly values: Readonly<Record<string, string>> }

function valuesOf({ params }: EmailContent, texts: EmailTexts, language: Language): Values {
  const given: Readonly<Record<string, string>> = { ...params }
  const { link, role, time, ...others } = given
  const values = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, shown(value)]))
  if (role !== undefined) values['role'] = shown(texts.roles[role] ?? role)
  if (time !== undefined) values['time'] = timeText(time, language)
  for (const name of ['value', 'target', 'known']) if (given[name] !== undefined) values[name] = shown(figureText(given[name], language))
  for (const name of ['units', 'kwh']) if (given[name] !== undefined) values[name] = shown(numberText(given[name], language))
  const { measure, offCause, refusal } = given
  if (offCause === 'BATTERY_EMPTY' || offCause === 'DEVICE_OFF') values['offCause'] = texts.offCauses[offCause]
  if (refusal !== undefined) values['refusal'] = texts.refusals[refusal] ?? ''
  if (measure !== undefined) values['measure'] = texts.measures[targetMode(measure)]
  if (given['status'] !== undefined) values['status'] = shown(statusText(given['status'], given['type'], texts, language))
  return { link: link === undefined ? null : new URL(link).href, values }
}

function numberText(number: string, language: Language): string {
  return number === '' ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(Number(number))
}

/** A percentage as people of the language write it. */
function figureText(figure: string, language: Language): string {
  const [, number] = /^(-?\d+(?:\.\d+)?) %$/.exec(figure) ?? []
  if (number === undefined) return figure
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(Number(number))} %`
}

/** What a notification names in the reader's language: a status that no rule has, or a day. */
function statusText(status: string, type: string | undefined, texts: EmailTexts, language: Language): string {
  if (type === 'STATUS_DURATION') return texts.statuses[status] ?? status
  return type === 'PREPAID_ENDING' && DAY.test(status) ? dayText(status, language) : status
}

function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** Returns the value on one line, cut, and with a joiner wherever a mail program would see the start of an address. */
function shown(value: string): string {
  const line = value.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  const cut = characters.length > VALUE_LENGTH ? `${characters.slice(0, VALUE_LENGTH - 1).join('')}…` : line
  return cut.replace(/[.:/@](?=\S)/g, (sign) => sign + WORD_JOINER)
}

function timeText(instant: string, language: Language): string {
  return `${new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} UTC`
}
