import type { AskContext, AskedPeriod, Place } from './askContext.ts'
import type { Concept } from './concepts.ts'
import type { Intent } from './intents.ts'
import type { NotificationType } from '../notification/notificationType.ts'
import { midnight, movedDate } from '../time/statPeriod.ts'
import { linkTo } from './linkTo.ts'
import { pageOf } from './pageOf.ts'

/** What a question named. */
export type Slots = {
  readonly places: readonly Place[]
  readonly period: AskedPeriod | null
  readonly measure: 'OEE' | 'AVAILABILITY' | 'PERFORMANCE' | 'QUALITY' | null
  readonly reasonId: number | null
  readonly order: { readonly id: number; readonly code: string } | null
}

/** An operation of the API that answers, with its arguments; what depends on a running shift, the server adds. */
export type PlannedQuery = { readonly query: string; readonly args: Readonly<Record<string, unknown>> }

/** Who answers: one to three queries, the screen with the same filters, and the entry that says how it is computed. */
export type AnswerPlan = { readonly queries: readonly PlannedQuery[]; readonly link: string; readonly explainedBy: string }

/** A question whose intent is known. */
type PlannedQuestion = {
  readonly intent: Intent
  readonly slots: Slots
  readonly concepts: ReadonlySet<Concept>
  readonly text: string
  readonly context: AskContext
}

/** The entry about stops and their reasons. */
const STOPS = 'unexplained-stops'

/** Returns the queries and the link of an intent with what was named; no figure is made here (domain.md HP-2). */
export function answerPlan({ intent, slots, concepts, text, context }: PlannedQuestion): AnswerPlan {
  const ids = workCenterIds(slots.places, context)
  const groups = slots.places.flatMap((place) => (place.kind === 'group' ? [place.id] : []))
  const narrowed = { workCenterIds: ids, workCenterGroupIds: groups.length === 0 ? undefined : groups }
  const dates = slots.period?.dates ?? undefined
  const shift = slots.period?.shiftCode ?? undefined
  const shiftCodes = shift === undefined ? undefined : [shift]
  const shifts = { ...narrowed, shiftDateFrom: dates?.from, shiftDateTo: dates?.to, shiftCodes }
  const reasonIds = slots.reasonId === null ? undefined : [slots.reasonId]
  const losses = { ...shifts, isOfLatestShift: dates === undefined ? true : undefined, reasonIds }
  const placed = { filter: { workCenterIds: ids } }
  const measured = { by: ['WORK_CENTER'], dateFrom: dates?.from, dateTo: dates?.to, shiftCodes, ...narrowed }
  const days = { range: dates === undefined ? undefined : 'dates', from: dates?.from, to: dates?.to }
  const where = { wc: ids?.join(','), wcGroup: groups.length === 0 ? undefined : groups.join(','), ...days }
  const filters = { ...where, shift }
  const measure = slots.measure ?? 'OEE'
  const open = { filter: { ...losses, isWithoutReason: true } }
  const figures = ['analytics', { input: { measure, ...measured } }] as const
  const isAboutPeople = (concepts.has('WHO') || concepts.has('PEOPLE')) && dates === undefined
  const page = pageOf(ids ?? [], slots.period, context)
  switch (intent) {
    case 'doing':
      return plan(
        [[asksWhatStands(concepts, slots.places) ? 'stoppedWorkCenters' : 'workCenters', placed]],
        page('realtime'),
        'status-wrong',
      )
    case 'since':
      return plan([['workCenters', placed]], page('realtime'), 'status-wrong')
    case 'whoHasIt':
      return plan(
        [
          ['workCenters', placed],
          ['notifications', placed],
        ],
        page('realtime'),
        'notifications',
      )
    case 'why':
      return plan(
        [
          ['lossesPages', { filter: losses }],
          ['lossesPareto', { filter: losses }],
        ],
        linkTo('/losses', filters),
        STOPS,
      )
    case 'topLosses':
      return plan([['lossesPareto', { filter: losses }]], linkTo('/losses', { ...filters, sort: '-duration' }), 'stop-counts')
    case 'unexplained':
      return plan([['lossesTotals', open]], linkTo('/losses', { tab: 'unexplained', ...filters }), STOPS)
    case 'oee':
      return plan([figures], analyticsLink(measure, 'WORK_CENTER', filters), 'oee-figure')
    case 'worst':
      return plan([figures], analyticsLink(measure, 'WORK_CENTER', { ...filters, sort: 'value' }), 'oee-figure')
    case 'compare': {
      const codes = slots.period?.comparedShifts ?? []
      if (codes.length > 1) {
        const byShift = { input: { measure, ...measured, by: ['SHIFT'], shiftCodes: codes } }
        return plan([['analytics', byShift]], analyticsLink(measure, 'SHIFT', where), 'figure-differs')
      }
      return plan([figures], linkTo('/boxes', { compare: ids?.slice(0, 3).join(',') }), 'figure-differs')
    }
    case 'trend': {
      const change = { input: { dateFrom: dates?.from, dateTo: dates?.to, workCenterIds: ids } }
      const byDay = { input: { measure, ...measured, by: ['DAY'] } }
      return plan(
        [
          ['analytics', byDay],
          ['explainChange', change],
        ],
        analyticsLink(measure, 'DAY', filters),
        'figure-differs',
      )
    }
    case 'target':
      return plan([['workCenters', placed]], analyticsLink(measure, 'WORK_CENTER', filters), 'oee-figure')
    case 'outputVsPlan': {
      const output = { input: { ...measured, measure: 'OUTPUT' } }
      const orders = { filter: { workCenterIds: ids, statuses: ['PROGRESS'] } }
      const link = linkTo('/output', { wc: filters.wc, from: days.from, to: days.to })
      return plan(
        [
          ['analytics', output],
          ['jobOrdersPages', orders],
        ],
        link,
        'output-confirm',
      )
    }
    case 'orderDone': {
      const code = slots.order?.code
      return plan([['jobOrdersPages', { filter: { orderCodeFilter: code } }]], linkTo('/job-orders', { q: code }), 'order-forecast')
    }
    case 'runsNext': {
      const planned = { filter: { workCenterIds: ids, statuses: ['PLANNED'] } }
      return plan([['jobOrdersPages', planned]], linkTo('/job-orders', { tab: 'planned', wc: filters.wc }), 'order-forecast')
    }
    case 'shiftState':
      // Who is on it are those who work on an order there.
      return plan(
        [
          ['shiftsPages', { filter: shifts }] as const,
          ...(isAboutPeople ? [['peopleAtWork', { filter: { workCenterIds: ids, statuses: ['PROGRESS'] } }] as const] : []),
        ],
        linkTo('/shifts', { ...where, code: shift }),
        'confirm-shift',
      )
    case 'energy': {
      const whole = concepts.has('COST') ? 'ENERGY_COST' : 'ENERGY'
      const used = { input: { ...measured, measure: concepts.has('PIECE') ? 'ENERGY_PER_UNIT' : whole } }
      return plan([['analytics', used]], linkTo('/energy', { wc: filters.wc, ...days }), 'energy-cost')
    }
    case 'battery':
      return concepts.has('SILENT') && !concepts.has('BATTERY')
        ? plan([['silentDevices', placed]], linkTo('/boxes', { view: 'table', status: 'noData' }), 'device-silent')
        : plan([['workCenters', placed]], linkTo('/boxes', { view: 'table' }), 'device-silent')
    case 'deviceConnected':
      return plan([['workCenters', placed]], linkTo('/boxes', { view: 'table' }), 'device-silent')
    case 'notifications': {
      const types = ALERTS_OF_CONCEPT.find(([concept]) => concepts.has(concept))?.[1]
      const filter = { tab: 'OPEN', workCenterIds: ids, types }
      return plan([['notifications', { filter }]], '/notifications', 'notifications')
    }
    case 'checklists':
      return plan([['checklistOccurrences', { filter: { workCenterIds: ids } }]], linkTo('/checklists', { wc: filters.wc }), 'checklists')
    case 'changed': {
      const period = dates === undefined ? undefined : askedInstants(context.timeZone, dates)
      return plan([['auditLog', { filter: { period } }]], linkTo('/audit', days), 'figure-differs')
    }
    case 'reportLink':
      return plan([], '/reports', 'reports-mail')
    case 'support':
      return plan([], linkTo('/support', { text }), 'support')
    case 'whereIs':
      return plan([], pageNamed(concepts) ?? linkTo('/faq', { q: text }), 'no-access')
    case 'term':
    case 'howTo':
      return plan([], linkTo('/faq', { q: text }), 'support')
  }
}

