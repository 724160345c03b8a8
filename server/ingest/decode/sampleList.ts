import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'

const FIRST_CAPACITY = 32
const MAX_KEPT = 2_048
const MAX_KEPT_CAPACITY = 1_024
/** A longer list is searched by an index: a repeated backlog asks for each of its samples. */
const MAX_SCANNED = 64

/** Samples in columns that grow: what devices send stays in this form from the decoder to the engine (an object a sample cost a fifth of the time in garbage collection). */
export class SampleList implements SampleColumns {
  length = 0
  instants = new Float64Array(FIRST_CAPACITY)
  values = new Float64Array(FIRST_CAPACITY)
  readonly sensors: SensorKey[] = []
  /** Instants by sensor, made when a long list is first searched. */
  #index: Map<SensorKey, Set<number>> | null = null

  /** How many samples fit without growing. */
  get capacity(): number {
    return this.instants.length
  }

  /** Adds one sample; NaN stands for "unavailable". */
  add(at: number, sensor: SensorKey, value: number): void {
    const place = this.length
    if (place === this.instants.length) this.#grow(place + 1)
    this.instants[place] = at
    this.sensors[place] = sensor
    this.values[place] = value
    this.length = place + 1
    if (this.#index !== null) addTo(this.#index, at, sensor)
  }

  addAll({ length, instants, sensors, values }: SampleColumns): void {
    if (this.length + length > this.instants.length) this.#grow(this.length + length)
    for (let index = 0; index < length; index++) {
      const sensor = sensors[index]
      if (sensor !== undefined) this.add(instants[index] ?? 0, sensor, values[index] ?? Number.NaN)
    }
  }

  /** Returns this list without its samples, or a new one where keeping the memory of a rare burst would cost more. */
  emptied(): SampleList {
    if (this.capacity > MAX_KEPT_CAPACITY) return new SampleList()
    this.cut(0)
    return this
  }

  /** Lets go of all samples from the place on and keeps the memory. */
  cut(length: number): void {
    this.length = length
    this.#index = null
  }

  /** Returns whether the sensor's reading of the instant is among them. */
  has(at: number, sensor: SensorKey): boolean {
    if (this.length > MAX_SCANNED) return (this.#index ??= this.#indexed()).get(sensor)?.has(at) === true
    for (let index = 0; index < this.length; index++) if (this.instants[index] === at && this.sensors[index] === sensor) return true
    return false
  }

  #indexed(): Map<SensorKey, Set<number>> {
    const index = new Map<SensorKey, Set<number>>()
    for (let place = 0; place < this.length; place++) {
      const sensor = this.sensors[place]
      if (sensor !== undefined) addTo(index, this.instants[place] ?? 0, sensor)
    }
    return index
  }

  #grow(atLeast: number): void {
    const capacity = Math.max(this.instants.length * 2, atLeast)
    const [instants, values] = [new Float64Array(capacity), new Float64Array(capacity)]
    instants.set(this.instants)
    values.set(this.values)
    this.instants = instants
    this.values = values
  }
}

function addTo(index: Map<SensorKey, Set<number>>, at: number, sensor: SensorKey): void {
  const instants = index.get(sensor)
  if (instants === undefined) index.set(sensor, new Set([at]))
  else instants.add(at)
}

const free: SampleList[] = []

/** Returns an empty list, one that was given back if there is one: typed arrays are costly to make. */
export function acquireList(): SampleList {
  return free.pop() ?? new SampleList()
}

/** Takes a list back; nobody may look at it any more. */
export function releaseList(list: SampleList): void {
  if (free.length < MAX_KEPT) free.push(list.emptied())
}
