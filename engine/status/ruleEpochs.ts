import { electricalAt } from '#engine/energy/power.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { ElectricalSetup, WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { manualPeriods, type ManualPeriod } from './manualPeriods.ts'
import type { StatusMeaning, StatusRef } from './ruleSet.ts'
import type { StatusRule, StatusSource } from './statusRule.ts'

/** A rule and its status, made once so that matching allocates nothing. */
type RuleInForce = { readonly rule: StatusRule; readonly status: StatusRef }

/** Everything that turns values into a status in `[start, end)`: source, its rules, electrical constants, manual status. */
export type RuleEpoch = {
  readonly start: number
  readonly end: number
  readonly source: StatusSource
  readonly electrical: ElectricalSetup
  readonly manual: { readonly start: number; readonly status: StatusRef } | null
  readonly rules: readonly RuleInForce[]
  readonly meanings: ReadonlyMap<StatusRuleId, StatusMeaning>
  /** Rules whose status is possible here: those of the source, and the manual one. */
  readonly holding: ReadonlySet<StatusRuleId>
}

/** What decides statuses besides samples. */
export type EpochSetup = Pick<
  WorkCenterSetup,
  'statusRules' | 'statusSource' | 'statusSourceVersions' | 'electrical' | 'electricalVersions' | 'manualStatuses' | 'schedule'
>

/**
 * Returns the stretches in which everything that turns values into a status is constant, ascending and covering all time. They break where rules or
 * source (domain.md S-8, S-9), electrical constants (E-59) or the manual status (S-2) change.
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

function meaningOfRule(rule: StatusRule): StatusMeaning {
  return {
    // A person's word needs no time to prove itself (domain.md S-2).
    minEventDurationMs: rule.rangeType === 'MANUAL' ? 0 : rule.minEventDurationMs,
    isEffective: rule.isEffective,
    isScheduledLoss: rule.isScheduledLoss,
    generatesLoss: !rule.isEffective && rule.needGenerateEventByState,
  }
}