/** Returns whether it is asked which of several machines stand; of one that is named its status is told, whatever it is. */
function asksWhatStands(concepts: ReadonlySet<Concept>, places: readonly Place[]): boolean {
  return concepts.has('STOP') && !places.some(({ kind }) => kind === 'workCenter')
}

/** Which notifications are asked for, where a question names more than that; the first counts. */
const ALERTS_OF_CONCEPT: readonly (readonly [Concept, readonly NotificationType[]])[] = [
  ['BATTERY', ['BATTERY_LOW']],
  ['SILENT', ['CONNECTION_LOST', 'WORK_CENTER_OFF']],
  ['DEVICE', ['CONNECTION_LOST', 'WORK_CENTER_OFF']],
  ['TARGET', ['TARGET_VALUE']],
  ['STOP', ['STATUS_DURATION']],
]

/** The days from their first instant to the end of the last, by the clock of the company. */
function askedInstants(zone: string, { from, to }: { readonly from: string; readonly to: string }) {
  const at = (date: string) => new Date(midnight(zone, date)).toISOString()
  return { start: at(from), end: at(movedDate(to, 1)) }
}

/** Where a thing is looked for; the first that the question names. */
const PAGE_OF_CONCEPT: readonly (readonly [Concept, string])[] = [
  ['REPORT', '/reports'],
  ['REASON', '/loss-reasons'],
  ['CHECKLIST', '/checklists'],
  ['ALERT', '/notifications'],
  ['ENERGY', '/energy'],
  ['SHIFT', '/shifts'],
  ['ORDER', '/job-orders'],
  ['OUTPUT', '/output'],
  ['LOSS', '/losses'],
  ['STOP', '/losses'],
  ['PEOPLE', '/users'],
  ['CHANGE', '/audit'],
  ['SUPPORT', '/support'],
  ['SETTINGS', '/general-settings'],
  ['MACHINE', '/boxes'],
]

function pageNamed(concepts: ReadonlySet<Concept>): string | undefined {
  return PAGE_OF_CONCEPT.find(([concept]) => concepts.has(concept))?.[1]
}

function plan(queries: readonly (readonly [string, Readonly<Record<string, unknown>>])[], link: string, explainedBy: string): AnswerPlan {
  return { queries: queries.map(([query, args]) => ({ query, args })), link, explainedBy }
}

function analyticsLink(measure: string, by: string, filters: Readonly<Record<string, string | undefined>>): string {
  return linkTo('/analytics', { m: measure, by, ...filters })
}

/** Undefined stands for all that the asker may see. */
function workCenterIds(places: readonly Place[], context: AskContext): readonly number[] | undefined {
  const ids = places.flatMap((place) => {
    if (place.kind === 'workCenter') return [place.id]
    return place.kind === 'mine' ? context.ownWorkCenterIds : []
  })
  return ids.length === 0 ? undefined : ids
}
