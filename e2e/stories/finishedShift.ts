import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { HOUR_MS } from '#engine/time/durations.ts'
import { addMachine, connectDevice, type DeviceSample, type Machine } from '../device.ts'
import type { World } from '../world.ts'
import { setShifts, type StoppedTime, workWithStops } from './stoppedMachine.ts'

const PATIENCE_MS = 60_000

/** Counts taps and typed texts on the way from the first screen. */
type Taps = { count: number; on(target: Locator): Promise<void>; text(target: Locator, text: string): Promise<void> }

export function taps(): Taps {
  const counted: Taps = {
    count: 0,
    on: async (target) => {
      counted.count++
      await target.click()
    },
    text: async (target, text) => {
      counted.count++
      await target.fill(text)
    },
  }
  return counted
}

/** Returns a machine with one shift of an hour that is over, some days of so many hours ago; stops are in minutes before its end. */
export async function addFinishedShift(
  world: World,
  name: string,
  stops: readonly StoppedTime[],
  hoursAgo = 0,
  /** What else the device measures, by the minute of the shift. */
  measured: (minute: number) => DeviceSample['values'] = () => ({}),
): Promise<Machine> {
  const machine = await addMachine(world.product, world.api, name)
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const clock = (hours: number) => `${new Date(hour + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  await setShifts(
    world,
    machine.workCenterId,
    [
      { code: 'E', name: 'Earlier', timeStart: clock(-2), timeEnd: clock(-1) },
      { code: 'R', name: 'Rest', timeStart: clock(-1), timeEnd: clock(-2) },
    ],
    hour - 3 * 24 * HOUR_MS,
  )
  const device = await connectDevice(world.product, machine)
  const end = hour - HOUR_MS - hoursAgo * HOUR_MS
  const samples = workWithStops(end, 60, stops).map(({ values, ...sample }, at) => ({
    ...sample,
    values: { ...values, ...measured(at / 2) },
  }))
  await device.publish(...samples, { values: { POWER: 8, ...measured(60) } })
  await device.end()
  const giveUpAt = performance.now() + PATIENCE_MS
  while ((await finishedShiftOf(world, machine)) === undefined) {
    assert.ok(performance.now() < giveUpAt, `the shift of ${name} does not appear`)
    await sleep(100)
  }
  return machine
}

type Finished = { readonly name: string; readonly shiftDate: string; readonly shiftId: number; readonly status: string }

async function finishedShiftOf({ api }: World, { workCenterId }: Machine): Promise<Finished | undefined> {
  const { shifts } = await api<{ shifts: readonly Finished[] }>(
    'query ($id: Int!) { shifts(filter: { workCenterIds: [$id], statuses: [UNCONFIRMED] }) { name shiftDate shiftId status } }',
    { id: workCenterId },
  )
  return shifts.find(({ name }) => name === 'Earlier')
}

/** Opens the finished shift of the machine by its work center, date and number, as a link from elsewhere names it. */
export async function openShift(world: World, machine: Machine, search: string): Promise<Page> {
  const shift = await finishedShiftOf(world, machine)
  assert.ok(shift)
  const { shiftDate, shiftId } = shift
  return await world.openPage(`/shifts/none?shiftDate=${shiftDate}&shift=${shiftId}&workCenterId=${machine.workCenterId}${search}`)
}
