import type { EngineState } from '#engine/advance.ts'
import type { WorkCenterFacts } from '../facts/factRows.ts'
import type { Pending } from './pendingWrite.ts'

/** What one flush writes of a work center. */
export type Snapshot = WorkCenterFacts &
  Pending & {
    readonly setupVersion: number
    readonly partition: number
    readonly logPosition: number
    /** null = the stored state stays, because a recomputation of the past converged with it. */
    readonly state: EngineState | null
    /** Stored checkpoints up to this instant are replaced; null = to the end. */
    readonly checkpointsTo: number | null
  }

/** Returns how many rows a flush writes of the snapshot. */
export function rowCount({ facts, checkpoints }: Pick<Snapshot, 'facts' | 'checkpoints'>): number {
  const { statuses, losses, outputs, shifts, hours } = facts
  return statuses.length + losses.length + outputs.length + shifts.length + hours.length + checkpoints.length
}
