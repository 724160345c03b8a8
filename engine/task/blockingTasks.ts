import type { OperationalEvent, StoredTask } from './operationalTask.ts'

/**
 * Returns the ids of the tasks that hold the confirmation of a shift up, ascending (domain.md T-6): those that are pending there, of plans that say so. What
 * holds it up by itself is not named twice: `ownIssues` are the starts of stops without a reason.
 */
export function blockingTasks(
  tasks: readonly Pick<StoredTask, 'closed' | 'event' | 'id' | 'shiftStart' | 'subject'>[],
  shift: { readonly start: number; readonly ownIssues: ReadonlySet<number> },
  plans: readonly { readonly event: OperationalEvent; readonly isActive: boolean; readonly blocksShift: boolean }[],
): readonly number[] {
  const blocking = new Set(plans.filter(({ isActive, blocksShift }) => isActive && blocksShift).map(({ event }) => event))
  return tasks
    .filter(({ closed, shiftStart, event }) => closed === null && shiftStart === shift.start && blocking.has(event))
    .filter(({ event, subject }) => event !== 'LOSS_APPEARED' || !shift.ownIssues.has(subject.start))
    .map(({ id }) => id)
    .toSorted((left, right) => left - right)
}
