import { isDeepStrictEqual } from 'node:util'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { isStatementError } from '#server/db/outage.ts'
import type { DamageReport } from '../damageReport.ts'
import type { PartitionLease } from '../log/partitionLease.ts'
import { movePositions } from '../log/partitionLease.ts'
import type { ChunkWriter } from '../samples/chunkWriter.ts'
import type { SampleBuffer } from '../samples/sampleBuffer.ts'
import type { SampleStore } from '../samples/sampleStore.ts'
import { setupAfter } from '../setup/setupAfter.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { loadSetups, loadSetupVersions, setupSince } from '../setupStore.ts'
import type { DerivedWriter } from './derivedWriter.ts'
import { recompute } from './recompute.ts'
import type { LiveViews } from './liveViews.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'
import type { SerialQueue } from './serialQueue.ts'

export type RecalculationDeps = {
  readonly writes: SerialQueue
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly runtimes: ReadonlyMap<string, WorkCenterRuntime>
  readonly buffer: SampleBuffer
  readonly store: SampleStore
  readonly chunks: ChunkWriter
  readonly writer: DerivedWriter
  readonly views: LiveViews
  readonly damage: DamageReport
  readonly now: () => number
  /** Whether the work center waits to be read. */
  readonly isComing: (ref: WorkCenterRef) => boolean
  /** A work center has no device any more. */
  readonly forget: (ref: WorkCenterRef) => Promise<void>
}

type MarkRow = { id: number; from_at: number; to_at: number | null; stop_from: number | null; stop_to: number | null }

/** A loss lies in one shift, and a shift lasts a day at most, 25 hours where a clock goes back. */
const LONGEST_LOSS_MS = 26 * 3_600_000
const FOR_EVER = '9007199254740991'
/**
 * A mark reaches as far as the stops that it touches, since an annotation of a piece may follow the edges of the whole stop (domain.md S-28). Stops
 * follow each other, so only the last one may reach further than its touched pieces. Each mark reads few losses, however long the history and many
 * the marks.
 */
const MARKS = `
select r.id, r.from_at, r.to_at, reach.from_at as stop_from, reach.to_at as stop_to
from recalculation r left join lateral (
  select touched.from_at, (
    select max(coalesce(w.end_at, ${FOR_EVER})) from loss w
    where w.company_id = r.company_id and w.work_center_id = r.work_center_id and w.source = 'STATUS' and w.start_at >= touched.last_at
      and w.start_at < coalesce((
        select n.start_at from loss n
        where n.company_id = r.company_id and n.work_center_id = r.work_center_id and n.source = 'STATUS' and n.start_at > touched.last_at
          and n.chain_start_at > touched.last_chain order by n.start_at limit 1), ${FOR_EVER})
  ) as to_at
  from (
    select min(l.chain_start_at) as from_at, max(l.chain_start_at) as last_chain, max(l.start_at) as last_at from loss l
    where l.company_id = r.company_id and l.work_center_id = r.work_center_id and l.source = 'STATUS' and r.to_at is not null
      and l.start_at <= r.to_at and l.start_at >= r.from_at - ${LONGEST_LOSS_MS} and coalesce(l.end_at, ${FOR_EVER}) >= r.from_at
  ) as touched
) as reach on true
where r.company_id = $1 and r.work_center_id = $2 order by r.id`
const DELETE_MARKS = `delete from recalculation where company_id = $1 and id = any($2::bigint[])`
/** A change of the whole company marks archived work centers, too: they have no device, so nothing of them is recomputed any more. */
const DELETE_ORPHANS = `
delete from recalculation r where not exists (select from device d where d.company_id = r.company_id and d.work_center_id = r.work_center_id)`
const MARKED = `
select distinct r.company_id, r.work_center_id from recalculation r
join device d on d.company_id = r.company_id and d.work_center_id = r.work_center_id
where d.partition = any($1::smallint[])`

const LOOK_EVERY_MS = 5_000
/** Late samples may come during a recomputation: so often it is done again at once, for a person who waits. */
const MAX_ROUNDS = 3

/**
 * Reloads and recomputes work centers: to reload reads the setup again, to recompute folds kept samples into facts again. Marks and a changed setup ask for
 * both, samples that are too late for memory for the second. One work center at a time, others' writes in between.
 */
export class Recalculations {
  readonly #deps: RecalculationDeps
  /** Work centers that are to be loaded again and are not yet begun: who asks meanwhile waits for the same. */
  readonly #queued = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #isEnded = false

  constructor(deps: RecalculationDeps) {
    this.#deps = deps
  }

  /** Looks for marks and changed setups at once and then regularly: other processes write them, too. */
  start(): void {
    this.#look()
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  /** Reads the setup again and recomputes what its marks ask for, or the current shift when it changed without a mark; resolves when that is written. */
  reload(ref: WorkCenterRef): Promise<void> {
    const key = workCenterKey(ref)
    const queued = this.#queued.get(key)
    if (queued !== undefined) return queued
    const done = this.#deps.writes.run(async () => {
      this.#queued.delete(key)
      if (this.#deps.runtimes.get(key)?.isParked === true) return
      await this.#reloadOrPark(key, ref)
    })
    this.#queued.set(key, done)
    return done
  }

