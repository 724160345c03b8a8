import { ruleAtStart } from '#engine/loss/trackingRule.ts'
import type { LossTrackingRow, LossTrackingRule } from '#engine/loss/lossSetup.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { TaskLoss } from './operationalTask.ts'

/**
 * Returns when a piece of a stop had no reason by its rule, ascending; the last may end at Infinity. While the stop lasted its row followed from how long
 * it had lasted (domain.md S-23); `chainEnd` is its end, null = it lasts. From its end on what is stored holds.
 */
export function unexplainedTime(loss: TaskLoss, chainEnd: number | null, rules: readonly LossTrackingRule[]): readonly Interval[] {
  const ofStatus = rules.filter(({ statusRuleId }) => statusRuleId === loss.statusRuleId)
  const rows = ruleAtStart(new Map([[loss.statusRuleId, ofStatus]]), loss.statusRuleId, loss.chainStart)?.rows ?? []
  const end = chainEnd ?? Infinity
  const gaps = gapsBetween(rows).map((gap) => ({ start: loss.chainStart + gap.start, end: loss.chainStart + gap.end }))
  const live = gaps
    .map((gap) => ({ start: Math.max(gap.start, loss.start), end: Math.min(gap.end, end) }))
    .filter((gap) => gap.start < gap.end)
  if (end === Infinity) return live
  // A person's reason lies over that of the rule, so there the rule is asked for the whole stop.
  const isWithout = loss.reasonSource === 'MANUAL' ? gaps.some((gap) => gap.start <= end && end < gap.end) : loss.reasonSource === null
  if (!isWithout) return live
  const last = live.at(-1)
  const touches = last?.end === end
  return touches ? [...live.slice(0, -1), { start: last.start, end: Infinity }] : [...live, { start: end, end: Infinity }]
}

/** Durations that no row covers. */
function gapsBetween(rows: readonly LossTrackingRow[]): readonly Interval[] {
  const gaps: Interval[] = []
  let at = 0
  for (const { fromMs, toMs } of rows) {
    if (at < fromMs) gaps.push({ start: at, end: fromMs })
    at = Math.max(at, toMs ?? Infinity)
  }
  return at < Infinity ? [...gaps, { start: at, end: Infinity }] : gaps
}
