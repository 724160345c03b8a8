import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'
import { SampleList } from '../decode/sampleList.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { workCenterKey } from '../setup/setupQuery.ts'

/** Samples of one sensor in the order of their arrival; NaN stands for "unavailable". `known` has their instants once a repetition was looked for. */
export type SensorColumns = { readonly instants: number[]; readonly values: number[]; known?: Set<number> }

/** Samples of one work center that are in the log and not yet in its chunks. */
export type WorkCenterSamples = { readonly ref: WorkCenterRef; readonly sensors: Map<SensorKey, SensorColumns> }

/** A sensor of a work center. */
export type SensorOf = { readonly ref: WorkCenterRef; readonly sensor: SensorKey }

/** Returns the sensors that the samples are of. */
export function sensorsIn(taken: readonly WorkCenterSamples[]): SensorOf[] {
  return taken.flatMap(({ ref, sensors }) => [...sensors.keys()].map((sensor) => ({ ref, sensor })))
}

/** Committed samples that are not yet in chunks, by partition. Rebuilt from the log after a crash. */
export class SampleBuffer {
  readonly #partitions = new Map<number, Map<string, WorkCenterSamples>>()
  /** Taken out and not yet committed to their chunks: still to be seen from here. */
  readonly #writing = new Set<readonly WorkCenterSamples[]>()
  #begun: SensorOf[] = []
  #count = 0

  /** How many samples wait, 16 bytes each. */
  get count(): number {
    return this.#count
  }

  add(partition: number, ref: WorkCenterRef, { length, instants, sensors, values }: SampleColumns): void {
    const columnsOf = this.#sensorsOf(partition, ref)
    for (let index = 0; index < length; index++) {
      const sensor = sensors[index]
      if (sensor === undefined) continue
      let columns = columnsOf.get(sensor)
      if (columns === undefined) {
        columnsOf.set(sensor, (columns = { instants: [], values: [] }))
        this.#begun.push({ ref, sensor })
      }
      const at = instants[index] ?? 0
      columns.instants.push(at)
      columns.values.push(values[index] ?? Number.NaN)
      columns.known?.add(at)
    }
    this.#count += length
  }

  /** Returns the samples of the work center that do not wait here yet; those from the instant on are not looked up and count as new. */
  fresh(partition: number, ref: WorkCenterRef, samples: SampleColumns, from: number): SampleColumns {
    const sensors = this.#partitions.get(partition)?.get(workCenterKey(ref))?.sensors
    if (sensors === undefined) return samples
    const fresh = new SampleList()
    for (let index = 0; index < samples.length; index++) {
      const sensor = samples.sensors[index]
      if (sensor === undefined) continue
      const at = samples.instants[index] ?? 0
      if (at >= from || !isKnown(sensors.get(sensor), at)) fresh.add(at, sensor, samples.values[index] ?? Number.NaN)
    }
    return fresh
  }

  /** Returns the waiting samples of a work center, unordered, and leaves them here. */
  samplesOf(partition: number, ref: WorkCenterRef): Sample[] {
    const samples: Sample[] = []
    for (const [sensor, { instants, values }] of this.#partitions.get(partition)?.get(workCenterKey(ref))?.sensors ?? []) {
      instants.forEach((at, index) => {
        const value = values[index] ?? Number.NaN
        samples.push({ at, sensor, value: Number.isNaN(value) ? null : value })
      })
    }
    return samples
  }

  /** Removes and returns the sensors whose readings began to wait since the last call, among them all new ones. */
  takeBegun(): readonly SensorOf[] {
    const begun = this.#begun
    this.#begun = []
    return begun
  }