  /** Recalculates what late samples, or an earlier request, ask for. */
  queue(runtime: WorkCenterRuntime): void {
    if (runtime.isRecomputing || this.#isEnded || runtime.isParked) return
    runtime.isRecomputing = true
    void this.#deps.writes.run(async () => {
      await this.#recompute(runtime)
      if (!runtime.asked.isEmpty) this.queue(runtime)
    })
  }

  /** Begins nothing more. */
  end(): void {
    this.#isEnded = true
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #look(): void {
    for (const runtime of this.#deps.runtimes.values()) if (!runtime.asked.isEmpty) this.queue(runtime)
    void this.#deps.writes.run(async () => {
      const { writes, partitions, runtimes } = this.#deps
      const refs = [...runtimes.values()].map((runtime) => runtime.ref)
      const versions = await loadSetupVersions(writes.client, refs)
      for (const runtime of runtimes.values()) {
        if (versions.get(workCenterKey(runtime.ref)) !== runtime.setupVersion || runtime.areTargetsOld(this.#deps.now()))
          void this.reload(runtime.ref)
      }
      await writes.client.query(DELETE_ORPHANS)
      type Row = { company_id: string; work_center_id: number }
      const { rows } = await writes.client.query<Row>(MARKED, [[...partitions.keys()]])
      for (const row of rows) {
        void this.reload({ companyId: asId<CompanyId>(row.company_id), workCenterId: asId<WorkCenterId>(row.work_center_id) })
      }
    })
  }

  async #reloadOrPark(key: string, ref: WorkCenterRef): Promise<void> {
    const { damage, runtimes } = this.#deps
    try {
      await this.#reload(key, ref)
      damage.unparked(ref, 'SETUP')
    } catch (error) {
      if (!isStatementError(error)) throw error
      runtimes.get(key)?.park()
      damage.parked(ref, 'SETUP', error)
    }
  }

  async #reload(key: string, ref: WorkCenterRef): Promise<void> {
    const { writes, runtimes, now } = this.#deps
    const runtime = runtimes.get(key)
    if (runtime === undefined && this.#deps.isComing(ref)) return
    // Marks first: a change that is committed in between is in the setup, and its mark is found the next time.
    const { rows: marks } = await writes.client.query<MarkRow>(MARKS, [ref.companyId, ref.workCenterId])
    const since = runtime === undefined ? 0 : setupSince(runtime.state, now())
    const loaded = (await loadSetups(writes.client, [{ ...ref, since }])).get(key)
    if (loaded === undefined) return this.#deps.forget(ref)
    if (runtime === undefined) return this.#dropMarks(ref, loaded.partition, marks)
    const isSame = isDeepStrictEqual(setupAfter(runtime.setup, since), setupAfter(loaded.setup, since))
    runtime.adopt(loaded, now())
    for (const mark of marks) {
      runtime.asked.add(Math.min(mark.from_at, mark.stop_from ?? Infinity), Math.max(mark.to_at ?? Infinity, mark.stop_to ?? -Infinity))
    }
    runtime.pending.addMarks(marks.map((mark) => mark.id))
    // Marks of time that is not recomputed any more go with the next write, too.
    if (marks.length > 0) runtime.isDirty = true
    if (!isSame && marks.length === 0) runtime.asked.add(runtime.state.at ?? now(), Infinity)
    for (let round = 0; !runtime.asked.isEmpty && !runtime.isRecomputing && !runtime.isParked && round < MAX_ROUNDS; round++) {
      runtime.isRecomputing = true
      await this.#recompute(runtime)
    }
    if (marks.length > 0) runtime.forgetTargets()
    if (!runtime.asked.isEmpty) this.queue(runtime)
  }

  async #recompute(runtime: WorkCenterRuntime): Promise<void> {
    const { writes, buffer, store, chunks, writer, views, now, damage } = this.#deps
    try {
      await recompute(runtime, { writes, buffer, store, chunks, now: now(), fence: (one) => this.#fence(one) })
      damage.unparked(runtime.ref, 'RECALCULATION')
    } catch (error) {
      if (!isStatementError(error)) throw error
      runtime.park()
      damage.parked(runtime.ref, 'RECALCULATION', error)
      return
    }
    while (await writer.write((one) => (one === runtime && (one.isDirty || one.hasNewRows) ? 'ALL' : null))) continue
    runtime.forgetBefore(setupSince(runtime.state, now()))
    views.show(runtime, now())
  }

  /** A work center of which nothing is derived yet has nothing to recompute. */
  async #dropMarks(ref: WorkCenterRef, partition: number, marks: readonly MarkRow[]): Promise<void> {
    if (marks.length === 0 || !this.#deps.partitions.has(partition)) return
    await this.#deps.writes.client.query(DELETE_MARKS, [ref.companyId, marks.map((mark) => mark.id)])
  }

  async #fence(runtime: WorkCenterRuntime): Promise<void> {
    const owned = this.#deps.partitions.get(runtime.partition)
    if (owned !== undefined) await movePositions(this.#deps.writes.client, [{ owned, derived: null, stored: null }])
  }
}
