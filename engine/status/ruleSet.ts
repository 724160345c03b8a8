import { electricalAt } from '#engine/energy/power.ts'
import type { NoDataCause } from '#engine/facts.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { ElectricalSetup, WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { manualPeriods, type ManualPeriod } from './manualPeriods.ts'
import type { StatusKind, StatusRule, StatusSource, ValueRange } from './statusRule.ts'

/** What a work center does: a rule's status or a built-in one; `cause` with NO_DATA only. */
export type StatusRef = { readonly kind: StatusKind; readonly ruleId: StatusRuleId | null; readonly cause: NoDataCause | null }

/** What a status means for losses and OEE, read from the version of its rule that is in force (domain.md S-7, S-8). */
export type StatusMeaning = {
  readonly minEventDurationMs: number
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly generatesLoss: boolean
}

/** A rule and its status, made once so that matching allocates nothing. */
type RuleInForce = { readonly rule: StatusRule; readonly status: StatusRef }

/** All that turns values into a status in `[start, end)`: source, rules of that source, electrical constants, and what a person chose. */
export type RuleEpoch = {
  readonly start: number
  readonly end: number
  readonly source: StatusSource
  readonly electrical: ElectricalSetup
  readonly manual: { readonly start: number; readonly status: StatusRef } | null
  readonly rules: readonly RuleInForce[]
  readonly meanings: ReadonlyMap<StatusRuleId, StatusMeaning>
  /** The rules whose status can be had here: those of the source, and the one that a person chose. */
  readonly holding: ReadonlySet<StatusRuleId>
}

/** One value, or the three phase currents; a phase without a sensor is null. */
export type StatusInput = number | { readonly a: number | null; readonly b: number | null; readonly c: number | null }

export const OFF: StatusRef = { kind: 'OFF', ruleId: null, cause: null }
export const UNDEFINED: StatusRef = { kind: 'UNDEFINED', ruleId: null, cause: null }
export const NO_DATA_BY: Readonly<Record<NoDataCause, StatusRef>> = {
  BATTERY_EMPTY: { kind: 'NO_DATA', ruleId: null, cause: 'BATTERY_EMPTY' },
  DEVICE_OFF: { kind: 'NO_DATA', ruleId: null, cause: 'DEVICE_OFF' },
  SILENT: { kind: 'NO_DATA', ruleId: null, cause: 'SILENT' },
  UNAVAILABLE: { kind: 'NO_DATA', ruleId: null, cause: 'UNAVAILABLE' },
}
export const NO_DATA: StatusRef = NO_DATA_BY.SILENT

const STOPPED: StatusMeaning = { minEventDurationMs: 0, isEffective: false, isScheduledLoss: false, generatesLoss: true }
const SILENT: StatusMeaning = { minEventDurationMs: 0, isEffective: false, isScheduledLoss: false, generatesLoss: false }

/** What decides statuses besides samples. */
export type EpochSetup = Pick<
  WorkCenterSetup,
  'statusRules' | 'statusSource' | 'statusSourceVersions' | 'electrical' | 'electricalVersions' | 'manualStatuses' | 'schedule'
>

/**
 * Returns the stretches of time in which all that turns values into a status is constant, ascending and covering all time: they break where
 * rules, source (domain.md S-8, S-9), electrical constants (E-59) or what a person chose (S-2) change.
 */
export function ruleEpochs(setup: EpochSetup): RuleEpoch[] {
  const { statusRules, statusSourceVersions } = setup
  const manual = manualPeriods(setup.manualStatuses, setup.schedule)
  const starts = edgesOf(setup, manual)
  return starts.map((start, index) => {
    const valid = statusRules.filter((rule) => rule.validFrom <= start && start < (rule.validTo ?? Infinity))
    const source = statusSourceVersions.findLast((version) => version.validFrom <= start)?.source ?? setup.statusSource
    const chosen = chosenAt(manual, start, valid)
    const rules = valid.filter((rule) => rule.rangeType === source)
    return {
      start,
      end: starts[index + 1] ?? Infinity,
      source,
      electrical: electricalAt(setup, start),
      manual: chosen && { start: chosen.start, status: { kind: 'RULE', ruleId: chosen.statusRuleId, cause: null } },
      rules: rules.map((rule) => ({ rule, status: { kind: 'RULE', ruleId: rule.id, cause: null } })),
      meanings: new Map(valid.map((rule) => [rule.id, meaningOfRule(rule)])),
      holding: new Set([...rules.map((rule) => rule.id), ...(chosen ? [chosen.statusRuleId] : [])]),
    }
  })
}

