import type { LossInterval, StatusInterval } from '#engine/facts.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import type { StatusKind, StatusRule, ValueRange } from '#engine/status/statusRule.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import { addSecond, secondsOfStop, type ReferenceSecond, type ReferenceStop, type ReferenceTerms } from './referenceLosses.ts'

/** The times in ms of a shift, by its start. */
type ReferenceShift = ReferenceTerms & { readonly start: number }
/** The part of a loss that the reference knows. */
type ReferenceLoss = Pick<
  LossInterval,
  'start' | 'chainStart' | 'kind' | 'statusRuleId' | 'isScheduledLoss' | 'shiftStart' | 'reasonId' | 'reasonSource' | 'annotationId'
>
type Reference = {
  readonly statuses: readonly Omit<StatusInterval, 'end' | 'cause'>[]
  readonly losses: readonly ReferenceLoss[]
  readonly shifts: readonly ReferenceShift[]
}

type Candidate = { readonly status: Status; readonly from: number; readonly seconds: number }
type Status = { readonly kind: StatusKind; readonly ruleId: StatusRuleId | null; readonly isNotSetUp?: true }

const NO_DATA: Status = { kind: 'NO_DATA', ruleId: null }
const NOT_SET_UP: Status = { kind: 'NO_DATA', ruleId: null, isNotSetUp: true }

/**
 * Returns the result of the rules for each second on its own, without state or events: slow, and simple enough to compare with domain.md S-2 to S-7,
 * S-21, S-22 and G-14. Everything lies on whole seconds; zones keep one offset; speed is measured, not derived from pulses.
 */
export function referenceFold(samples: readonly Sample[], now: number, setup: WorkCenterSetup): Reference {
  const first = samples[0]?.at ?? now
  const said: Status[] = []
  for (let at = first; at < now; at += SECOND_MS) said.push(saidAt(samples, at, setup, said.at(-1)))
  const held = debounced(said, first, setup)
  const losses: ReferenceLoss[] = []
  const shifts = new Map<number, ReferenceShift>()
  const stops = held.flatMap((status, index): ReferenceStop[] => {
    const before = held[index - 1]
    if (before && isSame(before, status)) return []
    const after = held.findIndex((other, place) => place > index && !isSame(other, status))
    const start = first + index * SECOND_MS
    const end = after < 0 ? now : first + after * SECOND_MS
    return [
      {
        start,
        end,
        kind: status.kind,
        isNotSetUp: status.isNotSetUp === true,
        statusRuleId: status.ruleId,
        rule: ruleInForce(setup, status, start),
      },
    ]
  })
  for (const stop of stops) foldStop(stop, setup, losses, shifts)
  const statuses = stops.map(({ start, kind, statusRuleId }) => ({ start, kind, statusRuleId }))
  return { statuses, losses, shifts: [...shifts.values()] }
}

/** S-21, S-22 and G-14: every second of a shift is in one bucket; losses break where shift or reason change. */
function foldStop(stop: ReferenceStop, setup: WorkCenterSetup, losses: ReferenceLoss[], shifts: Map<number, ReferenceShift>): void {
  const seconds = stop.rule?.isEffective ? [] : secondsOfStop(stop, setup, (at) => shiftStartAt(setup, at))
  let lossBefore = ''
  let hasFailed = false
  for (let at = stop.start; at < stop.end; at += SECOND_MS) {
    const shiftStart = shiftStartAt(setup, at)
    const second = seconds[(at - stop.start) / SECOND_MS]
    const key = second && shiftStart !== null && isLoss(stop, second) ? JSON.stringify([shiftStart, { ...second, reason: null }]) : ''
    if (key !== '' && key !== lossBefore && second && shiftStart !== null) losses.push(lossOf(stop, second, at, shiftStart))
    lossBefore = key
    if (shiftStart === null) continue
    const shift = shifts.get(shiftStart) ?? { start: shiftStart, ...noTime() }
    shifts.set(shiftStart, shift)
    const failureBefore = shift.failureMs
    addSecond(shift, stop, second, setup)
    if (shift.failureMs === failureBefore || hasFailed) continue
    hasFailed = true
    shift.failureCount += 1
  }
}

function isLoss(stop: ReferenceStop, second: ReferenceSecond): boolean {
  const isGenerating = stop.kind !== 'NO_DATA' && (!stop.rule || stop.rule.needGenerateEventByState)
  return isGenerating || second.annotationId !== null || second.isOverLimit
}

function lossOf(stop: ReferenceStop, second: ReferenceSecond, start: number, shiftStart: number): ReferenceLoss {
  const { reasonId, reasonSource, annotationId, isOverLimit } = second
  const { start: chainStart, kind, statusRuleId } = stop
  const isScheduledLoss = stop.rule?.isScheduledLoss === true && !isOverLimit
  return { start, chainStart, kind, statusRuleId, isScheduledLoss, shiftStart, reasonId, reasonSource, annotationId }
}

function noTime(): ReferenceTerms {
  return {
    elapsedMs: 0,
    excludedMs: 0,
    noDataMs: 0,
    availabilityLossMs: 0,
    smallStopMs: 0,
    plannedDowntimeMs: 0,
    unplannedDowntimeMs: 0,
    unclassifiedDowntimeMs: 0,
    plannedIncludedMs: 0,
    unplannedIncludedMs: 0,
    setupMs: 0,
    failureMs: 0,
    failureCount: 0,
  }
}

