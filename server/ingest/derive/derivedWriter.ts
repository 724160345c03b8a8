import { isStatementError } from '#server/db/outage.ts'
import type { DamageReport } from '../damageReport.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { fencesBeside, movePositions } from '../log/partitionLease.ts'
import type { PartitionLease, PositionMove } from '../log/partitionLease.ts'
import type { PositionTracker } from '../log/positionTracker.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import { endArchived, endFacts } from './archivedWorkCenters.ts'
import { rowCount } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { writeSnapshots } from './stateWriter.ts'
import type { WorkCenterRuntime, WriteScope } from './workCenterRuntime.ts'
import type { SerialQueue } from './serialQueue.ts'

export type DerivedWriterDeps = {
  readonly writes: SerialQueue
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly positions: PositionTracker
  readonly runtimes: ReadonlyMap<string, WorkCenterRuntime>
  readonly damage: DamageReport
  readonly now: () => number
}

/** A work center that is about to be written, and the position of the log that it held before. */
type Due = { readonly runtime: WorkCenterRuntime; readonly scope: WriteScope; readonly heldAt: number | null; readonly snapshot: Snapshot }

/** What is urgent is gathered for a moment: so long on a small site, and until the last write is a tenth of the time that has passed on a large one. */
const URGENT_AFTER_MS = 15
const MAX_URGENT_AFTER_MS = 250
const URGENT_SHARE = 10
/** Rows that hold up to so short a time ago need not be written again for a reader. */
const FRESH_MS = 500
const MOVE_EVERY_MS = 10_000
const MAX_WORK_CENTERS_PER_TRANSACTION = 500
/** Machines that begin with a month of samples have thousands of rows each: others would wait while all of them are put together. */
const MAX_ROWS_PER_TRANSACTION = 10_000

/** Writes facts and states of work centers with their log positions, each transaction all or nothing. */
export class DerivedWriter {
  readonly #deps: DerivedWriterDeps
  #urgentTimer: NodeJS.Timeout | null = null
  #lastWriteMs = 0
  #movedAt = -Infinity
  #isQueued = false
  #isEnded = false

  constructor(deps: DerivedWriterDeps) {
    this.#deps = deps
  }

  /** Writes those that are due once what runs before is done. */
  queue(scopeOf: (runtime: WorkCenterRuntime) => WriteScope | null): void {
    if (this.#isQueued || this.#isEnded) return
    this.#isQueued = true
    void this.#deps.writes.run(async () => {
      this.#isQueued = false
      while ((await this.write(scopeOf)) && !this.#isEnded) continue
    })
  }

