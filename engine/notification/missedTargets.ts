import type { Condition, ConditionPeriod, Episode } from './condition.ts'

/**
 * Returns the periods whose figure missed the target. One is told from the instant at which it is judged until the next is, so a rule that is made later
 * does not count it (domain.md AL-4).
 */
export function missedPeriods(
  { comparisonType, targetValue }: Pick<Condition, 'comparisonType' | 'targetValue'>,
  periods: readonly ConditionPeriod[],
): readonly Episode[] {
  return periods.flatMap(({ start, judgedAt, value, target }, index) => {
    const wanted = targetValue ?? target
    if (value === null || wanted === null || (comparisonType === 'LOWER' ? value >= wanted : value <= wanted)) return []
    const next = periods[index + 1]
    const until = next === undefined ? null : Math.max(judgedAt, next.judgedAt)
    return [{ since: start, until, counted: [{ start: judgedAt, end: judgedAt + 1 }] }]
  })
}
