import { advance } from '#engine/advance.ts'
import type { Advance, EngineState } from '#engine/advance.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { columnsOf, samplesOf } from '#engine/sensor/sampleColumns.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { SampleList } from '../decode/sampleList.ts'
import { bySampleOrder } from '../samples/sampleStore.ts'

/** A state and the samples that followed it. */
type Generation = { readonly base: EngineState; readonly samples: SampleList }

/** Two generations of at most so many samples, newest first, about 6 KB a work center. */
const GENERATION_SAMPLES = 48
/** Where more had to be folded again for late samples, stored ones are folded, a piece at a time. */
const MAX_MERGED = 10_000

/** The last samples of a work center and the states before them: small lateness is merged in here without a query. */
export class RecentSamples {
  #older: Generation
  #newer: Generation

  constructor(state: EngineState) {
    this.#older = { base: state, samples: new SampleList() }
    this.#newer = this.#older
  }

  /** The oldest state that is remembered. */
  get base(): EngineState {
    return this.#older.base
  }

  /** Forgets all, and begins again at the state. */
  restart(state: EngineState): void {
    this.#older = { base: state, samples: new SampleList() }
    this.#newer = this.#older
  }

  /** Remembers samples that are about to be folded into the state. */
  add(samples: SampleColumns, before: EngineState): void {
    if (this.#newer.samples.length >= GENERATION_SAMPLES) {
      const emptied = this.#older === this.#newer ? new SampleList() : this.#older.samples.emptied()
      this.#older = this.#newer
      this.#newer = { base: before, samples: emptied }
    }
    this.#newer.samples.addAll(samples)
  }

  has({ at, sensor }: Sample): boolean {
    return this.#newer.samples.has(at, sensor) || this.#older.samples.has(at, sensor)
  }

  /** Returns the instant after which so many late samples are merged here, where the state holds to `watermark`. */
  mergedAfter(count: number, watermark: number): number {
    const isTooMuch = count + this.#newer.samples.length + this.#older.samples.length > MAX_MERGED
    return isTooMuch ? watermark : (this.#older.base.at ?? -Infinity)
  }

  /** Folds the late samples in among those that are remembered; returns what that gives, and the state that it began with. */
  merge(late: readonly Sample[], setup: WorkCenterSetup): { readonly base: EngineState; readonly result: Advance } {
    const isRecent = (late[0]?.at ?? 0) > (this.#newer.base.at ?? -Infinity)
    const { base } = isRecent ? this.#newer : this.#older
    const before = isRecent || this.#newer === this.#older ? [] : samplesOf(this.#older.samples)
    const samples = [...before, ...samplesOf(this.#newer.samples), ...late].sort(bySampleOrder)
    this.#newer = { base, samples: new SampleList() }
    this.#newer.samples.addAll(columnsOf(samples))
    if (!isRecent) this.#older = this.#newer
    return { base, result: advance(base, samples, setup) }
  }
}
