import type { AbilitySubject } from '#engine/access/abilities.ts'
import type { Slots } from '#engine/assistant/answerPlan.ts'
import type { Intent } from '#engine/assistant/intents.ts'
import type { Fact, FactKind } from './fact.ts'

/** What was asked: the intent, and which figure the question named. */
export type AskedFor = { readonly intent: Intent; readonly measure: Slots['measure'] }

/** How a query of the API becomes lines of an answer. */
export type Answer = {
  /** What the caller must be able to read; without it the line is left out. */
  readonly needs: AbilitySubject | null
  readonly document: string
  /** What is asked beside what the question named. */
  readonly args?: (args: Readonly<Record<string, unknown>>, intent: Intent) => Readonly<Record<string, unknown>>
  readonly facts: (data: never, asked: AskedFor, workCenterNames: ReadonlyMap<string, string>) => readonly Fact[]
  /** Of a query by pages: its lines beyond those that it answered. */
  readonly beyond?: (data: never) => number
}

/** Lines of a list that are asked for. */
const SIZE = 8

type Named = { readonly name: string }
type Instant = string | number

/** A page of a list, and how many lines the list has. */
type Page<Item> = { readonly items: readonly Item[]; readonly totalItems: number }

/** Returns what counts the lines that the list of this name has beyond its page. */
function beyondPage<Name extends string>(name: Name): (data: Readonly<Record<Name, Page<unknown>>>) => number {
  return (data) => Math.max(0, data[name].totalItems - data[name].items.length)
}

type StatusData = { readonly kind: string; readonly name: string | null; readonly since: Instant }

type WorkCenterData = {
  readonly name: string
  readonly deviceStatus: string
  readonly targetOee: number | null
  readonly targetAvailability: number | null
  readonly targetPerformance: number | null
  readonly targetQuality: number | null
  readonly battery: { readonly lastValue: { readonly value: number | null; readonly timeStamp: Instant } | null } | null
  readonly live: {
    readonly lastSampleAt: Instant | null
    readonly status: StatusData | null
  } | null
}

const TARGETS = {
  OEE: 'targetOee',
  AVAILABILITY: 'targetAvailability',
  PERFORMANCE: 'targetPerformance',
  QUALITY: 'targetQuality',
} as const

function ofWorkCenter(one: WorkCenterData, { intent, measure }: AskedFor): readonly Fact[] {
  const { name, live, battery } = one
  if (intent === 'target') {
    const target = one[TARGETS[measure ?? 'OEE']]
    return target === null ? [] : [{ kind: 'TARGET', name, value: target / 100 }]
  }
  if (intent === 'battery') {
    const level = battery?.lastValue ?? null
    return level?.value == null ? [] : [{ kind: 'BATTERY', name, value: level.value / 100, at: instant(level.timeStamp) }]
  }
  if (intent === 'deviceConnected') return [{ kind: 'DEVICE', name, code: live?.status?.kind ?? null, at: instant(live?.lastSampleAt) }]
  return [statusFact(name, live?.status ?? null)]
}

function statusFact(name: string, status: StatusData | null): Fact {
  return { kind: 'STATUS', name, text: status?.name ?? null, code: status?.kind ?? null, at: instant(status?.since) }
}

/** Returns the lines in the order of their meaning: of batteries the emptiest first, of devices the one that is silent for longest. */
function sorted(facts: readonly Fact[], intent: Intent): readonly Fact[] {
  if (intent === 'battery') return facts.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0))
  if (intent === 'deviceConnected') return facts.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
  return facts
}

type StandingData = {
  readonly name: string
  readonly live: { readonly status: (StatusData & { readonly isEffective: boolean }) | null } | null
}

/** Returns what stands, for longest first; where no data come, nobody knows it, so that comes last. */
function ofStanding(workCenters: readonly StandingData[]): readonly Fact[] {
  const isSilent = ({ code }: Fact) => Number(code === 'NO_DATA')
  return workCenters
    .flatMap(({ name, live }) => (live?.status == null || live.status.isEffective ? [] : [statusFact(name, live.status)]))
    .toSorted((one, other) => isSilent(one) - isSilent(other) || (one.at ?? 0) - (other.at ?? 0))
}

type AnalyticsData = {
  readonly analytics: {
    readonly measure: string
    readonly by: readonly string[]
    readonly unit: string | null
    readonly names: readonly { readonly key: string; readonly name: string }[]
    readonly cells: readonly { readonly keys: readonly string[]; readonly figure: { readonly value: number | null } }[]
  }
}

const KIND_OF_MEASURE: Readonly<Record<string, FactKind>> = {
  OUTPUT: 'OUTPUT',
  ENERGY: 'ENERGY',
  ENERGY_COST: 'MONEY',
  ENERGY_PER_UNIT: 'ENERGY_PER_UNIT',
}

