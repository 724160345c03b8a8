import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'
import { chunkStart, CHUNK_MS } from '#server/sensor/series.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import type { SampleStore } from './sampleStore.ts'

type Instants = ReadonlyMap<SensorKey, readonly number[]>

/** The instants of a work center's stored readings in some hours, to tell repetitions from late samples. */
export class StoredInstants {
  readonly #ref: WorkCenterRef
  readonly #store: Pick<SampleStore, 'read'>
  readonly #hours = new Map<number, Instants>()

  constructor(ref: WorkCenterRef, store: Pick<SampleStore, 'read'>) {
    this.#ref = ref
    this.#store = store
  }

  /** Reads the hours of the samples, one after the other. */
  async read(samples: readonly Sample[]): Promise<void> {
    for (const hour of new Set(samples.map(({ at }) => chunkStart(at)))) {
      const { length, instants, sensors } = await this.#store.read(this.#ref, hour, hour + CHUNK_MS)
      const bySensor = new Map<SensorKey, number[]>()
      for (let index = 0; index < length; index++) {
        const sensor = sensors[index]
        if (sensor === undefined) continue
        const known = bySensor.get(sensor)
        if (known === undefined) bySensor.set(sensor, [instants[index] ?? 0])
        else known.push(instants[index] ?? 0)
      }
      this.#hours.set(hour, bySensor)
    }
  }

  /** Returns the samples that are not stored; those of hours that were not read count as new. */
  without(samples: readonly Sample[]): readonly Sample[] {
    return samples.filter(({ at, sensor }) => !isAmong(this.#hours.get(chunkStart(at))?.get(sensor) ?? NONE, at))
  }
}

const NONE: readonly number[] = []

function isAmong(ascending: readonly number[], at: number): boolean {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return ascending[low] === at
}
