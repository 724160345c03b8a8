import { initialState } from '#engine/advance.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { SampleList } from '../decode/sampleList.ts'
import type { PositionTracker } from '../log/positionTracker.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { loadSetups, setupSince } from '../setupStore.ts'
import type { LoadedSetup } from '../setupStore.ts'
import type { SerialQueue } from './serialQueue.ts'
import { loadStatesOf, refOf } from './stateWriter.ts'
import type { StoredState } from './stateWriter.ts'

/** What a work center that is not in memory yet has sent, up to the position of the log. */
export type WaitingSamples = { readonly samples: SampleColumns; readonly position: number }

export type ArrivalDeps = {
  readonly writes: SerialQueue
  readonly positions: PositionTracker
  readonly now: () => number
  /** Called for each one whose setup is read; its stored state is null where nothing was ever written of it. */
  readonly begin: (ref: WorkCenterRef, waiting: WaitingSamples, loaded: LoadedSetup, stored: StoredState | null) => void
}

type Arrival = { readonly ref: WorkCenterRef; readonly samples: SampleList; position: number }

/** Work centers that report and are not in memory: their samples wait here while their setups are read, together for all that came after an import. */
export class Arrivals {
  readonly #deps: ArrivalDeps
  readonly #waiting = new Map<string, Arrival>()
  #isQueued = false

  constructor(deps: ArrivalDeps) {
    this.#deps = deps
  }

  take(partition: number, ref: WorkCenterRef, samples: SampleColumns, position: number): void {
    const key = workCenterKey(ref)
    this.#deps.positions.hold(partition, key, position)
    const waiting = this.#waiting.get(key) ?? { ref, samples: new SampleList(), position }
    this.#waiting.set(key, waiting)
    waiting.samples.addAll(samples)
    waiting.position = position
    if (this.#isQueued) return
    this.#isQueued = true
    void this.#deps.writes.run(() => this.#beginAll())
  }

  async #beginAll(): Promise<void> {
    this.#isQueued = false
    const { writes, positions, now, begin } = this.#deps
    const refs = [...this.#waiting.values()].map((waiting) => waiting.ref)
    const states = new Map((await loadStatesOf(writes.client, refs)).map((row) => [workCenterKey(refOf(row)), row]))
    const sinceOf = (ref: WorkCenterRef): number => setupSince(states.get(workCenterKey(ref))?.state ?? initialState(), now())
    const setups = await loadSetups(
      writes.client,
      refs.map((ref) => ({ ...ref, since: sinceOf(ref) })),
    )
    for (const ref of refs) {
      const key = workCenterKey(ref)
      const waiting = this.#waiting.get(key)
      const loaded = setups.get(key)
      this.#waiting.delete(key)
      if (waiting === undefined || loaded === undefined) positions.release(key)
      else begin(ref, waiting, loaded, states.get(key) ?? null)
    }
  }
}
