import { isAsked } from '#engine/loss/stopPrompt.ts'
import type { LossAnnotationId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { DueTask, OperationalPlan, SaidReason, TaskClosing, TaskFacts, TaskLoss } from './operationalTask.ts'
import { unexplainedTime } from './unexplainedTime.ts'

/**
 * Returns the tasks that ask for reasons of stops, and how the other pieces of stops stand (domain.md T-3, T-5): each piece of a shift without a reason, once
 * it is as old as the plan says or has ended. A row of a rule, a person's reason and the confirmation of the shift close it.
 */
export function lossTasks(
  { losses, trackingRules, confirmedShifts }: Pick<TaskFacts, 'confirmedShifts' | 'losses' | 'trackingRules'>,
  said: readonly SaidReason[],
  plan: OperationalPlan,
  now: number,
): readonly DueTask[] {
  const chainEnds = endsOfChains(losses)
  const saidById = new Map(said.map((one) => [one.id, one]))
  const confirmations = new Map(confirmedShifts.map((one) => [one.shiftStart, one]))
  return losses.flatMap((loss): readonly DueTask[] => {
    if (!mayBeAsked(loss) || loss.start > now || (loss.end ?? Infinity) <= plan.activeFrom) return []
    const reason = reasonOf(loss, saidById)
    const confirmation = confirmations.get(loss.shiftStart)
    const until = Math.min(reason?.at ?? Infinity, confirmation?.at ?? Infinity)
    const from = Math.max(Math.min(loss.start + plan.delayMs, loss.end ?? Infinity), plan.activeFrom)
    const without = unexplainedTime(loss, chainEnds.get(loss.chainStart) ?? null, trackingRules)
    const asked = within(without, from, until).filter(({ start }) => start <= now)
    const isWithout = now < until && within(without, loss.start, until).some(({ start, end }) => start <= now && now < end)
    const closing = (at: number): TaskClosing => {
      if (confirmation !== undefined && at >= confirmation.at) {
        return { cause: 'CONFIRMATION', at: confirmation.at, by: confirmation.by, comment: confirmation.comment }
      }
      return { cause: 'CONDITION', at, by: reason !== null && at >= reason.at ? reason.by : null, comment: null }
    }
    const task = { event: 'LOSS_APPEARED' as const, shiftStart: loss.shiftStart, subject: { start: loss.start, end: loss.end } }
    const [first, last] = [asked[0], asked.at(-1)]
    if (first === undefined || last === undefined) {
      return [{ ...task, dueAt: from, isAsked: false, closed: isWithout ? null : closing(Math.min(until, now)) }]
    }
    return [{ ...task, dueAt: first.start, isAsked: true, closed: now < last.end ? null : closing(last.end) }]
  })
}

/** The same question as that of the screens, before a reason is given. */
function mayBeAsked(loss: TaskLoss): boolean {
  return isAsked({ ...loss, level: 2, hasReason: false, isShiftConfirmed: false })
}

/** What a person said; a reason of unknown origin holds from the start. */
function reasonOf(loss: TaskLoss, saidById: ReadonlyMap<LossAnnotationId, SaidReason>): Pick<SaidReason, 'at' | 'by'> | null {
  if (loss.reasonSource !== 'MANUAL') return null
  return (loss.annotationId === null ? undefined : saidById.get(loss.annotationId)) ?? { at: loss.start, by: null }
}

function endsOfChains(losses: readonly TaskLoss[]): ReadonlyMap<number, number | null> {
  const ends = new Map<number, number | null>()
  for (const { source, chainStart, end } of losses) {
    if (source !== 'STATUS') continue
    const before = ends.get(chainStart)
    ends.set(chainStart, before === null || end === null ? null : Math.max(before ?? end, end))
  }
  return ends
}

function within(stretches: readonly Interval[], from: number, until: number): readonly Interval[] {
  return stretches
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, until) }))
    .filter(({ start, end }) => start < end)
}
