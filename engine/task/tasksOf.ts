import { lossTasks } from './lossTasks.ts'
import type { DueTask, OperationalPlan, SaidReason, TaskFacts, TaskLoss } from './operationalTask.ts'
import { outputTasks } from './outputTasks.ts'

/**
 * Returns the tasks of one work center as its facts make them up to the instant, by their subject (domain.md T-2): what is asked and what was, whenever it is
 * worked out. Plans that are not active ask nothing.
 */
export function tasksOf(facts: TaskFacts, said: readonly SaidReason[], plans: readonly OperationalPlan[], now: number): readonly DueTask[] {
  const tasks = plans
    .filter(({ isActive }) => isActive)
    .flatMap((plan) => (plan.event === 'LOSS_APPEARED' ? lossTasks(facts, said, plan, now) : outputTasks(facts, plan, now)))
  return tasks.toSorted((left, right) => left.subject.start - right.subject.start || left.event.localeCompare(right.event))
}

/** Returns the next instant at which time alone makes a task, or closes one; null = only facts do (domain.md T-3). */
export function nextLookAt(facts: TaskFacts, plans: readonly OperationalPlan[], now: number): number | null {
  const active = plans.filter(({ isActive }) => isActive)
  const openLosses = facts.losses.filter(({ end, source }) => end === null && source === 'STATUS')
  const openOutput = [...facts.segments, ...facts.reachedOrders].filter(({ end }) => end === null)
  const borders = [
    ...openLosses.flatMap((loss) => bordersOf(facts, loss)),
    ...[...openLosses, ...openOutput].flatMap(({ start }) => active.map(({ delayMs }) => start + delayMs)),
    ...active.map(({ activeFrom }) => activeFrom),
  ]
  return borders.filter((at) => at > now).reduce<number | null>((least, at) => (least === null || at < least ? at : least), null)
}

/** When an open stop has lasted so long that another row of its rule holds. */
function bordersOf({ trackingRules }: TaskFacts, { chainStart, statusRuleId }: TaskLoss): readonly number[] {
  return trackingRules
    .filter((rule) => rule.statusRuleId === statusRuleId && rule.validFrom <= chainStart && chainStart < (rule.validTo ?? Infinity))
    .flatMap(({ rows }) => rows.flatMap(({ fromMs, toMs }) => (toMs === null ? [fromMs] : [fromMs, toMs])))
    .map((durationMs) => chainStart + durationMs)
}
