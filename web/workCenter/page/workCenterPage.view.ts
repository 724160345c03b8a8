import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import type { StatusSource } from '#engine/status/statusRule.ts'
import type { SignalBand } from '#web/chart/prepareSignal.ts'
import { LIVE_KEYS } from '#web/parts/liveKeys.ts'
import { statusColor, statusStyle } from '#web/parts/statusStyle.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

const OFF_SHIFT_WINDOW_MS = 8 * 3_600_000
const OFF_SHIFT_STEP_MS = 15 * 60_000

/** Returns the time that the real-time view spans: the current shift, outside every shift the last eight hours. */
export function viewBounds(live: LiveWorkCenter | undefined, now: number): TimeWindow {
  if (live?.shift) return { from: live.shift.start, to: live.shift.end }
  // A step keeps the bounds still between renders.
  const to = Math.ceil(now / OFF_SHIFT_STEP_MS) * OFF_SHIFT_STEP_MS
  return { from: to - OFF_SHIFT_WINDOW_MS, to }
}

export const SIGNALS = ['POWER', 'LOAD', 'SPEED', 'CURRENT'] as const
export type Signal = (typeof SIGNALS)[number]

export type SignalPlan = {
  readonly signal: Signal
  readonly wanted: readonly (readonly SensorType[])[]
  /** Whether the line goes on with live values. */
  readonly isLive: boolean
}

const PLANS: Record<Signal, SignalPlan> = {
  POWER: { signal: 'POWER', wanted: [['POWER'], ['AVERAGE_POWER']], isLive: true },
  LOAD: { signal: 'LOAD', wanted: [['LOAD']], isLive: true },
  SPEED: { signal: 'SPEED', wanted: [['LINEAR_SPEED']], isLive: true },
  CURRENT: {
    signal: 'CURRENT',
    wanted: [['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'], ['ELECTRIC_CURRENT']],
    isLive: true,
  },
}

type LiveValues = LiveWorkCenter['values']

/**
 * Returns the keys of the live values that continue the lines, in order; of the first measured set while no line is loaded; none where one has no
 * live value.
 */
export function liveKeys(
  plan: SignalPlan | undefined,
  series: readonly { readonly sensorType: string }[],
  values: LiveValues,
): readonly string[] {
  if (plan === undefined || !plan.isLive) return []
  const types = plan.wanted.flat()
  const found = series.length > 0 ? series.map(({ sensorType }) => types.find((type) => type === sensorType)) : firstMeasured(plan, values)
  const keys = found.flatMap((type) => (type === undefined ? [] : (LIVE_KEYS[type] ?? [])))
  return keys.length === found.length && new Set(keys).size === keys.length ? keys : []
}

function firstMeasured({ wanted }: SignalPlan, values: LiveValues): readonly SensorType[] {
  for (const set of wanted) {
    const present = set.filter((type) => values[LIVE_KEYS[type] ?? ''] !== undefined)
    if (present.length > 0) return present
  }
  return []
}

/** Returns what to chart for a status source, the best first: its own signal, then the others that may exist. */
export function signalPlans(source: StatusSource): readonly SignalPlan[] {
  return [PLANS[source], ...SIGNALS.filter((signal) => signal !== source).map((signal) => PLANS[signal])]
}

type BoundedRule = {
  readonly name: string
  readonly color: string
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly byPower?: { readonly minPower: number; readonly maxPower?: number | null } | null
  readonly byLoad?: { readonly minLoad: number; readonly maxLoad?: number | null } | null
  readonly bySpeed?: { readonly minQuantity: number; readonly maxQuantity?: number | null } | null
  readonly byCurrent?: { readonly [bound in `${'min' | 'max'}Current${'A' | 'B' | 'C'}`]?: number | null } | null
}

/** Returns the ranges of the status rules behind a signal, lowest first, by current those of the first phase that a rule bounds; rules by another source have none there. */
export function signalBands(rules: readonly BoundedRule[], signal: Signal): readonly SignalBand[] {
  return rules
    .flatMap((rule) => {
      const range = rangeOf(rule, signal)
      if (range === null) return []
      const style = statusStyle(
        { kind: 'RULE', isEffective: rule.isEffective, isScheduledLoss: rule.isScheduledLoss, color: rule.color },
        true,
      )
      return [{ name: rule.name, color: statusColor(style, rule.color), ...range }]
    })
    .toSorted((left, right) => left.min - right.min)
}

export type ShownValue = { readonly key: string; readonly value: number | null; readonly at: number }

const SHOWN_VALUES = ['POWER', 'LOAD', 'SPEED', 'BATTERY_LEVEL', 'SIGNAL_LEVEL'] as const

/** Returns the current values in a fixed order; a channel that is unavailable is null, one that never spoke is left out. */
export function shownValues(live: LiveWorkCenter | undefined): readonly ShownValue[] {
  return SHOWN_VALUES.flatMap((key) => {
    const found = live?.values[key]
    return found === undefined ? [] : [{ key, value: found.value, at: found.at }]
  })
}

function rangeOf(rule: BoundedRule, signal: Signal): { readonly min: number; readonly max: number | null } | null {
  if (signal === 'POWER' && rule.byPower) return { min: rule.byPower.minPower, max: rule.byPower.maxPower ?? null }
  if (signal === 'LOAD' && rule.byLoad) return { min: rule.byLoad.minLoad, max: rule.byLoad.maxLoad ?? null }
  if (signal === 'SPEED' && rule.bySpeed) return { min: rule.bySpeed.minQuantity, max: rule.bySpeed.maxQuantity ?? null }
  if (signal === 'CURRENT' && rule.byCurrent) return phaseRange(rule.byCurrent)
  return null
}

function phaseRange(range: NonNullable<BoundedRule['byCurrent']>): { readonly min: number; readonly max: number | null } | null {
  for (const phase of ['A', 'B', 'C'] as const) {
    const min = range[`minCurrent${phase}`]
    if (min != null) return { min, max: range[`maxCurrent${phase}`] ?? null }
  }
  return null
}
