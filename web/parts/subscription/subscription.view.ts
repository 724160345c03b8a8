import { mayReadReport } from '#engine/report/mayReadReport.ts'
import { REPORT_TYPES } from '#engine/report/reportKind.ts'
import type { Periodicity, ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import { formatsOf, periodicitiesOf, recipientsProblem, subscriptionProblems } from '#engine/report/subscription.ts'
import type { AbilitySubject } from '#engine/access/abilities.ts'
import { parseEmails, uniqueEmails } from '#engine/user/emailList.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { BoxReportInput, SubscriptionsQuery } from '#web/api/generated/graphql.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

export type SubscriptionRow = SubscriptionsQuery['boxReports'][number]

/** What is typed and chosen; `workCenterId` empty = those of the group, and without one all, `language` empty = that of each recipient. */
export type SubscriptionValues = {
  readonly type: ReportType
  readonly periodicity: Periodicity
  readonly workCenterId: string
  readonly groupId: string
  /** `07:00`; by shifts a delay. */
  readonly time: string
  readonly language: string
  readonly format: ReportFormat
  readonly waits: boolean
  readonly userIds: readonly string[]
  /** Addresses outside the company, as they are typed. */
  readonly emails: string
  /** The saved view of a report of one; empty = none is chosen, KEPT_VIEW = the one that it shows, which was deleted. */
  readonly view: string
}

/** What a report shows goes on when its view is deleted. */
export const KEPT_VIEW = 'kept'

/** Returns the report of the number in the API. */
export function typeOf({ reportTypeId }: Pick<SubscriptionRow, 'reportTypeId'>): ReportType {
  return REPORT_TYPES[reportTypeId - 1] ?? 'GENERAL'
}

/** Returns the reports that the viewer may subscribe. */
export function subscribableTypes(readable: ReadonlySet<AbilitySubject>): readonly ReportType[] {
  return REPORT_TYPES.filter((type) => mayReadReport({ readable }, type) === null)
}

/** Returns what a form begins with: the subscription as it is, or a daily report of the first kind to the viewer. */
export function valuesOf(
  row: SubscriptionRow | null,
  fresh: {
    readonly types: readonly ReportType[]
    readonly workCenterId: number | null
    readonly viewerId: string
    /** What of it was chosen before. */
    readonly begins?: Partial<SubscriptionValues> | undefined
  },
): SubscriptionValues {
  if (row === null)
    return changedValues(
      {
        type: fresh.types[0] ?? 'SHIFT',
        periodicity: 'DAILY',
        workCenterId: fresh.workCenterId === null ? '' : `${fresh.workCenterId}`,
        groupId: '',
        time: '07:00',
        language: '',
        format: 'PDF',
        waits: false,
        userIds: [fresh.viewerId],
        emails: '',
        view: '',
      },
      fresh.begins ?? {},
    )
  return {
    type: typeOf(row),
    periodicity: row.periodicity,
    workCenterId: row.workCenterId === 0 ? '' : `${row.workCenterId}`,
    groupId: row.groupId === null ? '' : `${row.groupId}`,
    time: clockOf(row),
    language: row.languageCode ?? '',
    format: row.format,
    waits: row.waitForConfirmation,
    userIds: row.recipients.flatMap(({ user }) => (user === null ? [] : [user.id])),
    emails: row.addresses.map(({ email }) => email).join(', '),
    view: row.view ?? (row.viewName === null ? '' : KEPT_VIEW),
  }
}

/** Returns the values with the change, in a format and a rhythm that their report has. */
export function changedValues(values: SubscriptionValues, change: Partial<SubscriptionValues>): SubscriptionValues {
  const next = { ...values, ...change }
  return {
    ...next,
    ...(!formatsOf(next.type).includes(next.format) && { format: 'PDF' as const }),
    ...(!periodicitiesOf(next.type).includes(next.periodicity) && { periodicity: 'DAILY' as const }),
  }
}

/** Returns what the API is asked to keep. */
export function inputOf(values: SubscriptionValues): BoxReportInput {
  const { hours, minutes } = timeOf(values)
  return {
    reportTypeId: REPORT_TYPES.indexOf(values.type) + 1,
    periodicity: values.periodicity,
    hours,
    minutes,
    languageCode: values.language === '' ? null : values.language,
    format: values.format,
    workCenterId: values.workCenterId === '' ? 0 : Number(values.workCenterId),
    groupId: values.groupId === '' ? null : Number(values.groupId),
    waitForConfirmation: values.waits,
    ...(values.type === 'VIEW' && { view: values.view === KEPT_VIEW ? null : values.view }),
  }
}

/** Returns what is wrong with the values, by the rules of the server. */
export function problemsOfValues(values: SubscriptionValues): readonly FieldProblem[] {
  if (values.time === '') return [{ code: 'REQUIRED', field: 'time' }]
  const form = {
    ...timeOf(values),
    type: values.type,
    periodicity: values.periodicity,
    format: values.format,
    language: isLanguage(values.language) ? values.language : null,
    workCenterId: null,
    groupId: null,
    waitsForConfirmation: values.waits,
    viewId: null,
  }
  if (values.type === 'VIEW' && values.view === '') return [{ code: 'REQUIRED', field: 'view' }]
  const entries = parseEmails(values.emails)
  // Nothing between two commas is no address.
  const wrong = entries.find(({ problem }) => problem === 'INVALID_EMAIL')
  if (wrong !== undefined) return [{ code: 'INVALID_EMAIL', field: 'emails', params: { text: wrong.text } }]
  const recipients = recipientsProblem(values.userIds.length + emailsOf(values).length)
  return [...subscriptionProblems(form), ...(recipients === null ? [] : [recipients])]
}

/** Returns the addresses that are typed, each once. */
export function emailsOf({ emails }: Pick<SubscriptionValues, 'emails'>): readonly string[] {
  return uniqueEmails(parseEmails(emails))
}

/** Returns who gets it now, to be stored; the addresses only where they differ, as a list that is missing stays. Null = nobody is added or taken off. */
export function readdressedOf(
  row: Pick<SubscriptionRow, 'addresses' | 'recipients'>,
  values: Pick<SubscriptionValues, 'emails' | 'userIds'>,
): { readonly userIds: string[]; readonly emails?: string[] } | null {
  const [userIds, emails] = [[...values.userIds], [...emailsOf(values)]]
  const areOthers = (before: readonly string[], now: readonly string[]) => before.toSorted().join() !== now.toSorted().join()
  const people = row.recipients.flatMap(({ user }) => user?.id ?? [])
  const hasOtherEmails = areOthers(
    row.addresses.map(({ email }) => email),
    emails,
  )
  if (!hasOtherEmails && !areOthers(people, userIds)) return null
  return { userIds, ...(hasOtherEmails && { emails }) }
}

/** A group among the values of a field of places. */
const GROUP = 'group-'

/** Returns the place as a field of places has it: a work center, a group, or empty for all. */
export function placeOf({ workCenterId, groupId }: Pick<SubscriptionValues, 'groupId' | 'workCenterId'>): string {
  return groupId === '' ? workCenterId : `${GROUP}${groupId}`
}

/** Returns the values of a place of such a field. */
export function valuesOfPlace(place: string): Pick<SubscriptionValues, 'groupId' | 'workCenterId'> {
  return place.startsWith(GROUP) ? { workCenterId: '', groupId: place.slice(GROUP.length) } : { workCenterId: place, groupId: '' }
}

/** Returns the zone by whose clock it is sent: of its place, of several places the company's; null while that is not known (R-3). */
export function zoneOfSending(
  { workCenterId }: Pick<SubscriptionValues, 'workCenterId'>,
  {
    places,
    companyZone,
  }: { readonly places: readonly { readonly id: number; readonly timeZone: string }[]; readonly companyZone: string | null },
): string | null {
  return workCenterId === '' ? companyZone : (places.find(({ id }) => id === Number(workCenterId))?.timeZone ?? null)
}

/** Returns the time as a clock shows it, `07:00`. */
export function clockOf({ hours, minutes }: Pick<SubscriptionRow, 'hours' | 'minutes'>): string {
  return `${`${hours}`.padStart(2, '0')}:${`${minutes}`.padStart(2, '0')}`
}

/** Returns what became of the last run for all recipients together; null before the first. */
export function lastResultOf({ lastRun, recipients, addresses }: Pick<SubscriptionRow, 'addresses' | 'lastRun' | 'recipients'>) {
  if (lastRun === null) return null
  if (lastRun.state === 'HELD') return 'HELD'
  const states = [...recipients, ...addresses].flatMap(({ lastState }) => lastState ?? [])
  return (['MAILED', 'FILED', 'WAITING', 'EMPTY', 'NO_RIGHT', 'TOO_LARGE'] as const).find((state) => states.includes(state)) ?? 'WAITING'
}

function timeOf({ time }: SubscriptionValues): { readonly hours: number; readonly minutes: number } {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { hours, minutes }
}
