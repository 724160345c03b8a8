import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { addMachine, connectDevice, type DeviceSample, type Machine } from '../device.ts'
import type { World } from '../world.ts'

/** A stop, in minutes before now; one that ends below 0 goes on. */
export type StoppedTime = { readonly from: number; readonly to: number }

/**
 * Returns a machine that ran for two hours with a few stops, in the middle of a shift of its own, whatever time it is; or with a shift that ended so
 * many minutes ago.
 */
export async function addStoppedMachine(
  world: World,
  name: string,
  stops: readonly StoppedTime[],
  endedMinutesAgo: number | null = null,
): Promise<Machine> {
  const machine = await addMachine(world.product, world.api, name)
  const now = Date.now()
  const clock = (hours: number) => `${new Date(now + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  const border = endedMinutesAgo === null ? clock(6) : new Date(now - endedMinutesAgo * MINUTE_MS).toISOString().slice(11, 16)
  await world.api(
    `mutation ($input: [ShiftInput!]!, $id: Int!, $validFrom: DateTime) {
      createOrUpdateShifts(input: $input, workCenterId: $id, timeZone: "UTC", validFrom: $validFrom) { __typename }
    }`,
    {
      id: machine.workCenterId,
      input: [
        { code: 'A', name: 'Around', timeStart: clock(-6), timeEnd: border },
        { code: 'B', name: 'Beyond', timeStart: border, timeEnd: clock(-6) },
      ],
      validFrom: new Date(now - 2 * 24 * HOUR_MS).toISOString(),
    },
  )
  const device = await connectDevice(world.product, machine)
  const samples: DeviceSample[] = []
  for (let minutes = 120; minutes >= 0; minutes -= 0.5) {
    const isStopped = stops.some(({ from, to }) => minutes <= from && minutes > to)
    samples.push({ at: now - minutes * MINUTE_MS, values: { POWER: isStopped ? 0 : 8 } })
  }
  await device.publish(...samples)
  await device.end()
  return machine
}
