import type { DueTask, OperationalPlan, TaskClosing, TaskFacts, TaskSubject } from './operationalTask.ts'

/**
 * Returns the tasks that ask for an order (domain.md T-4): of what is counted without one since a counter was reset, and of an order that goes on after it
 * reached its plan. Other output only tells how a known task stands.
 */
export function outputTasks(
  { segments, reachedOrders, confirmedShifts }: Pick<TaskFacts, 'confirmedShifts' | 'reachedOrders' | 'segments'>,
  plan: OperationalPlan,
  now: number,
): readonly DueTask[] {
  const confirmations = new Map(confirmedShifts.map((one) => [one.shiftStart, one]))
  const byConfirmation = (shiftStart: number | null): TaskClosing | null => {
    const found = shiftStart === null ? undefined : confirmations.get(shiftStart)
    return found === undefined ? null : { cause: 'CONFIRMATION', at: found.at, by: found.by, comment: found.comment }
  }
  const ofSegments = segments.flatMap((segment): readonly DueTask[] => {
    if (segment.units <= 0 || (segment.end ?? Infinity) <= plan.activeFrom) return []
    const dueAt = dueFrom(segment, plan)
    const confirmation = byConfirmation(segment.shiftStart)
    const hasOrder = segment.jobOrderIds.length > 0
    const isAsked = !hasOrder && segment.opening === 'COUNTER_RESET' && dueAt <= now && (confirmation === null || dueAt < confirmation.at)
    const ordered: TaskClosing = { cause: 'CONDITION', at: now, by: segment.orderedBy, comment: null }
    const closed = hasOrder ? ordered : confirmation
    return [{ event: 'COUNTER_RESET', shiftStart: segment.shiftStart, subject: subjectOf(segment), dueAt, isAsked, closed }]
  })
  const ofOrders = reachedOrders.flatMap((order): readonly DueTask[] => {
    if ((order.end ?? Infinity) <= plan.activeFrom) return []
    const dueAt = dueFrom(order, plan)
    const confirmation = byConfirmation(order.shiftStart)
    const until = Math.min(order.end ?? Infinity, confirmation?.at ?? Infinity)
    // Who changed the order before anybody was asked had nothing to be asked about.
    const isAsked = dueAt <= now && dueAt < until
    const ended: TaskClosing | null = order.end === null ? null : { cause: 'CONDITION', at: order.end, by: order.endedBy, comment: null }
    const closed = ended !== null && ended.at <= until ? ended : confirmation
    return [{ event: 'COUNTER_RESET', shiftStart: order.shiftStart, subject: subjectOf(order), dueAt, isAsked, closed }]
  })
  return [...ofSegments, ...ofOrders]
}

function dueFrom({ start, end }: TaskSubject, { delayMs, activeFrom }: OperationalPlan): number {
  return Math.max(Math.min(start + delayMs, end ?? Infinity), activeFrom)
}

function subjectOf({ start, end }: TaskSubject): TaskSubject {
  return { start, end }
}