  /**
   * Writes those of the work centers whose rows do not hold to the instant `end` (ms UTC), or to the present, each once; resolves when that is committed. It
   * goes before what waits to be written, since a person waits for it.
   */
  async settle(runtimes: readonly WorkCenterRuntime[], end: number, scope: WriteScope): Promise<void> {
    const target = Math.min(end, this.#deps.now() - FRESH_MS)
    const isBehind = (runtime: WorkCenterRuntime): boolean => runtime.state.at !== null && runtime.writtenTo[scope] < target
    const behind = new Set(runtimes.filter(isBehind))
    for (let isMore = behind.size > 0; isMore && !this.#isEnded;) {
      isMore = false
      await this.#deps.writes.runSoon(async () => {
        isMore = await this.write((one) => (behind.delete(one) && isBehind(one) ? scope : null), behind)
      })
    }
  }

  /** Writes what is urgent very soon, gathered for a moment. */
  hurry(): void {
    const afterMs = Math.min(MAX_URGENT_AFTER_MS, Math.max(URGENT_AFTER_MS, this.#lastWriteMs * URGENT_SHARE))
    this.#urgentTimer ??= setTimeout(() => {
      this.#urgentTimer = null
      this.queue((runtime) => (runtime.isUrgent ? runtime.dueScope : null))
    }, afterMs)
  }

  /** Writes one transaction of work centers, of each as much as is told (null = nothing); returns whether more are due. */
  async write(
    scopeOf: (runtime: WorkCenterRuntime) => WriteScope | null,
    among: Iterable<WorkCenterRuntime> = this.#deps.runtimes.values(),
  ): Promise<boolean> {
    const { positions } = this.#deps
    const due: Due[] = []
    let rows = 0
    let isFull = false
    const now = this.#deps.now()
    for (const runtime of among) {
      const scope = runtime.isWaitingForRecompute || runtime.isParked ? null : scopeOf(runtime)
      if (scope === null) continue
      const heldAt = positions.heldAt(runtime.partition, workCenterKey(runtime.ref))
      const snapshot = runtime.snapshot(now, scope)
      due.push({ runtime, scope, heldAt, snapshot })
      if (scope === 'ALL') this.#release(runtime)
      rows += rowCount(snapshot)
      isFull = due.length >= MAX_WORK_CENTERS_PER_TRANSACTION || rows >= MAX_ROWS_PER_TRANSACTION
      if (isFull) break
    }
    const moves = this.#isTimeToMove(due) ? positions.moves() : []
    if (due.length === 0 && moves.length === 0) return false
    const startedAt = performance.now()
    try {
      await this.#commit(due, moves, now)
      positions.moved(moves)
    } catch (error) {
      if (!isStatementError(error) || due.length === 0) throw error
      for (const one of due) await this.#writeAlone(one, now)
    }
    this.#lastWriteMs = performance.now() - startedAt
    ingestMetrics.derivedFlush.observe(this.#lastWriteMs / 1000)
    return isFull
  }

  async #commit(due: readonly Due[], moves: readonly PositionMove[], now: number): Promise<void> {
    const { writes, damage, partitions } = this.#deps
    await writes.transaction(async () => {
      if (due.length > 0)
        await writeSnapshots(
          writes.client,
          due.map(({ snapshot }) => snapshot),
          now,
        )
      const written = due.map(({ runtime }) => runtime.partition)
      await movePositions(writes.client, fencesBeside(moves, written, partitions))
    })
    for (const { runtime, scope } of due) {
      runtime.committed(scope)
      damage.unparked(runtime.ref, 'FACTS')
    }
  }

  /** Rows that PostgreSQL refuses keep no other work center's from being written: theirs waits, and with it its position of the log. */
  async #writeAlone(one: Due, now: number): Promise<void> {
    const { positions, damage } = this.#deps
    try {
      await this.#commit([one], [], now)
    } catch (error) {
      if (!isStatementError(error)) throw error
      const { runtime, heldAt } = one
      if (heldAt !== null) positions.holdAgain(runtime.partition, workCenterKey(runtime.ref), heldAt)
      runtime.refused()
      damage.parked(runtime.ref, 'FACTS', error)
    }
  }

  /** Positions follow states. Where none is written, as of devices without a work center, they follow now and then. */
  #isTimeToMove(due: readonly { readonly scope: WriteScope }[]): boolean {
    const now = performance.now()
    if (now - this.#movedAt < MOVE_EVERY_MS && !due.some(({ scope }) => scope === 'ALL')) return false
    this.#movedAt = now
    return true
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
      await movePositions(writes.client, fencesBeside([], [runtime.partition], this.#deps.partitions))
    })
  }

  /** All that the work center took is about to be written, but for deliveries that wait to be folded. */
  #release({ ref, partition, backlog }: WorkCenterRuntime): void {
    const { positions } = this.#deps
    positions.release(workCenterKey(ref))
    const [next] = backlog
    if (next !== undefined) positions.hold(partition, workCenterKey(ref), next.position)
  }

  /** Queues nothing more. */
  end(): void {
    this.#isEnded = true
    if (this.#urgentTimer !== null) clearTimeout(this.#urgentTimer)
  }
}
