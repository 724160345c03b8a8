import { initialState } from '#engine/advance.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { DamageReport } from '../damageReport.ts'
import { SampleList } from '../decode/sampleList.ts'
import type { PositionTracker } from '../log/positionTracker.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { loadSetups, setupSince } from '../setupStore.ts'
import type { LoadedSetup } from '../setupStore.ts'
import { byHalves } from './byHalves.ts'
import type { SerialQueue } from './serialQueue.ts'
import { loadMarked, loadStatesOf, refOf } from './stateWriter.ts'
import type { StoredState } from './stateWriter.ts'
import { PARKED_MS } from './workCenterRuntime.ts'

/** What a work center that is not in memory yet has sent, up to the position of the log. */
export type WaitingSamples = { readonly samples: SampleColumns; readonly position: number }

/** A work center as it is stored: its setup, its state (null = nothing was ever written of it) and whether marks ask for a recalculation. */
export type StoredWorkCenter = { readonly loaded: LoadedSetup; readonly stored: StoredState | null; readonly isMarked: boolean }

export type ArrivalDeps = {
  readonly writes: SerialQueue
  readonly positions: PositionTracker
  readonly damage: DamageReport
  readonly now: () => number
  /** Called for each one that is read. */
  readonly begin: (ref: WorkCenterRef, waiting: WaitingSamples, stored: StoredWorkCenter) => void
}

type Arrival = {
  readonly ref: WorkCenterRef
  readonly samples: SampleList
  position: number
  /** Until when it is left alone because PostgreSQL refused to read it, in ms of the process's own clock. */
  parkedUntil: number
}

/**
 * Work centers that are not in memory: all of them at the start, later those that report for the first time. Their samples wait here while their setups and
 * states are read, together for all that came. One that PostgreSQL cannot read waits alone and is tried again.
 */
export class Arrivals {
  readonly #deps: ArrivalDeps
  readonly #waiting = new Map<string, Arrival>()
  #isQueued = false

  constructor(deps: ArrivalDeps) {
    this.#deps = deps
  }

  /** Returns whether the work center waits to be read. */
  has(ref: WorkCenterRef): boolean {
    return this.#waiting.has(workCenterKey(ref))
  }

  /** Keeps the samples of the work center until it is read. */
  take(partition: number, ref: WorkCenterRef, samples: SampleColumns, position: number): void {
    this.#deps.positions.hold(partition, workCenterKey(ref), position)
    const waiting = this.#arrivalOf(ref)
    waiting.samples.addAll(samples)
    waiting.position = position
    this.queue()
  }

  /** Reads the work centers, which have sent nothing yet. */
  async readAll(refs: readonly WorkCenterRef[]): Promise<void> {
    for (const ref of refs) this.#arrivalOf(ref)
    await this.#beginAll()
  }

  /** Has those read that wait, once what runs before is done. */
  queue(): void {
    if (this.#isQueued || this.#due().length === 0) return
    this.#isQueued = true
    void this.#deps.writes.run(() => this.#beginAll())
  }

  #arrivalOf(ref: WorkCenterRef): Arrival {
    const key = workCenterKey(ref)
    const waiting = this.#waiting.get(key) ?? { ref, samples: new SampleList(), position: 0, parkedUntil: -Infinity }
    this.#waiting.set(key, waiting)
    return waiting
  }

  #due(): WorkCenterRef[] {
    const now = performance.now()
    return [...this.#waiting.values()].filter(({ parkedUntil }) => parkedUntil <= now).map(({ ref }) => ref)
  }

  async #beginAll(): Promise<void> {
    this.#isQueued = false
    await byHalves(
      this.#due(),
      (refs) => this.#begin(refs),
      (ref, error) => {
        this.#arrivalOf(ref).parkedUntil = performance.now() + PARKED_MS
        this.#deps.damage.parked(ref, 'STATE', error)
      },
    )
  }

  async #begin(refs: readonly WorkCenterRef[]): Promise<void> {
    const { writes, positions, damage, now, begin } = this.#deps
    const states = new Map((await loadStatesOf(writes.client, refs)).map((row) => [workCenterKey(refOf(row)), row]))
    const sinceOf = (ref: WorkCenterRef): number => setupSince(states.get(workCenterKey(ref))?.state ?? initialState(), now())
    const setups = await loadSetups(
      writes.client,
      refs.map((ref) => ({ ...ref, since: sinceOf(ref) })),
    )
    const marked = await loadMarked(writes.client, refs)
    for (const ref of refs) {
      const key = workCenterKey(ref)
      const waiting = this.#waiting.get(key)
      const loaded = setups.get(key)
      this.#waiting.delete(key)
      damage.unparked(ref, 'STATE')
      if (waiting === undefined || loaded === undefined) positions.release(key)
      else begin(ref, waiting, { loaded, stored: states.get(key) ?? null, isMarked: marked.has(key) })
    }
  }
}
