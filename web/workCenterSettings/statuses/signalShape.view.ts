import { loadOf, powerFromCurrents, powerFromLoad } from '#engine/energy/power.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { matchStatus, type StatusInput } from '#engine/status/ruleSet.ts'
import type { RuleEpoch } from '#engine/status/ruleEpochs.ts'
import type { StatusKind, StatusRule, StatusSource } from '#engine/status/statusRule.ts'
import type { StatusSignalQuery } from '#web/api/generated/graphql.ts'
import type { Channel } from './ruleDraft.view.ts'

type Values = readonly (number | null)[]

/** One line of a chart in equal buckets: the time-weighted mean of each, its least and its greatest value; null where there is no data. */
export type SignalLine = { readonly mean: Values; readonly min: Values; readonly max: Values }

/** The signal that statuses come from, in buckets of `bucketMs`. */
export type Signal = {
  /** UTC ms, ascending. */
  readonly starts: readonly number[]
  readonly bucketMs: number
  readonly lines: Readonly<Partial<Record<Channel, SignalLine>>>
}

export type SignalConstants = {
  readonly nominalPower?: number | null
  readonly voltage?: number | null
  readonly cosPhi?: number | null
  readonly transformationRationCode?: string | null
}

export const SIGNAL_SENSORS: readonly SensorType[] = [
  'POWER',
  'AVERAGE_POWER',
  'LOAD',
  'LINEAR_SPEED',
  'ELECTRIC_CURRENT',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'ELECTRIC_CURRENT_C',
]

type Chart = StatusSignalQuery['sensorValues']

/** Returns the signal of a status source from sensor values: its own sensor, or computed by the constants as the engine does; no line where nothing is known. */
export function signalOf(chart: Chart, source: StatusSource, constants: SignalConstants): Signal {
  const line = (sensorType: string): SignalLine | undefined => {
    const found = chart.valueSeries.find((one) => one.sensorType === sensorType && one.values.some((value) => value !== null))
    return found && { mean: found.values, min: found.minValues, max: found.maxValues }
  }
  const phases = { a: line('ELECTRIC_CURRENT_A'), b: line('ELECTRIC_CURRENT_B'), c: line('ELECTRIC_CURRENT_C') }
  const single = line('ELECTRIC_CURRENT')
  const currents = single ? { a: single, b: single, c: single } : phases
  const power = line('POWER') ?? line('AVERAGE_POWER')
  const load = line('LOAD')
  const nominal = constants.nominalPower ?? null
  const range = ((): SignalLine | undefined => {
    if (source === 'SPEED') return line('LINEAR_SPEED')
    if (source === 'LOAD') return load ?? mapLine(power ?? powerByCurrent(currents, constants), (value) => loadOf(value, nominal))
    return power ?? mapLine(load, (value) => powerFromLoad(value, nominal)) ?? powerByCurrent(currents, constants)
  })()
  const lines = source === 'CURRENT' ? defined(currents) : defined({ range })
  return { starts: chart.arguments.map((text) => Date.parse(text)), bucketMs: chart.bucketSeconds * 1000, lines }
}

function defined(lines: Readonly<Partial<Record<Channel, SignalLine | undefined>>>): Partial<Record<Channel, SignalLine>> {
  const { range, a, b, c } = lines
  return { ...(range && { range }), ...(a && { a }), ...(b && { b }), ...(c && { c }) }
}

function mapLine(line: SignalLine | undefined, change: (value: number) => number | null): SignalLine | undefined {
  if (line === undefined) return undefined
  const map = (values: Values) => values.map((value) => (value === null ? null : change(value)))
  const mean = map(line.mean)
  return mean.some((value) => value !== null) ? { mean, min: map(line.min), max: map(line.max) } : undefined
}

