import type { Plant } from './plant.ts'
import { between, randomStream } from './random.ts'
import type { Simulated } from './simulate.ts'

const MINUTE_MS = 60_000

/** A stretch in which the device cannot reach the server; it goes on measuring. */
export type Outage = { readonly start: number; readonly end: number }

/** Returns the device's outage at the instant, or null; the same for the same seed, machine and shift. */
export function outageAt(machine: Simulated, plant: Plant, at: number): Outage | null {
  const { outagesPerShift, outageMinutes } = machine.spec.behaviour
  if (outagesPerShift === 0 || at < plant.startAt) return null
  const shift = plant.shiftAt(at)
  const random = randomStream(`${machine.factory.seed}/${machine.spec.key}/outages/${shift.start}`)
  const count = Math.floor(outagesPerShift + random())
  for (let index = 0; index < count; index++) {
    const start = between(random, shift.start, shift.end - outageMinutes[1] * MINUTE_MS)
    const end = start + between(random, outageMinutes[0], outageMinutes[1]) * MINUTE_MS
    if (start <= at && at < end) return { start: Math.round(start), end: Math.round(end) }
  }
  return null
}
