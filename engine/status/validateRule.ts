import type { Problem } from '#engine/result.ts'
import type { PhaseRanges, StatusRule, ValueRange } from './statusRule.ts'

const NAME_MIN = 3
const NAME_MAX = 70
const PHASES = ['a', 'b', 'c'] as const

/**
 * Returns the problems of a rule beside the other rules of its work center, none when it can be saved: name of 3 to 70 characters, unique among
 * active rules (domain.md S-8); minimum above 0 and below the maximum (S-4); no intersection with another active rule of the source (S-3), which is
 * named.
 */
export function validateRule(rule: StatusRule, others: readonly StatusRule[]): Problem[] {
  const problems: Problem[] = []
  const active = others.filter((other) => other.id !== rule.id && other.validTo === null)
  const length = Array.from(rule.name.trim()).length
  if (length < NAME_MIN || length > NAME_MAX) {
    problems.push({ code: 'STATUS_NAME_LENGTH', field: 'name', params: { min: NAME_MIN, max: NAME_MAX } })
  }
  if (active.some((other) => sameName(other.name, rule.name)))
    problems.push({ code: 'STATUS_NAME_NOT_UNIQUE', field: 'name', params: { name: rule.name } })
  if (rule.minEventDurationMs < 0) problems.push({ code: 'STATUS_DURATION_NEGATIVE', field: 'minEventDurationSeconds' })
  problems.push(...boundProblems(rule))
  const rival = active.find((other) => rulesIntersect(rule, other))
  if (rival) problems.push({ code: 'STATUS_RANGES_INTERSECT', field: fieldOf(rule), params: { name: rival.name } })
  return problems
}

/** Returns whether two rules of one source could both match; by current only when they intersect on every phase that both define (domain.md S-3). */
export function rulesIntersect(a: StatusRule, b: StatusRule): boolean {
  if (a.rangeType !== b.rangeType || a.rangeType === 'MANUAL') return false
  if (a.rangeType === 'CURRENT') return phasesIntersect(a.phases ?? {}, b.phases ?? {})
  return a.range !== undefined && b.range !== undefined && rangesIntersect(a.range, b.range)
}

/** Returns whether two `[min, max)` ranges share a value; touching ones do not. */
export function rangesIntersect(a: ValueRange, b: ValueRange): boolean {
  return a.min < (b.max ?? Infinity) && b.min < (a.max ?? Infinity)
}

function phasesIntersect(a: PhaseRanges, b: PhaseRanges): boolean {
  return PHASES.every((phase) => {
    const [left, right] = [a[phase], b[phase]]
    return !left || !right || rangesIntersect(left, right)
  })
}

function boundProblems(rule: StatusRule): Problem[] {
  if (rule.rangeType === 'MANUAL') return []
  const phases = rule.phases ?? {}
  const ranges = rule.rangeType === 'CURRENT' ? PHASES.flatMap((phase) => phases[phase] ?? []) : rule.range ? [rule.range] : []
  if (ranges.length === 0) return [{ code: 'STATUS_RANGE_REQUIRED', field: fieldOf(rule) }]
  return ranges.flatMap((range) => {
    if (!(range.min > 0)) return [{ code: 'STATUS_MIN_NOT_ABOVE_ZERO', field: fieldOf(rule), params: { min: range.min } }]
    if (range.max !== null && !(range.max > range.min))
      return [{ code: 'STATUS_MAX_NOT_ABOVE_MIN', field: fieldOf(rule), params: { min: range.min, max: range.max } }]
    return []
  })
}

function fieldOf(rule: StatusRule): string {
  return rule.rangeType === 'CURRENT' ? 'phases' : 'range'
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