/** S-3 to S-6: the last values of the source, while they hold. */
function saidAt(samples: readonly Sample[], at: number, setup: WorkCenterSetup, before: Status | undefined): Status {
  const maxGap = setup.reportMode === 'PERIODIC' ? Math.max(3 * setup.nominalPeriodMs, 180_000) : Infinity
  const last = (sensor: string): Sample | undefined => samples.findLast((sample) => sample.sensor === sensor && sample.at <= at)
  const parts = sourcesOf(setup).flatMap((sensor) => last(sensor) ?? [])
  const oldest = Math.min(...parts.map((part) => part.at))
  const isOff = samples.some((sample) => isOutSample(sample) && oldest <= sample.at && sample.at <= at)
  if (parts.length === 0 || isOff || at >= oldest + maxGap || parts.some((part) => part.value === null)) return NO_DATA
  const factor = setup.statusSource === 'LOAD' && parts[0]?.sensor === 'POWER' ? 100 / (setup.electrical.nominalPowerKw ?? 0) : 1
  const valueOf = (sensor: string): number => (parts.find((part) => part.sensor === sensor)?.value ?? -Infinity) * factor
  const rules = setup.statusRules.filter((rule) => rule.rangeType === setup.statusSource && isInForce(rule, at))
  if (rules.length === 0) return NOT_SET_UP
  const pairsOf = (rule: StatusRule): (readonly [range: ValueRange, value: number])[] => {
    if (setup.statusSource !== 'CURRENT') return rule.range ? [[rule.range, valueOf(parts[0]?.sensor ?? '')]] : []
    const { a, b, c } = rule.phases ?? {}
    const bounds = [
      [a, 'ELECTRIC_CURRENT_A'],
      [b, 'ELECTRIC_CURRENT_B'],
      [c, 'ELECTRIC_CURRENT_C'],
    ] as const
    return bounds.flatMap(([range, sensor]) => (range ? [[range, valueOf(sensor)] as const] : []))
  }
  const isIn = (rule: StatusRule, share: number): boolean =>
    pairsOf(rule).every(([range, value]) => range.min * share <= value && value < (range.max ?? Infinity))
  const stayShare = 1 - (setup.deadBandPercent ?? 0) / 100
  const match = rules.find((rule) => rule.id === before?.ruleId && isIn(rule, stayShare)) ?? rules.find((rule) => isIn(rule, 1))
  if (match) return { kind: 'RULE', ruleId: match.id }
  const isBelowAll = rules.every((rule) => pairsOf(rule).every(([range, value]) => value < range.min))
  return { kind: isBelowAll ? 'OFF' : 'UNDEFINED', ruleId: null }
}

function isOutSample({ sensor, value }: Sample): boolean {
  return value === 0 && (sensor === 'DEVICE_ON_OFF' || sensor === 'BATTERY_LEVEL')
}

function sourcesOf({ statusSource }: WorkCenterSetup): readonly string[] {
  if (statusSource === 'CURRENT') return ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C']
  return statusSource === 'SPEED' ? ['LINEAR_SPEED'] : ['POWER']
}

/** S-5: second by second, a new status waits for its minimum and then holds from its first second. */
function debounced(said: readonly Status[], first: number, setup: WorkCenterSetup): Status[] {
  const held: Status[] = []
  let candidate: Candidate | null = null
  for (const [index, status] of said.entries()) {
    const at = first + index * SECOND_MS
    const before = held[index - 1] ?? NO_DATA
    const minimum = (ruleInForce(setup, status, at)?.minEventDurationMs ?? 0) / SECOND_MS
    const hasVanished = before.kind === 'RULE' && !ruleInForce(setup, before, at)
    const isAtOnce = before.kind === 'NO_DATA' || status.kind === 'NO_DATA' || hasVanished
    const waiting: Candidate = candidate && isSame(candidate.status, status) ? candidate : { status, from: index, seconds: minimum }
    candidate = isSame(before, status) ? null : { ...waiting, seconds: isAtOnce ? 0 : waiting.seconds }
    held.push(before)
    if (candidate && index + 1 - candidate.from >= candidate.seconds) {
      held.fill(candidate.status, candidate.from)
      candidate = null
    }
  }
  return held
}

/** S-40 on the face of a clock that keeps its offset. */
function shiftStartAt(setup: WorkCenterSetup, at: number): number | null {
  const [version] = setup.schedule
  if (!version) return null
  const offset = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(version.zone).offsetNanoseconds / 1_000_000
  const running = version.shifts.map((shift) => ({ shift, since: modulo(at + offset - msOfDay(shift.timeStart), DAY_MS) }))
  const found = running.find(({ shift, since }) => since < lengthOf(shift))
  return found ? at - found.since : null
}

function lengthOf(shift: ShiftDefinition): number {
  return modulo(msOfDay(shift.timeEnd) - msOfDay(shift.timeStart), DAY_MS) || DAY_MS
}

function msOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function ruleInForce(setup: WorkCenterSetup, status: Status, at: number): StatusRule | undefined {
  return setup.statusRules.find((rule) => rule.id === status.ruleId && isInForce(rule, at))
}

function isInForce(rule: StatusRule, at: number): boolean {
  return rule.validFrom <= at && at < (rule.validTo ?? Infinity)
}

function isSame(a: Status, b: Status): boolean {
  return a.kind === b.kind && a.ruleId === b.ruleId && a.isNotSetUp === b.isNotSetUp
}
