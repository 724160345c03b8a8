import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { NOTIFICATION_TYPES, TARGET_MODES } from '#engine/notification/notificationType.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'

/** The texts of e-mails: one for each kind, and where a kind says two different things, one for each of them. */
export const EMAIL_TEXT_KEYS = [
  'VERIFY_EMAIL',
  'RESET_PASSWORD',
  'ALREADY_REGISTERED',
  'ACTIVATE',
  'INVITATION',
  'ROLE_REQUEST',
  'ROLE_APPROVED',
  'ROLE_DECLINED',
  'PASSWORD_CHANGED',
  'TWO_FACTOR_ON',
  'TWO_FACTOR_OFF',
  'API_KEY_CREATED',
  'REPORT_ATTACHED',
  'REPORT_LINKED',
  'REPORT_EXTERNAL',
  'REPORT_CONFIRM',
  'NOTIFICATION_STATUS_DURATION',
  'NOTIFICATION_WORK_CENTER_OFF',
  'NOTIFICATION_WORK_IN_NON_WORK_TIME',
  'NOTIFICATION_TARGET_VALUE',
  'NOTIFICATION_CONNECTION_LOST',
  'NOTIFICATION_BATTERY_LOW',
  'NOTIFICATION_DE_PHASING',
  'NOTIFICATION_CONNECTION_ERROR',
  'NOTIFICATION_FLOW_ERROR',
  'NOTIFICATION_FLOW_SPIKE',
  'NOTIFICATION_CHECKLIST_DEVIATION',
  'NOTIFICATION_CHECKLIST_MISSED',
  'NOTIFICATION_TASK_WAITING',
  'NOTIFICATION_TASK_WANTED',
  'NOTIFICATION_ORDER_REACHED',
  'NOTIFICATION_LATE_DATA',
  'NOTIFICATION_INTEGRATION_ATTENTION',
  'NOTIFICATION_INTEGRATION_CANCELLED',
  'NOTIFICATION_PREPAID_ENDING',
  'NOTIFICATION_UNKNOWN',
  'NOTIFICATIONS',
  'NOTIFICATION_GROUP_STOP',
  'NOTIFICATION_GROUP_POWER',
  'NOTIFICATION_GROUP_NETWORK',
  'NOTIFICATION_GROUP_OTHER',
  'NOTIFICATION_RETRACTED',
  'NOTIFICATION_DIGEST',
  'SUPPORT_REQUEST',
  'SUPPORT_ANSWER',
  'WEBHOOK_DISABLED',
  'INTEGRATION_FAILED',
  'INTEGRATION_KEY_ENDS',
  'PREPAID_ENDING',
] as const
export type EmailTextKey = (typeof EMAIL_TEXT_KEYS)[number]

const text = z.string().min(1)
const email = z.strictObject({ subject: text, lines: z.array(text).min(1), button: text.optional() })
/** Of a page behind a link that asks a question: to be answered, and taken back. */
const pageTexts = z.strictObject({ title: text, question: text, button: text, done: text, undo: text, undone: text, gone: text })
const emailTexts = z.strictObject({
  greeting: text,
  greetingWithoutName: text,
  bareLink: text,
  /** Beside notifications: how many were held back before. */
  withheld: text,
  replied: text,
  automatic: text,
  unsubscribe: pageTexts.extend({ footer: text }),
  agree: pageTexts,
  /** Buttons of a message to a browser, and what stands there once one was pressed. */
  acts: z.strictObject({ acknowledge: text, snooze: text, reason: text, taken: text, putOff: text, said: text }),
  /** Statuses that no rule has. */
  statuses: z.record(z.string(), text),
  /** Figures that a target is of. */
  measures: z.record(z.enum(TARGET_MODES), text),
  /** What summaries of notifications are called as a list that a reader may end. */
  digest: text,
  /** Why a device is off, and why its entries were refused. */
  offCauses: z.record(z.enum(['BATTERY_EMPTY', 'DEVICE_OFF']), text),
  refusals: z.record(z.string(), text),
  /** What notifications are told of, as lists of e-mails that a reader may end. */
  notificationTypes: z.record(z.enum(NOTIFICATION_TYPES), text),
  roles: z.record(z.string(), text),
  emails: z.record(z.enum(EMAIL_TEXT_KEYS), email),
})

export type EmailTexts = z.infer<typeof emailTexts>

const read = (language: Language): EmailTexts =>
  emailTexts.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'emails', `${language}.json`), 'utf8')))

const TEXTS: ReadonlyMap<string, EmailTexts> = new Map(LANGUAGES.map((language) => [language, read(language)]))

/** Returns the texts of e-mails in the language. */
export function emailTextsOf(language: Language): EmailTexts {
  const texts = TEXTS.get(language)
  if (texts === undefined) throw new Error(`there are no e-mails in ${language}`)
  return texts
}
