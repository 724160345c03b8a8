import type { JobOrderId } from '#engine/ids.ts'

/** A stretch in which a job order was in progress on the work center, half-open; `end` null = still (domain.md S-51, S-60). */
export type JobRun = {
  readonly jobOrderId: JobOrderId
  readonly start: number
  readonly end: number | null
  /** Ms a unit by the order's cycle time or target speed; null = the work center's reference speed holds (domain.md D-46). */
  readonly idealCycleMs: number | null
}

/** Whether active orders take turns on one counter, or each stroke makes a piece of every order (domain.md D-46, A-15). */
export const PARALLEL_MODES = ['ALTERNATING', 'SIMULTANEOUS'] as const
export type ParallelMode = (typeof PARALLEL_MODES)[number]

/** Confirmed output of a stretch, by order where orders ran in parallel (domain.md S-62, S-64). */
export type OutputConfirmation = {
  readonly start: number
  /** The end of its output segment; null = the segment was still open. */
  readonly end: number | null
  readonly jobOrderId: JobOrderId | null
  readonly accepted: number
  readonly rejected: number
  /** No further confirmations follow: the confirmed figures stand for the device's. */
  readonly isClosing: boolean
}

/** What people said that a device counted too much or too little in a stretch: added to its counts (domain.md O-13). */
export type OutputCorrection = {
  readonly start: number
  /** null = its segment was still open. */
  readonly end: number | null
  readonly accepted: number
  readonly rejected: number
}

/** The orders of a work center as far as they decide figures. */
export type JobSetup = {
  /** Ascending by start; runs of different orders may overlap. */
  readonly runs: readonly JobRun[]
  readonly parallelMode: ParallelMode
  /** Ascending by start; cancelled ones are left out. */
  readonly confirmations: readonly OutputConfirmation[]
  /** Instants at which a person ended the output segment, ascending (domain.md O-4). */
  readonly cuts?: readonly number[]
  readonly corrections?: readonly OutputCorrection[]
}

/** No orders. */
export const NO_JOBS: JobSetup = { runs: [], parallelMode: 'ALTERNATING', confirmations: [] }
