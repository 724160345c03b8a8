import type { NotificationType, TargetMode } from '#engine/notification/notificationType.ts'

/** Values in the texts of each kind of e-mail, by name. */
export type EmailParams = {
  readonly VERIFY_EMAIL: { readonly link: string; readonly name: string }
  readonly RESET_PASSWORD: { readonly link: string; readonly name: string }
  readonly ALREADY_REGISTERED: { readonly link: string }
  readonly ACTIVATE: { readonly link: string; readonly name: string; readonly company: string }
  /** `role` is the code of the role. */
  readonly INVITATION: { readonly link: string; readonly company: string; readonly inviter: string; readonly role: string }
  readonly ROLE_REQUEST: { readonly name: string; readonly role: string; readonly company: string; readonly link: string }
  readonly ROLE_DECIDED: {
    readonly role: string
    readonly company: string
    readonly decision: 'APPROVED' | 'DECLINED'
    readonly link: string
  }
  /** `time` is an instant, `2026-11-21T05:00:00.000Z`. */
  readonly PASSWORD_CHANGED: { readonly name: string; readonly time: string }
  readonly TWO_FACTOR_CHANGED: { readonly name: string; readonly state: 'ON' | 'OFF' }
  /** `since` is a time of the plant's clock, `duration` hours and minutes. */
  readonly NOTIFICATION: {
    readonly link: string
    readonly type: NotificationType
    readonly workCenter: string
    readonly since: string
    readonly duration: string
    readonly status: string
    readonly value: string
    readonly target: string
    /** Of a target: the figure that it is of. */
    readonly measure: TargetMode | ''
    /** Orders in progress, the reason of the stop, and what cost most of a period; empty = none. */
    readonly order: string
    readonly reason: string
    readonly mainLoss: string
    /** Of a target: how many shifts are not confirmed yet, and the share of its time with data where some is missing; empty = none, all. */
    readonly unconfirmed: string
    readonly known: string
    /** Why the device is off. */
    readonly offCause: 'BATTERY_EMPTY' | 'DEVICE_OFF' | ''
    /** Codes of why entries were refused and of what is wrong with counters, and how many were refused. */
    readonly refusal: string
    readonly refusals: string
    readonly counters: string
    /** Of tasks that wait: somebody wanted them done by `since`; empty = they wait since then. */
    readonly tasks: 'WANTED' | ''
    /** Of an integration: an order that is cancelled here alone; empty = it needs a decision. */
    readonly integration: 'CANCELLED' | ''
    /** Of work outside shifts: its hours and minutes, the units counted between the shifts, and the kWh known so far. */
    readonly worked: string
    readonly units: string
    readonly kwh: string
    /** Of a silent device: how many others are silent, too. */
    readonly silentToo: string
    /** Of a low battery: in how many days it is empty. */
    readonly batteryDays: string
    /** How many were held back before it; empty = none. */
    readonly withheld: string
  }
  /** Each in a line, in the language of the reader; empty = there is none. `more` counts those that have none. */
  readonly NOTIFICATIONS: {
    readonly link: string
    readonly count: string
    readonly workCenters: string
    readonly line1: string
    readonly line2: string
    readonly line3: string
    readonly line4: string
    readonly line5: string
    readonly more: string
    readonly withheld: string
  }
  /** A summary: `count` were told since `since`, a time of the reader's clock; `open` go on, `untaken` of them nobody takes care of; each empty = none. */
  readonly NOTIFICATION_DIGEST: {
    readonly link: string
    readonly company: string
    readonly count: string
    readonly since: string
    readonly open: string
    readonly untaken: string
    readonly line1: string
    readonly line2: string
    readonly line3: string
    readonly line4: string
    readonly line5: string
    readonly more: string
  }
  /** Notifications of one type that stand at one time; `since` is a time of the plant's clock. */
  readonly NOTIFICATION_GROUP: {
    readonly link: string
    readonly cause: 'NETWORK' | 'OTHER' | 'POWER' | 'STOP'
    readonly count: string
    readonly since: string
    readonly workCenters: string
    readonly withheld: string
  }
  /** Of devices that showed it; `since` is a time of the plant's clock. */
  readonly NOTIFICATION_RETRACTED: { readonly link: string; readonly workCenter: string; readonly since: string }
  readonly API_KEY_CREATED: { readonly name: string; readonly key: string; readonly company: string }
  readonly SUPPORT_REQUEST: { readonly name: string; readonly company: string; readonly topic: string; readonly link: string }
  readonly WEBHOOK_DISABLED: { readonly webhook: string; readonly host: string; readonly company: string }
  readonly INTEGRATION_FAILED: { readonly link: string; readonly integration: string; readonly company: string }
  /** `day` is YYYY-MM-DD. */
  readonly INTEGRATION_KEY_ENDS: { readonly link: string; readonly integration: string; readonly company: string; readonly day: string }
  /** `day` is YYYY-MM-DD, the last that is paid for. */
  readonly PREPAID_ENDING: { readonly link: string; readonly company: string; readonly workCenters: string; readonly day: string }
  readonly SUPPORT_ANSWER: { readonly name: string; readonly topic: string; readonly link: string }
  /** `figure` and `parts` are sentences about its figures; `late` and `named` are dates, `unconfirmed` counts shifts. Each of these is empty where there is none. */
  readonly REPORT: {
    readonly link: string
    readonly name: string
    readonly company: string
    readonly report: string
    readonly period: string
    readonly figure: string
    readonly parts: string
    readonly isAttached: 'NO' | 'YES'
    readonly late: string
    readonly named: string
    readonly unconfirmed: string
  }
  /** To an address outside the company; `sender` is whose rights the report has. */
  readonly REPORT_EXTERNAL: {
    readonly sender: string
    readonly company: string
    readonly report: string
    readonly period: string
    readonly figure: string
    readonly parts: string
    readonly unconfirmed: string
  }
  /** Asks somebody outside the company whether the report is to be sent. */
  readonly REPORT_CONFIRM: { readonly link: string; readonly sender: string; readonly company: string; readonly report: string }
}

export const EMAIL_KINDS = [
  'VERIFY_EMAIL',
  'RESET_PASSWORD',
  'ALREADY_REGISTERED',
  'ACTIVATE',
  'INVITATION',
  'ROLE_REQUEST',
  'ROLE_DECIDED',
  'PASSWORD_CHANGED',
  'TWO_FACTOR_CHANGED',
  'API_KEY_CREATED',
  'REPORT',
  'REPORT_EXTERNAL',
  'REPORT_CONFIRM',
  'NOTIFICATION',
  'NOTIFICATIONS',
  'NOTIFICATION_GROUP',
  'NOTIFICATION_DIGEST',
  'NOTIFICATION_RETRACTED',
  'SUPPORT_REQUEST',
  'SUPPORT_ANSWER',
  'WEBHOOK_DISABLED',
  'INTEGRATION_FAILED',
  'INTEGRATION_KEY_ENDS',
  'PREPAID_ENDING',
] as const satisfies readonly (keyof EmailParams)[]
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** A kind of e-mail with its values. An empty name gives a greeting without one. */
export type EmailContent = { readonly [Kind in EmailKind]: { readonly kind: Kind; readonly params: EmailParams[Kind] } }[EmailKind]
