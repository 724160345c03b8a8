import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { addMachine, connectDevice, type DeviceSample, type Machine } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import type { StoppedTime } from './stoppedMachine.ts'

const PATIENCE_MS = 60_000

/** Counts taps on the way from the first screen. */
type Taps = { count: number; on(target: Locator): Promise<void> }

function taps(): Taps {
  const counted: Taps = {
    count: 0,
    on: async (target) => {
      counted.count++
      await target.click()
    },
  }
  return counted
}

export function shiftStories(world: () => World): void {
  const lists = (page: Page) => page.getByRole('link', { name: /^Shifts/ }).first()

  test('all shifts until yesterday are closed in three taps, with a result for each (T-13)', async () => {
    const machine = await addFinishedShift(world(), 'Press of yesterday', [], 24)
    const page = await world().openPage('/boxes')
    await page.getByLabel(/to close$/).waitFor()
    const tap = taps()
    await tap.on(lists(page))
    await tap.on(page.getByRole('button', { name: 'Close by date' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Confirm \d+ shifts?$/ }).waitFor()
    await assertAccessible(page)
    await tap.on(dialog.getByRole('button', { name: /^Confirm \d+ shifts?$/ }))
    await dialog.getByText(/ of \d+ confirmed$/).waitFor()
    await dialog
      .getByRole('link', { name: new RegExp(`^${machine.name} · Earlier`) })
      .first()
      .waitFor()
    assert.equal(tap.count, 3)
    await page.close()
  })
}

/** Returns a machine with one shift of an hour that is over, some days of so many hours ago; stops are in minutes before its end. */
async function addFinishedShift(world: World, name: string, stops: readonly StoppedTime[], hoursAgo = 0): Promise<Machine> {
  const machine = await addMachine(world.product, world.api, name)
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const clock = (hours: number) => `${new Date(hour + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  await world.api(
    `mutation ($input: [ShiftInput!]!, $id: Int!, $validFrom: DateTime) {
      createOrUpdateShifts(input: $input, workCenterId: $id, timeZone: "UTC", validFrom: $validFrom) { __typename }
    }`,
    {
      id: machine.workCenterId,
      input: [
        { code: 'E', name: 'Earlier', timeStart: clock(-2), timeEnd: clock(-1) },
        { code: 'R', name: 'Rest', timeStart: clock(-1), timeEnd: clock(-2) },
      ],
      validFrom: new Date(hour - 3 * 24 * HOUR_MS).toISOString(),
    },
  )
  const device = await connectDevice(world.product, machine)
  const end = hour - HOUR_MS - hoursAgo * HOUR_MS
  const samples: DeviceSample[] = []
  for (let minutes = 60; minutes >= 0; minutes -= 0.5) {
    const isStopped = stops.some(({ from, to }) => minutes <= from && minutes > to)
    samples.push({ at: end - minutes * MINUTE_MS, values: { POWER: isStopped ? 0 : 8 } })
  }
  await device.publish(...samples, { values: { POWER: 8 } })
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