function edgesOf(setup: EpochSetup, manual: readonly ManualPeriod[]): readonly number[] {
  const edges = new Set([-Infinity])
  for (const { validFrom, validTo } of setup.statusRules) {
    edges.add(validFrom)
    if (validTo !== null) edges.add(validTo)
  }
  for (const { validFrom } of [...setup.statusSourceVersions, ...setup.electricalVersions]) edges.add(validFrom)
  for (const { start, end } of manual) edges.add(start).add(end)
  edges.delete(Infinity)
  return [...edges].sort((a, b) => a - b)
}

function chosenAt(manual: readonly ManualPeriod[], at: number, valid: readonly StatusRule[]): ManualPeriod | null {
  const period = manual.findLast((candidate) => candidate.start <= at)
  if (!period || at >= period.end) return null
  return valid.some((rule) => rule.id === period.statusRuleId && rule.rangeType === 'MANUAL') ? period : null
}

/** The status that the value is in and the share of its lower bound that it must reach to stay there (domain.md S-5). */
export type Staying = { readonly ruleId: StatusRuleId | null; readonly share: number }

/**
 * Returns the status of a value: the rule whose range holds it, OFF below every minimum, UNDEFINED in a gap between rules (domain.md S-3, S-4).
 * With a dead band, the status that the value is in keeps it a little below its lower bound (S-5).
 */
export function matchStatus(epoch: RuleEpoch, input: StatusInput, staying: Staying | null = null): StatusRef {
  let isBelowAll = true
  if (staying && staying.ruleId !== null && staying.share < 1) {
    const kept = epoch.rules.find(({ rule }) => rule.id === staying.ruleId)
    if (kept && matches(kept.rule, input, staying.share)) return kept.status
  }
  for (const { rule, status } of epoch.rules) {
    if (matches(rule, input, 1)) return status
    isBelowAll &&= isBelow(rule, input)
  }
  return isBelowAll ? OFF : UNDEFINED
}

/** Returns what the status means in the epoch; a rule that is not in force there counts as a stop without a rule. */
export function meaningOf(epoch: RuleEpoch, status: StatusRef): StatusMeaning {
  if (status.kind === 'NO_DATA') return SILENT
  return (status.ruleId === null ? undefined : epoch.meanings.get(status.ruleId)) ?? STOPPED
}

function meaningOfRule(rule: StatusRule): StatusMeaning {
  return {
    // A person's word needs no time to prove itself (domain.md S-2).
    minEventDurationMs: rule.rangeType === 'MANUAL' ? 0 : rule.minEventDurationMs,
    isEffective: rule.isEffective,
    isScheduledLoss: rule.isScheduledLoss,
    generatesLoss: !rule.isEffective && rule.needGenerateEventByState,
  }
}

function matches(rule: StatusRule, input: StatusInput, share: number): boolean {
  if (typeof input === 'number') return rule.range !== undefined && isIn(rule.range, input, share)
  const { a, b, c } = rule.phases ?? {}
  if (!a && !b && !c) return false
  return isPhaseIn(a, input.a, share) && isPhaseIn(b, input.b, share) && isPhaseIn(c, input.c, share)
}

function isBelow(rule: StatusRule, input: StatusInput): boolean {
  if (typeof input === 'number') return rule.range === undefined || input < rule.range.min
  const { a, b, c } = rule.phases ?? {}
  return isPhaseBelow(a, input.a) && isPhaseBelow(b, input.b) && isPhaseBelow(c, input.c)
}

function isIn(range: ValueRange, value: number, share: number): boolean {
  return value >= range.min * share && (range.max === null || value < range.max)
}

function isPhaseIn(range: ValueRange | undefined, value: number | null, share: number): boolean {
  return !range || (value !== null && isIn(range, value, share))
}

function isPhaseBelow(range: ValueRange | undefined, value: number | null): boolean {
  return !range || value === null || value < range.min
}
