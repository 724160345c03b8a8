import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { addMachine, connectDevice, type DeviceSample, type Machine } from '../device.ts'
import type { World } from '../world.ts'

/** A stop, in minutes before now; one that ends below 0 goes on. */
export type StoppedTime = { readonly from: number; readonly to: number }

/**
 * Returns a machine that ran for two hours with a few stops, in the middle of a shift of its own, whatever time it is; or with a shift that ended so
 * many minutes ago. `made` = how many pieces it makes each half minute, by its counter; 0 = it counts nothing.
 */
export async function addStoppedMachine(
  world: World,
  name: string,
  stops: readonly StoppedTime[],
  endedMinutesAgo: number | null = null,
  made = 0,
): Promise<Machine> {
  const machine = await addMachine(world.product, world.api, name)
  const now = Date.now()
  const clock = (hours: number) => `${new Date(now + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  const border = endedMinutesAgo === null ? clock(6) : new Date(now - endedMinutesAgo * MINUTE_MS).toISOString().slice(11, 16)
  await setShifts(
    world,
    machine.workCenterId,
    [
      { code: 'A', name: 'Around', timeStart: clock(-6), timeEnd: border },
      { code: 'B', name: 'Beyond', timeStart: border, timeEnd: clock(-6) },
    ],
    now - 2 * 24 * HOUR_MS,
  )
  const device = await connectDevice(world.product, machine)
  await device.publish(...workWithStops(now, 120, stops, made))
  await device.end()
  return machine
}

type ShiftOfClock = { readonly code: string; readonly name: string; readonly timeStart: string; readonly timeEnd: string }

/** Gives the machine shifts of its own, by clocks of UTC, since the instant. */
export async function setShifts(world: World, workCenterId: number, input: readonly ShiftOfClock[], since: number): Promise<void> {
  await world.api(
    `mutation ($input: [ShiftInput!]!, $id: Int!, $validFrom: DateTime) {
      createOrUpdateShifts(input: $input, workCenterId: $id, timeZone: "UTC", validFrom: $validFrom) { __typename }
    }`,
    { id: workCenterId, input, validFrom: new Date(since).toISOString() },
  )
}

/** Returns what a machine sends that worked for so many minutes until the instant, but for its stops, and made so many pieces each half minute. */
export function workWithStops(until: number, minutes: number, stops: readonly StoppedTime[], made = 0): readonly DeviceSample[] {
  const samples: DeviceSample[] = []
  let total = 0
  for (let before = minutes; before >= 0; before -= 0.5) {
    const isStopped = stops.some(({ from, to }) => before <= from && before > to)
    if (!isStopped) total += made
    samples.push({ at: until - before * MINUTE_MS, values: { POWER: isStopped ? 0 : 8, ...(made > 0 && { TOTAL_OUTPUT: total }) } })
  }
  return samples
}
