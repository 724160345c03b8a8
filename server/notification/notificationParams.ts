import { phaseShare } from '#engine/energy/phaseBalance.ts'
import { USUAL_BATTERY_PERCENT } from '#engine/notification/batteryLow.ts'
import type { Condition, ConditionFacts, Episode } from '#engine/notification/condition.ts'
import { UNBALANCE, UNBALANCE_PERCENT, USUAL_PHASE_PERCENT } from '#engine/notification/dePhasing.ts'
import { NOTICE_TYPES } from '#engine/notification/notice.ts'
import { remindedCause, waitingTooLong } from '#engine/notification/taskReminder.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { SharedFacts } from './conditionFacts.service.ts'
import type { NotificationParams } from './episode.store.ts'

type Told = {
  readonly episode: Episode
  readonly facts: ConditionFacts
  readonly now: number
} & Pick<SharedFacts, 'reasonIdAt' | 'statusNames'>

/** Returns what the sentence of the episode tells: the status and its reason, the figure and its target, or what is wrong. */
export function paramsOf(condition: Condition, { episode, facts, reasonIdAt, statusNames, now }: Told): NotificationParams {
  const none = { statusRuleId: null, status: null, reasonId: null, mode: null, value: null, target: null, valueNow: null }
  if (condition.type === 'TARGET_VALUE') {
    const period = [...facts.shifts, ...(facts.periods ?? [])].find((one) => one.start === episode.since)
    return { ...none, mode: condition.mode, value: period?.value ?? null, target: condition.targetValue ?? period?.target ?? null }
  }
  const measured = measuredParams(condition, facts, { episode, now })
  if (measured !== null) return { ...none, ...measured }
  if (condition.type !== 'STATUS_DURATION') return none
  const status = facts.statuses.find(({ start, end }) => start <= episode.since && (end === null || end > episode.since))
  const ruleId = status?.statusRuleId ?? null
  const name = ruleId === null ? (status?.kind ?? null) : (statusNames.get(ruleId) ?? null)
  return {
    ...none,
    statusRuleId: ruleId,
    status: name,
    reasonId: reasonIdAt((episode.until ?? Infinity) - 1) ?? reasonIdAt(episode.since),
    mode: condition.mode,
  }
}

/** Returns what was told of a target, with the figure of now beside it where that is another (domain.md AL-7). */
export function toldParams(told: NotificationParams, valueNow: number | null): NotificationParams {
  return { ...told, valueNow: valueNow === told.value ? null : valueNow }
}

/** Minutes of work outside shifts, the last level or share of the phases, what was refused and how often, which counters do not fit, the run of a checklist, or how many tasks wait. */
function measuredParams(
  { type, targetValue, subject }: Condition,
  facts: ConditionFacts,
  { episode, now }: Pick<Told, 'episode' | 'now'>,
): Partial<NotificationParams> | null {
  const isWithin = ({ at }: { readonly at: number }) => at >= episode.since && (episode.until === null || at < episode.until)
  const { about = null } = episode
  if (type === 'BATTERY_LOW') {
    const lowest = (facts.battery ?? []).filter(isWithin).reduce<number | null>((low, { level }) => leastOf(low, level), null)
    return { value: lowest, target: targetValue ?? USUAL_BATTERY_PERCENT }
  }
  if (type === 'DE_PHASING') {
    const shares = (facts.phases?.readings ?? []).filter(isWithin).map((currents) => phaseShare(currents))
    const lowest = shares.reduce<number | null>(leastOf, null)
    const value = lowest === null ? null : lowest * 100
    return subject === undefined
      ? { value, target: targetValue ?? USUAL_PHASE_PERCENT }
      : { value, target: UNBALANCE_PERCENT, mode: UNBALANCE }
  }
  if (type === 'WORK_IN_NON_WORK_TIME')
    return {
      value: Math.floor(episode.counted.reduce((sum, { start, end }) => sum + Math.min(end, now) - Math.min(start, now), 0) / MINUTE_MS),
    }
  if (type === 'CONNECTION_ERROR')
    return {
      mode: about,
      value: (facts.refused ?? []).filter((one) => one.reason === about && isWithin(one)).length,
    }
  if (type === 'CHECKLIST_DEVIATION' || type === 'CHECKLIST_MISSED') {
    const run = facts.runs?.find(({ occurrenceId }) => String(occurrenceId) === about)
    return { status: run?.name ?? null, mode: about, value: type === 'CHECKLIST_DEVIATION' ? (run?.deviations ?? null) : null }
  }
  if (type === 'TASK_WAITING')
    return {
      mode: subject === undefined ? null : remindedCause(subject),
      value: waitingTooLong(facts.tasks ?? [], subject ?? '', Math.min(now, (episode.until ?? Infinity) - 1)),
    }
  if (NOTICE_TYPES.some((one) => one === type)) {
    const notice = facts.notices?.find((one) => one.type === type && one.about === about)
    return { status: notice?.name ?? null, mode: about, value: notice?.count ?? null }
  }
  return type === 'FLOW_ERROR' ? { mode: about } : null
}

function leastOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
