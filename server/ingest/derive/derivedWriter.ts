import { ingestMetrics } from '../ingestMetrics.ts'
import { movePositions } from '../log/partitionLease.ts'
import type { PartitionLease, PositionMove } from '../log/partitionLease.ts'
import type { PositionTracker } from '../log/positionTracker.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import { endArchived, endFacts } from './archivedWorkCenters.ts'
import { writeSnapshots } from './stateWriter.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'
import type { SerialQueue } from './serialQueue.ts'

export type DerivedWriterDeps = {
  readonly writes: SerialQueue
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly positions: PositionTracker
  readonly runtimes: ReadonlyMap<string, WorkCenterRuntime>
  readonly now: () => number
}

const URGENT_AFTER_MS = 15
const MAX_WORK_CENTERS_PER_TRANSACTION = 500

/** Writes facts and states of work centers with their log positions, each transaction all or nothing. */
export class DerivedWriter {
  readonly #deps: DerivedWriterDeps
  #urgentTimer: NodeJS.Timeout | null = null
  #isQueued = false
  #isEnded = false

  constructor(deps: DerivedWriterDeps) {
    this.#deps = deps
  }

  /** Writes those that are due once what runs before is done. */
  queue(isDue: (runtime: WorkCenterRuntime) => boolean): void {
    if (this.#isQueued || this.#isEnded) return
    this.#isQueued = true
    void this.#deps.writes.run(async () => {
      this.#isQueued = false
      while ((await this.write(isDue)) && !this.#isEnded) continue
    })
  }

  /** Writes what is urgent very soon, gathered for a moment. */
  hurry(): void {
    this.#urgentTimer ??= setTimeout(() => {
      this.#urgentTimer = null
      this.queue((runtime) => runtime.isUrgent)
    }, URGENT_AFTER_MS)
  }

  /** Writes one transaction of work centers; returns whether more are due. */
  async write(isDue: (runtime: WorkCenterRuntime) => boolean): Promise<boolean> {
    const { writes, positions, runtimes } = this.#deps
    const due: WorkCenterRuntime[] = []
    for (const runtime of runtimes.values()) {
      if (!isDue(runtime) || runtime.isWaitingForRecompute) continue
      due.push(runtime)
      if (due.length >= MAX_WORK_CENTERS_PER_TRANSACTION) break
    }
    const now = this.#deps.now()
    const snapshots = due.map((runtime) => runtime.snapshot(now))
    for (const runtime of due) positions.release(workCenterKey(runtime.ref))
    const moves = positions.moves()
    if (snapshots.length === 0 && moves.length === 0) return false
    const startedAt = performance.now()
    await writes.transaction(async () => {
      if (snapshots.length > 0) await writeSnapshots(writes.client, snapshots, now)
      await movePositions(writes.client, moves.length > 0 ? moves : this.#fenceOnly(due))
    })
    ingestMetrics.derivedFlush.observe((performance.now() - startedAt) / 1000)
    positions.moved(moves)
    return due.length >= MAX_WORK_CENTERS_PER_TRANSACTION
  }

  /** Writes the facts of a deleted work center, ended at the present. */
  async writeLast(runtime: WorkCenterRuntime): Promise<void> {
    const { writes, now } = this.#deps
    // Of what a device was still telling from its memory, nothing is known after the last sample.
    const at = runtime.isCatchingUp(now()) ? (runtime.state.at ?? now()) : now()
    const last = runtime.snapshot(at)
    await writes.transaction(async () => {
      await writeSnapshots(writes.client, [{ ...last, facts: endFacts(last.facts, at) }], at)
      await endArchived(writes.client)
      await movePositions(writes.client, this.#fenceOnly([runtime]))
    })
  }

  /** Queues nothing more. */
  end(): void {
    this.#isEnded = true
    if (this.#urgentTimer !== null) clearTimeout(this.#urgentTimer)
  }

  /** A transaction that moves no position still fails for an overtaken owner. */
  #fenceOnly(due: readonly WorkCenterRuntime[]): PositionMove[] {
    const partitions = new Set(due.map((runtime) => runtime.partition))
    return [...partitions].flatMap((partition) => {
      const owned = this.#deps.partitions.get(partition)
      return owned ? [{ owned, derived: null, stored: null }] : []
    })
  }
}
