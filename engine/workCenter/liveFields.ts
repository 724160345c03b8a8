import type { NoDataCause, OeeIssue } from '#engine/facts.ts'
import type { CompanyId, DeviceId, LossReasonId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { StopLook } from '#engine/loss/stopLook.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { WorkCenterState } from './workCenterSetup.ts'

/** What a field of the live work center holds, as the hub's messages have it. The server gives each kind its type in the API. */
type LiveKinds = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly deviceId: DeviceId
  readonly statusRuleId: StatusRuleId
  readonly lossReasonId: LossReasonId
  /** UTC ms; ISO 8601 in the API. */
  readonly instant: number
  readonly day: string
  readonly text: string
  readonly flag: boolean
  readonly number: number
  readonly count: number
  readonly shiftNumber: number
  readonly output: number
  readonly state: WorkCenterState
  readonly statusKind: StatusKind
  readonly stopLook: StopLook
  readonly noDataCause: NoDataCause
  readonly oeeIssues: readonly OeeIssue[]
}

export type LiveKind = keyof LiveKinds
export type LiveLeaf = { readonly kind: LiveKind; readonly orNull?: true }
export type LiveLeaves = Readonly<Record<string, LiveLeaf>>
/** A part of the live work center, null where there is none. */
type LiveGroup = { readonly group: LiveLeaves; readonly type: string }
/** Values by their key: a record in the messages, a list with the keys in the API. */
type LiveValues = { readonly byKey: LiveLeaves; readonly type: string }
export type LiveTable = Readonly<Record<string, LiveLeaf | LiveGroup | LiveValues>>

type LeafValue<Leaf extends LiveLeaf> = LiveKinds[Leaf['kind']] | (Leaf extends { readonly orNull: true } ? null : never)
export type LiveGroupOf<Leaves extends LiveLeaves> = { readonly [Key in keyof Leaves]: LeafValue<Leaves[Key]> }

/** The shape of the hub's messages that a table describes. */
export type LiveShape<Table extends LiveTable> = {
  readonly [Key in keyof Table]: Table[Key] extends LiveLeaf
    ? LeafValue<Table[Key]>
    : Table[Key] extends LiveGroup
      ? LiveGroupOf<Table[Key]['group']> | null
      : Table[Key] extends LiveValues
        ? Readonly<Record<string, LiveGroupOf<Table[Key]['byKey']>>>
        : never
}

const LIVE_STATUS = {
  kind: { kind: 'statusKind' },
  noDataCause: { kind: 'noDataCause', orNull: true },
  statusRuleId: { kind: 'statusRuleId', orNull: true },
  name: { kind: 'text', orNull: true },
  color: { kind: 'text', orNull: true },
  isEffective: { kind: 'flag' },
  isScheduledLoss: { kind: 'flag' },
  since: { kind: 'instant' },
} as const satisfies LiveLeaves

const LIVE_STOP = {
  look: { kind: 'stopLook' },
  reasonId: { kind: 'lossReasonId', orNull: true },
  /** The reason's name as the company gave it. */
  reason: { kind: 'text', orNull: true },
} as const satisfies LiveLeaves

const LIVE_SHIFT = {
  shiftId: { kind: 'shiftNumber' },
  shiftDate: { kind: 'day' },
  code: { kind: 'text' },
  name: { kind: 'text' },
  start: { kind: 'instant' },
  end: { kind: 'instant' },
} as const satisfies LiveLeaves

const LIVE_OEE = {
  availability: { kind: 'number', orNull: true },
  performance: { kind: 'number', orNull: true },
  quality: { kind: 'number', orNull: true },
  oee: { kind: 'number', orNull: true },
  asOf: { kind: 'instant' },
  issues: { kind: 'oeeIssues' },
} as const satisfies LiveLeaves

const LIVE_OUTPUT = {
  total: { kind: 'output' },
  accepted: { kind: 'output' },
  rejected: { kind: 'output' },
  targetToDate: { kind: 'output', orNull: true },
  targetFullShift: { kind: 'output', orNull: true },
} as const satisfies LiveLeaves

const LIVE_VALUE = { at: { kind: 'instant' }, value: { kind: 'number', orNull: true } } as const satisfies LiveLeaves

/**
 * The fields of the live work center. The type of the hub's messages, the types of the API, the question of the screens and what they make of its
 * answer all follow from this table; `liveView` fills it.
 */
export const LIVE_WORK_CENTER = {
  companyId: { kind: 'companyId' },
  workCenterId: { kind: 'workCenterId' },
  deviceId: { kind: 'deviceId' },
  /** Server instant at which this was true; screens tick timers from it. */
  at: { kind: 'instant' },
  lastSampleAt: { kind: 'instant', orNull: true },
  /** How often the device reports, in ms; null where it reports changes only. Silence is told after two periods, long before it is no data. */
  reportPeriodMs: { kind: 'number', orNull: true },
  state: { kind: 'state', orNull: true },
  status: { group: LIVE_STATUS, type: 'LiveStatus' },
  /** The stop that goes on now; null while the machine works, and out of schedule. */
  stop: { group: LIVE_STOP, type: 'LiveStop' },
  /** Names of the stop's reason in other languages, by language. */
  reasonNames: { byKey: { name: { kind: 'text' } }, type: 'LiveReasonName' },
  shift: { group: LIVE_SHIFT, type: 'LiveShift' },
  /** Names of the status and of the shift in other languages, by language, where the product gave them. */
  seededNames: { byKey: { status: { kind: 'text', orNull: true }, shift: { kind: 'text', orNull: true } }, type: 'LiveSeededNames' },
  oee: { group: LIVE_OEE, type: 'LiveOee' },
  output: { group: LIVE_OUTPUT, type: 'LiveOutput' },
  unclassifiedLossCount: { kind: 'count' },
  /**
   * Latest value of each channel on the screens: POWER (kW, computed from currents if not sent), LOAD (%), SPEED (units a minute), CURRENT and
   * CURRENT_A to _C (A), BATTERY_LEVEL, SIGNAL_LEVEL.
   */
  values: { byKey: LIVE_VALUE, type: 'LiveValue' },
} as const satisfies LiveTable

/** Returns the fragment `LiveFields`, by which the screens ask for every field of the table. */
export function liveFragment(table: LiveTable = LIVE_WORK_CENTER): string {
  const lines = Object.entries(table).map(([name, field]) => {
    if ('kind' in field) return name
    const leaves = 'group' in field ? Object.keys(field.group) : ['key', ...Object.keys(field.byKey)]
    return `${name} { ${leaves.join(' ')} }`
  })
  return `fragment LiveFields on LiveWorkCenter { ${lines.join(' ')} }`
}
