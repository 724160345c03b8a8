import type { Checkpoint, EngineState } from '#engine/advance.ts'
import type { Facts } from '#engine/facts.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'

/** What one flush writes of a work center. */
export type Snapshot = {
  readonly setup: WorkCenterSetup
  readonly setupVersion: number
  readonly partition: number
  readonly logPosition: number
  readonly state: EngineState
  readonly facts: Facts
  readonly checkpoints: readonly Checkpoint[]
  /** Stored checkpoints after this instant are replaced; null = none are. */
  readonly checkpointsFrom: number | null
  /** Instants of samples that came after their shift may have been confirmed: they are counted there if it was (domain.md S-46). */
  readonly aged: readonly number[]
}
