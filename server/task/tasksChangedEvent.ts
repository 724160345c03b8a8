import type { WorkCenterId } from '#engine/ids.ts'
import type { NewEvent } from '#server/event/domainEvent.store.ts'

/** Returns the event that tasks of the work center were asked, closed or given to somebody: reminders follow from it (domain.md T-11). */
export function tasksChangedEvent(workCenterId: WorkCenterId, at: number): NewEvent {
  return { kind: 'TASKS_CHANGED', workCenterId, key: `tasks/${workCenterId}`, change: 'HAPPENED', at, payload: {}, actor: null }
}