function powerByCurrent(
  phases: Readonly<Partial<Record<'a' | 'b' | 'c', SignalLine | undefined>>>,
  constants: SignalConstants,
): SignalLine | undefined {
  const first = phases.a ?? phases.b ?? phases.c
  const [primary = Number.NaN, secondary = Number.NaN] = (constants.transformationRationCode ?? '1/1').split('/').map(Number)
  const setup = { voltage: constants.voltage ?? null, cosPhi: constants.cosPhi ?? null, transformationRatio: primary / secondary }
  if (first === undefined || setup.voltage === null || setup.cosPhi === null) return undefined
  const side = (part: keyof SignalLine) =>
    first[part].map((_value, at) =>
      powerFromCurrents({ a: phases.a?.[part][at] ?? null, b: phases.b?.[part][at] ?? null, c: phases.c?.[part][at] ?? null }, setup),
    )
  return { mean: side('mean'), min: side('min'), max: side('max') }
}

/** Returns the upper end of the value axis: a round number above every value and every bound. */
export function axisTop(line: SignalLine | undefined, bounds: readonly number[]): number {
  const most = Math.max(0, ...(line?.max ?? []).map((value) => value ?? 0), ...(line?.mean ?? []).map((value) => value ?? 0))
  const wanted = Math.max(most * 1.08, ...bounds.map((bound) => bound * 1.15))
  if (!(wanted > 0)) return 10
  const power = 10 ** Math.floor(Math.log10(wanted))
  const digit = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= wanted) ?? 10
  return Number((digit * power).toPrecision(3))
}

/** Returns three to six round values for the marks of an axis from 0 to `top`. */
export function axisTicks(top: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(top))
  const step = [0.1, 0.2, 0.25, 0.5, 1, 2].map((one) => one * power).find((one) => top / one <= 6) ?? power
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => Number((at * step).toPrecision(6)))
}

/** Returns the share of known time of the signal in each of `bins` equal slices from 0 to `top`; higher values are in the last. */
export function histogramOf(line: SignalLine | undefined, top: number, bins: number): readonly number[] {
  const counts = Array.from({ length: bins }, () => 0)
  let known = 0
  for (const value of line?.mean ?? []) {
    if (value === null) continue
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((value / top) * bins)))
    counts[bin] = (counts[bin] ?? 0) + 1
    known += 1
  }
  return counts.map((count) => (known === 0 ? 0 : count / known))
}

/** Returns the share of the known time in which the signal is at most `margin` away from the value. */
export function shareNear(line: SignalLine | undefined, value: number, margin: number): number {
  const known = (line?.mean ?? []).filter((one) => one !== null)
  if (known.length === 0) return 0
  return known.filter((one) => Math.abs(one - value) <= margin).length / known.length
}

/** A bound is too near when the signal spends this much of its time this close, as a share of the bound: noise then switches the status (U-6). */
export const NEAR_SHARE = 0.15
export const NEAR_MARGIN = 0.04

export type Span = { readonly start: number; readonly end: number; readonly kind: StatusKind; readonly statusRuleId: number | null }
export type Total = { readonly kind: StatusKind; readonly statusRuleId: number | null; readonly duration: number }

/**
 * Returns the statuses of the buckets' means up to `until`, by the engine's own matching; statuses under their minimum duration join the previous
 * one. An approximation: samples inside a bucket are not seen.
 */
export function aboutSpans(signal: Signal, source: StatusSource, rules: readonly StatusRule[], until: number): readonly Span[] {
  const epoch = epochOf(source, rules)
  const spans: Span[] = []
  for (const [at, start] of signal.starts.entries()) {
    if (start >= until) break
    const end = Math.min(start + signal.bucketMs, until)
    const status = statusAt(signal, source, epoch, at)
    const last = spans.at(-1)
    if (last && last.kind === status.kind && last.statusRuleId === status.statusRuleId && last.end === start)
      spans[spans.length - 1] = { ...last, end }
    else spans.push({ start, end, ...status })
  }
  return withoutShort(spans, rules)
}

