import type { NoDataCause } from '#engine/facts.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { RuleEpoch } from './ruleEpochs.ts'
import type { StatusKind, StatusRule, ValueRange } from './statusRule.ts'

/** Activity of a work center: a rule's status or a built-in one. `cause` with NO_DATA only. */
export type StatusRef = { readonly kind: StatusKind; readonly ruleId: StatusRuleId | null; readonly cause: NoDataCause | null }

/** Meaning of a status for losses and OEE, from the version of its rule in force (domain.md S-7, S-8). */
export type StatusMeaning = {
  readonly minEventDurationMs: number
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly generatesLoss: boolean
}

/** One value, or the three phase currents; a phase without a sensor is null. */
export type StatusInput = number | { readonly a: number | null; readonly b: number | null; readonly c: number | null }

export const OFF: StatusRef = { kind: 'OFF', ruleId: null, cause: null }
export const UNDEFINED: StatusRef = { kind: 'UNDEFINED', ruleId: null, cause: null }
export const NO_DATA_BY: Readonly<Record<NoDataCause, StatusRef>> = {
  BATTERY_EMPTY: { kind: 'NO_DATA', ruleId: null, cause: 'BATTERY_EMPTY' },
  NO_STATUS_RULES: { kind: 'NO_DATA', ruleId: null, cause: 'NO_STATUS_RULES' },
  DEVICE_OFF: { kind: 'NO_DATA', ruleId: null, cause: 'DEVICE_OFF' },
  SILENT: { kind: 'NO_DATA', ruleId: null, cause: 'SILENT' },
  UNAVAILABLE: { kind: 'NO_DATA', ruleId: null, cause: 'UNAVAILABLE' },
}
export const NO_DATA: StatusRef = NO_DATA_BY.SILENT

const STOPPED: StatusMeaning = { minEventDurationMs: 0, isEffective: false, isScheduledLoss: false, generatesLoss: true }
const SILENT: StatusMeaning = { minEventDurationMs: 0, isEffective: false, isScheduledLoss: false, generatesLoss: false }

/** The status that the value is in and the share of its lower bound that it must reach to stay there (domain.md S-5). */
export type Staying = { readonly ruleId: StatusRuleId | null; readonly share: number }

/**
 * Returns the status of a value: the rule whose range holds it, OFF below every minimum, UNDEFINED in a gap between rules (domain.md S-3, S-4). A
 * dead band keeps the present status a little below its lower bound (S-5). Without rules a value means nothing: no data, not a stop.
 */
export function matchStatus(epoch: RuleEpoch, input: StatusInput, staying: Staying | null = null): StatusRef {
  if (epoch.rules.length === 0) return NO_DATA_BY.NO_STATUS_RULES
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

/** Returns the meaning of the status in the epoch. A rule not in force there is a stop without a rule. */
export function meaningOf(epoch: RuleEpoch, status: StatusRef): StatusMeaning {
  if (status.kind === 'NO_DATA') return SILENT
  return (status.ruleId === null ? undefined : epoch.meanings.get(status.ruleId)) ?? STOPPED
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
