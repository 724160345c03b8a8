import { mayReadReport } from './mayReadReport.ts'
import type { AbilityGrants } from '#engine/access/abilities.ts'
import { emailProblems } from '#engine/user/person.ts'
import type { Problem } from '#engine/result.ts'
import type { Language } from '#engine/user/language.ts'
import { PERIODICITIES, REPORT_TYPES } from './reportKind.ts'
import type { Periodicity, ReportFormat, ReportType } from './reportKind.ts'

/** What is chosen for reports that come by themselves. */
export type SubscriptionForm = {
  readonly type: ReportType
  readonly periodicity: Periodicity
  /** Of the clock; by shifts a delay after the end of each. */
  readonly hours: number
  readonly minutes: number
  /** null = that of each recipient. */
  readonly language: Language | null
  readonly format: ReportFormat
  /** null = those of the group, without one all that each recipient may see. */
  readonly workCenterId: number | null
  /** Those that are in it when the report is made. */
  readonly groupId: number | null
  readonly waitsForConfirmation: boolean
  /** The saved view of analytics that a report of VIEW shows; null of the others, and where the view was deleted since. */
  readonly viewId: string | null
}

/** Recipients of one subscription. */
export const MOST_RECIPIENTS = 50
/** Subscriptions of one company. */
export const MOST_SUBSCRIPTIONS = 500

/** Returns the formats that a report may be sent in: losses, and the parts of energy, are one table that CSV has room for. */
export function formatsOf(type: ReportType): readonly ReportFormat[] {
  return type === 'LOSSES' || type === 'ENERGY' ? ['PDF', 'XLSX', 'CSV'] : ['PDF', 'XLSX']
}

/** Returns how often a report may be sent: a view of analytics is of whole shift dates, energy of whole days of the clock. */
export function periodicitiesOf(type: ReportType): readonly Periodicity[] {
  return type === 'VIEW' || type === 'ENERGY' ? PERIODICITIES.filter((one) => one !== 'BY_SHIFTS') : PERIODICITIES
}

/** Returns what is wrong with the form, each with its field and legal range. */
export function subscriptionProblems(form: SubscriptionForm): readonly Problem[] {
  const { type, periodicity, hours, minutes, format, workCenterId, groupId, viewId } = form
  return [
    ...rangeProblem('hours', hours, 23),
    ...rangeProblem('minutes', minutes, 59),
    ...(groupId === null || workCenterId === null ? [] : rangeProblem('workCenterId', workCenterId, 0)),
    ...(formatsOf(type).includes(format)
      ? []
      : [{ code: 'INVALID_FORMAT', field: 'format', params: { example: formatsOf(type).join(', ') } }]),
    ...(periodicitiesOf(type).includes(periodicity)
      ? []
      : [{ code: 'INVALID_FORMAT', field: 'periodicity', params: { example: periodicitiesOf(type).join(', ') } }]),
    // A view of a report that shows none would be lost without a word.
    ...(viewId !== null && type !== 'VIEW' ? [{ code: 'VALUE_OUT_OF_RANGE', field: 'reportTypeId', params: wrongTypeOf(type) }] : []),
  ]
}

/** Returns what is wrong with the number of recipients, members and addresses together. */
export function recipientsProblem(count: number): Problem | null {
  if (count === 0) return { code: 'REQUIRED', field: 'userIds' }
  return count > MOST_RECIPIENTS
    ? { code: 'VALUE_OUT_OF_RANGE', field: 'userIds', params: { value: count, min: 1, max: MOST_RECIPIENTS } }
    : null
}

/** Returns what is wrong with addresses outside the company that a report is to be sent to; there must be none where the company allows none. */
export function addressProblems(emails: readonly string[], { isAllowed }: { readonly isAllowed: boolean }): readonly Problem[] {
  if (emails.length > 0 && !isAllowed) return [{ code: 'EXTERNAL_REPORTS_OFF', field: 'emails' }]
  return emails.flatMap((email, at) => emailProblems(email, `emails[${at}]`))
}

/** Returns why the person may not keep a subscription of the report: what one gets oneself needs to be readable, for others it takes the settings of work centers. */
export function maySubscribe(grants: AbilityGrants, asked: { readonly type: ReportType; readonly isForOthers: boolean }): Problem | null {
  const unread = mayReadReport(grants, asked.type)
  if (unread !== null) return unread
  return !asked.isForOthers || maySubscribeOthers(grants)
    ? null
    : { code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'WORK_CENTER_SETTINGS' } }
}

/** Returns whether the person may send reports to others, and sees all subscriptions. */
export function maySubscribeOthers({ modifiable }: AbilityGrants): boolean {
  return modifiable.has('WORK_CENTER_SETTINGS')
}

/** Its number in the API, and that of views. */
function wrongTypeOf(type: ReportType) {
  const of = REPORT_TYPES.indexOf('VIEW') + 1
  return { value: REPORT_TYPES.indexOf(type) + 1, min: of, max: of }
}

function rangeProblem(field: string, value: number, max: number): readonly Problem[] {
  return Number.isInteger(value) && value >= 0 && value <= max
    ? []
    : [{ code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: 0, max } }]
}