function ofAnalytics({ analytics }: AnalyticsData, { intent }: AskedFor, workCenterNames: ReadonlyMap<string, string>): readonly Fact[] {
  const told = new Map(analytics.names.map(({ key, name }) => [key, name]))
  const names = analytics.by[0] === 'WORK_CENTER' ? workCenterNames : told
  const facts = analytics.cells.map(({ keys: [key = ''], figure }): Fact => {
    return { kind: KIND_OF_MEASURE[analytics.measure] ?? 'SHARE', name: names.get(key) ?? key, text: analytics.unit, value: figure.value }
  })
  // As the page has them: the lowest first where the worst is asked for.
  return intent === 'worst' ? facts.toSorted((one, other) => (one.value ?? Infinity) - (other.value ?? Infinity)) : facts
}

type OrderData = {
  readonly orderCode: string
  readonly status: string
  readonly product: Named | null
  readonly acceptedOutput: number
  readonly planOutput: number | null
  readonly planStart: Instant | null
  readonly forecast: { readonly timeEnd: Instant | null } | null
}

type SilentData = {
  readonly name: string
  readonly live: { readonly lastSampleAt: Instant | null; readonly status: { readonly kind: string } | null } | null
}

/** Each query that a plan may name (domain.md HP-2), with the rights of the screens that ask it too. */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  workCenters: {
    needs: null,
    document: `query A($filter: WorkCentersFilter) { workCenters(filter: $filter) {
      name deviceStatus targetOee targetAvailability targetPerformance targetQuality battery { lastValue { value timeStamp } }
      live { lastSampleAt status { kind name since } } } }`,
    facts: ({ workCenters }: { readonly workCenters: readonly WorkCenterData[] }, asked) =>
      sorted(
        workCenters.flatMap((one) => ofWorkCenter(one, asked)),
        asked.intent,
      ),
  },
  stoppedWorkCenters: {
    needs: null,
    document: `query A($filter: WorkCentersFilter) { workCenters(filter: $filter) { name live { status { kind name since isEffective } } } }`,
    facts: ({ workCenters }: { readonly workCenters: readonly StandingData[] }) => ofStanding(workCenters),
  },
  silentDevices: {
    needs: null,
    document: `query A($filter: WorkCentersFilter) { workCenters(filter: $filter) { name live { lastSampleAt status { kind } } } }`,
    facts: ({ workCenters }: { readonly workCenters: readonly SilentData[] }) =>
      workCenters
        .filter(({ live }) => live?.lastSampleAt == null || live.status?.kind === 'NO_DATA')
        .map(({ name, live }) => ({ kind: 'DEVICE', name, code: live?.status?.kind ?? null, at: instant(live?.lastSampleAt) })),
  },
  notifications: {
    needs: null,
    document: `query A($filter: NotificationFilterInput) { notifications(filter: $filter, size: ${SIZE}) { totalItems items {
      type since workCenter { name } acknowledgedBy { fullName } acknowledgedAt } } }`,
    beyond: beyondPage('notifications'),
    facts: ({
      notifications,
    }: {
      readonly notifications: {
        readonly items: readonly {
          readonly type: string
          readonly since: Instant
          readonly workCenter: Named | null
          readonly acknowledgedBy: { readonly fullName: string } | null
        }[]
      }
    }) =>
      notifications.items.map(({ type, since, workCenter, acknowledgedBy }) => {
        return { kind: 'ALERT', name: workCenter?.name ?? null, code: type, text: acknowledgedBy?.fullName ?? null, at: instant(since) }
      }),
  },
  lossesPages: {
    needs: 'LOSSES',
    document: `query A($filter: LossesFilter) { lossesPages(filter: $filter, size: 1) { totalItems } }`,
    facts: ({ lossesPages }: { readonly lossesPages: { readonly totalItems: number } }) => [
      { kind: 'COUNT', name: null, value: lossesPages.totalItems },
    ],
  },
  lossesPareto: {
    needs: 'LOSSES',
    document: `query A($filter: LossesFilter) { lossesPareto(filter: $filter) { duration count classification reason { name } } }`,
    facts: ({
      lossesPareto,
    }: {
      readonly lossesPareto: readonly {
        readonly duration: number
        readonly count: number
        readonly classification: string
        readonly reason: Named | null
      }[]
    }) =>
      lossesPareto.map(({ duration, count, classification, reason }) => {
        return { kind: 'REASON', name: reason?.name ?? null, code: classification, value: duration, of: count }
      }),
  },
  lossesTotals: {
    needs: 'LOSSES',
    document: `query A($filter: LossesFilter) { lossesTotals(filter: $filter) { count duration } }`,
    facts: ({ lossesTotals }: { readonly lossesTotals: { readonly count: number; readonly duration: number } }) => [
      { kind: 'COUNT', name: null, value: lossesTotals.count },
      { kind: 'DURATION', name: null, value: lossesTotals.duration },
    ],
  },
  analytics: {
    needs: 'ANALYTICS',
    document: `query A($input: AnalyticsInput!) { analytics(input: $input) {
      measure by unit names { key name } cells { keys figure { value } } } }`,
    facts: ofAnalytics,
  },
  explainChange: {
    needs: 'SHIFTS',
    document: `query A($input: ExplainChangeInput!) { explainChange(input: $input) { now { exactValue } before { exactValue } } }`,
    facts: ({
      explainChange,
    }: {
      readonly explainChange: {
        readonly now: { readonly exactValue: number } | null
        readonly before: { readonly exactValue: number } | null
      } | null
    }) =>
      explainChange === null || explainChange.now === null
        ? []
        : [{ kind: 'DIFFERENCE', name: null, value: explainChange.now.exactValue, of: explainChange.before?.exactValue ?? null }],
  },
  jobOrdersPages: {
    needs: 'JOB_ORDERS',
    document: `query A($filter: JobOrdersFilter) { jobOrdersPages(filter: $filter, size: ${SIZE}) { totalItems items {
      orderCode status product { name } acceptedOutput planOutput planStart forecast { timeEnd } } } }`,
    beyond: beyondPage('jobOrdersPages'),
    facts: ({ jobOrdersPages }: { readonly jobOrdersPages: { readonly items: readonly OrderData[] } }, { intent }) =>
      jobOrdersPages.items.map(({ orderCode, status, product, acceptedOutput, planOutput, planStart, forecast }) => {
        const at = instant(intent === 'runsNext' ? planStart : forecast?.timeEnd)
        return { kind: 'ORDER', name: orderCode, text: product?.name ?? null, code: status, value: acceptedOutput, of: planOutput, at }
      }),
  },
  shiftsPages: {
    needs: 'SHIFTS',
    document: `query A($filter: ShiftsFilter) { shiftsPages(filter: $filter, size: ${SIZE}) { totalItems items {
      code status timeEnd workCenter { name } oee { oee { exactValue } } } } }`,
    beyond: beyondPage('shiftsPages'),
    // Without a day the running shift is meant.
    args: (args) => (hasDates(args) ? args : { filter: { ...filterOf(args), statuses: ['PROGRESS'] } }),
    facts: ({
      shiftsPages,
    }: {
      readonly shiftsPages: {
        readonly items: readonly {
          readonly code: string
          readonly status: string
          readonly timeEnd: Instant
          readonly workCenter: Named
          readonly oee: { readonly oee: { readonly exactValue: number } | null } | null
        }[]
      }
    }) =>
      shiftsPages.items.map(({ code, status, timeEnd, workCenter, oee }) => {
        const value = oee?.oee == null ? null : oee.oee.exactValue
        return { kind: 'SHIFT', name: workCenter.name, text: code, code: status, value, at: instant(timeEnd) }
      }),
  },
  peopleAtWork: {
    needs: 'JOB_ORDERS',
    document: `query A($filter: JobOrdersFilter) { jobOrdersPages(filter: $filter, size: ${SIZE}) { totalItems items {
      orderCode operator { fullName } workCenter { name } } } }`,
    beyond: beyondPage('jobOrdersPages'),
    facts: ({
      jobOrdersPages,
    }: {
      readonly jobOrdersPages: {
        readonly items: readonly {
          readonly orderCode: string
          readonly operator: { readonly fullName: string } | null
          readonly workCenter: Named | null
        }[]
      }
    }) =>
      jobOrdersPages.items.flatMap(({ orderCode, operator, workCenter }) =>
        operator === null ? [] : [{ kind: 'PERSON', name: operator.fullName, text: workCenter?.name ?? null, code: orderCode }],
      ),
  },
  checklistOccurrences: {
    needs: 'CHECKLISTS',
    document: `query A($filter: ChecklistOccurrenceFilter) { checklistOccurrences(filter: $filter, size: ${SIZE}) { totalItems items {
      state dueAt checklist { name } workCenter { name } } } }`,
    beyond: beyondPage('checklistOccurrences'),
    args: (args) => ({ filter: { ...filterOf(args), states: ['PENDING', 'STARTED'] } }),
    facts: ({
      checklistOccurrences,
    }: {
      readonly checklistOccurrences: {
        readonly items: readonly {
          readonly state: string
          readonly dueAt: Instant
          readonly checklist: Named | null
          readonly workCenter: Named | null
        }[]
      }
    }) =>
      checklistOccurrences.items.map(({ state, dueAt, checklist, workCenter }) => {
        return { kind: 'CHECKLIST', name: checklist?.name ?? null, text: workCenter?.name ?? null, code: state, at: instant(dueAt) }
      }),
  },
  auditLog: {
    needs: 'AUDIT_LOG',
    document: `query A($filter: AuditFilterInput) { auditLog(filter: $filter, size: ${SIZE}) { totalItems items { action at user { fullName } } } }`,
    beyond: beyondPage('auditLog'),
    facts: ({
      auditLog,
    }: {
      readonly auditLog: {
        readonly items: readonly { readonly action: string; readonly at: Instant; readonly user: { readonly fullName: string } | null }[]
      }
    }) => auditLog.items.map(({ action, at, user }) => ({ kind: 'CHANGE', name: user?.fullName ?? null, code: action, at: instant(at) })),
  },
}

function instant(at: Instant | null | undefined): number | null {
  return at == null ? null : typeof at === 'number' ? at : Date.parse(at)
}

function filterOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { filter } = args
  return typeof filter === 'object' && filter !== null ? { ...filter } : {}
}

function hasDates(args: Readonly<Record<string, unknown>>): boolean {
  return filterOf(args)['shiftDateFrom'] !== undefined
}