  /** The partitions in which something waits. */
  get partitions(): readonly number[] {
    return [...this.#partitions.keys()]
  }

  /** Takes out all that waits of the partition. */
  takePartition(partition: number): WorkCenterSamples[] {
    const taken = [...(this.#partitions.get(partition)?.values() ?? [])]
    this.#partitions.delete(partition)
    return this.#takenOut(taken)
  }

  /** Takes out all that waits of the work center. */
  takeWorkCenter(partition: number, ref: WorkCenterRef): WorkCenterSamples[] {
    const one = this.#partitions.get(partition)?.get(workCenterKey(ref))
    if (one === undefined) return []
    this.#partitions.get(partition)?.delete(workCenterKey(ref))
    return this.#takenOut([one])
  }

  /** Lets go of what was taken out: it is in its chunks. */
  written(taken: readonly WorkCenterSamples[]): void {
    this.#writing.delete(taken)
  }

  /** Takes back what could not be written; it waits before what came since. */
  putBack(partition: number, taken: readonly WorkCenterSamples[]): void {
    this.#writing.delete(taken)
    for (const { ref, sensors } of taken) {
      const present = this.#sensorsOf(partition, ref)
      for (const [sensor, { instants, values }] of sensors) {
        const since = present.get(sensor)
        const merged = { instants: [...instants, ...(since?.instants ?? [])], values: [...values, ...(since?.values ?? [])] }
        present.set(sensor, merged)
        this.#count += instants.length
      }
    }
  }

  /** Returns the readings of a sensor that are not in its chunks yet, in the order of their arrival. */
  readingsOf(ref: WorkCenterRef, sensor: SensorKey): { readonly instants: readonly number[]; readonly values: readonly number[] } {
    const key = workCenterKey(ref)
    const instants: number[] = []
    const values: number[] = []
    const add = (columns: SensorColumns | undefined): void => {
      columns?.instants.forEach((at, index) => {
        instants.push(at)
        values.push(columns.values[index] ?? Number.NaN)
      })
    }
    for (const taken of this.#writing) for (const one of taken) if (workCenterKey(one.ref) === key) add(one.sensors.get(sensor))
    for (const workCenters of this.#partitions.values()) add(workCenters.get(key)?.sensors.get(sensor))
    return { instants, values }
  }

  /** Returns the sensors of which readings are not in their chunks yet. */
  sensorsOf(ref: WorkCenterRef): ReadonlySet<SensorKey> {
    const key = workCenterKey(ref)
    const all = [...this.#writing].flat().filter((one) => workCenterKey(one.ref) === key)
    for (const workCenters of this.#partitions.values()) all.push(...[workCenters.get(key) ?? []].flat())
    return new Set(all.flatMap(({ sensors }) => [...sensors.keys()]))
  }

  /** Returns the earliest instant of the work center's readings that are not in their chunks yet, null for none. */
  earliestOf(ref: WorkCenterRef): number | null {
    const key = workCenterKey(ref)
    let first = Infinity
    const look = (one: WorkCenterSamples | undefined): void => {
      for (const { instants } of one?.sensors.values() ?? []) for (const at of instants) first = Math.min(first, at)
    }
    for (const taken of this.#writing) for (const one of taken) if (workCenterKey(one.ref) === key) look(one)
    for (const workCenters of this.#partitions.values()) look(workCenters.get(key))
    return first === Infinity ? null : first
  }

  #takenOut(taken: WorkCenterSamples[]): WorkCenterSamples[] {
    if (taken.length > 0) this.#writing.add(taken)
    this.#count -= countOf(taken)
    return taken
  }

  #sensorsOf(partition: number, ref: WorkCenterRef): Map<SensorKey, SensorColumns> {
    let workCenters = this.#partitions.get(partition)
    if (workCenters === undefined) this.#partitions.set(partition, (workCenters = new Map<string, WorkCenterSamples>()))
    const key = workCenterKey(ref)
    let one = workCenters.get(key)
    if (one === undefined) workCenters.set(key, (one = { ref, sensors: new Map() }))
    return one.sensors
  }
}

/** A search for each repetition of a backlog took time by its square. */
function isKnown(columns: SensorColumns | undefined, at: number): boolean {
  if (columns === undefined) return false
  columns.known ??= new Set(columns.instants)
  return columns.known.has(at)
}

function countOf(taken: readonly WorkCenterSamples[]): number {
  let count = 0
  for (const one of taken) for (const columns of one.sensors.values()) count += columns.instants.length
  return count
}