function statusAt(signal: Signal, source: StatusSource, epoch: RuleEpoch, at: number): Pick<Span, 'kind' | 'statusRuleId'> {
  const value = (channel: Channel) => signal.lines[channel]?.mean[at] ?? null
  const single = value('range')
  const phases = { a: value('a'), b: value('b'), c: value('c') }
  const isKnown = source === 'CURRENT' ? Object.values(phases).some((one) => one !== null) : single !== null
  if (!isKnown) return { kind: 'NO_DATA', statusRuleId: null }
  const input: StatusInput = source === 'CURRENT' ? phases : (single ?? 0)
  const { kind, ruleId } = matchStatus(epoch, input)
  return { kind, statusRuleId: ruleId }
}

function epochOf(source: StatusSource, rules: readonly StatusRule[]): RuleEpoch {
  const own = rules.filter((rule) => rule.rangeType === source)
  return {
    start: -Infinity,
    end: Infinity,
    source,
    electrical: { cosPhi: null, voltage: null, transformationRatio: 1, nominalPowerKw: null, idleLoadThreshold: 20 },
    manual: null,
    rules: own.map((rule) => ({ rule, status: { kind: 'RULE', ruleId: rule.id, cause: null } })),
    meanings: new Map(),
    holding: new Set(),
  }
}

function withoutShort(spans: readonly Span[], rules: readonly StatusRule[]): readonly Span[] {
  const needed = new Map<number, number>(rules.map((rule) => [rule.id, rule.minEventDurationMs]))
  const kept: Span[] = []
  for (const span of spans) {
    const last = kept.at(-1)
    const isShort = span.statusRuleId !== null && span.end - span.start < (needed.get(span.statusRuleId) ?? 0)
    const isSame = last?.kind === span.kind && last.statusRuleId === span.statusRuleId
    if (last && last.kind !== 'NO_DATA' && (isShort || isSame)) kept[kept.length - 1] = { ...last, end: span.end }
    else kept.push(span)
  }
  return kept
}

/** Returns the seconds in each status. */
export function totalsOf(spans: readonly Span[]): readonly Total[] {
  const sums = new Map<string, Total>()
  for (const { start, end, kind, statusRuleId } of spans) {
    const key = `${kind} ${statusRuleId ?? ''}`
    sums.set(key, { kind, statusRuleId, duration: (sums.get(key)?.duration ?? 0) + (end - start) / 1000 })
  }
  return [...sums.values()]
}

/** A line of the table of minutes; a status that is on one side only has 0 on the other. */
export type MinutesRow = {
  readonly key: string
  readonly kind: StatusKind
  readonly statusRuleId: number | null
  readonly before: number
  readonly after: number
}

/** Returns the seconds of each status on both sides, the longest first; times without data last. */
export function minutesRows(before: readonly Total[], after: readonly Total[]): readonly MinutesRow[] {
  const rows = new Map<string, MinutesRow>()
  for (const [side, totals] of [
    ['before', before],
    ['after', after],
  ] as const)
    for (const { kind, statusRuleId, duration } of totals) {
      const key = `${kind} ${statusRuleId ?? ''}`
      const row = rows.get(key) ?? { key, kind, statusRuleId, before: 0, after: 0 }
      rows.set(key, { ...row, [side]: row[side] + duration })
    }
  const rank = ({ kind }: MinutesRow) => (kind === 'NO_DATA' ? 1 : 0)
  return [...rows.values()].toSorted(
    (one, other) => rank(one) - rank(other) || Math.max(other.before, other.after) - Math.max(one.before, one.after),
  )
}

/** Returns the share of a status kind in all that is known, 0 to 1. */
export function shareOf(totals: readonly Total[], kind: StatusKind): number {
  const all = totals.reduce((sum, one) => sum + one.duration, 0)
  return all === 0 ? 0 : totals.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.duration, 0) / all
}
