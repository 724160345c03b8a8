import type { StatusRuleId } from '#engine/ids.ts'
import type { StatusKind, StatusRule, StatusSource, ValueRange } from './statusRule.ts'

/** What a work center does: a rule's status or a built-in one. */
export type StatusRef = { readonly kind: StatusKind; readonly ruleId: StatusRuleId | null }

/** What a status means for losses and OEE, read from the version of its rule that is in force (domain.md S-7, S-8). */
export type StatusMeaning = {
  readonly minEventDurationMs: number
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly generatesLoss: boolean
}

/** A rule and its status, made once so that matching allocates nothing. */
type RuleInForce = { readonly rule: StatusRule; readonly status: StatusRef }

/** The rules of one source that are in force in `[start, end)`. */
export type RuleEpoch = {
  readonly start: number
  readonly end: number
  readonly rules: readonly RuleInForce[]
  readonly meanings: ReadonlyMap<StatusRuleId, StatusMeaning>
}

/** One value, or the three phase currents; a phase without a sensor is null. */
export type StatusInput = number | { readonly a: number | null; readonly b: number | null; readonly c: number | null }

export const OFF: StatusRef = { kind: 'OFF', ruleId: null }
export const UNDEFINED: StatusRef = { kind: 'UNDEFINED', ruleId: null }
export const NO_DATA: StatusRef = { kind: 'NO_DATA', ruleId: null }

const STOPPED: StatusMeaning = { minEventDurationMs: 0, isEffective: false, isScheduledLoss: false, generatesLoss: true }
const SILENT: StatusMeaning = { minEventDurationMs: 0, isEffective: false, isScheduledLoss: false, generatesLoss: false }

/** Returns the stretches of time in which the set of rules is constant, ascending and covering all time (domain.md S-8). */
export function ruleEpochs(rules: readonly StatusRule[], source: StatusSource): RuleEpoch[] {
  const edges = new Set([-Infinity])
  for (const rule of rules) {
    edges.add(rule.validFrom)
    if (rule.validTo !== null) edges.add(rule.validTo)
  }
  const starts = [...edges].sort((a, b) => a - b)
  return starts.map((start, index) => {
    const valid = rules.filter((rule) => rule.validFrom <= start && start < (rule.validTo ?? Infinity))
    return {
      start,
      end: starts[index + 1] ?? Infinity,
      rules: valid.filter((rule) => rule.rangeType === source).map((rule) => ({ rule, status: { kind: 'RULE', ruleId: rule.id } })),
      meanings: new Map(valid.map((rule) => [rule.id, meaningOfRule(rule)])),
    }
  })
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
    minEventDurationMs: rule.minEventDurationMs,
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
