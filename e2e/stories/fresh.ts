import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { addMachine, connectDevice, type Machine } from '../device.ts'
import type { World } from '../world.ts'
import { setShifts, workWithStops } from './stoppedMachine.ts'

/** One stop of ten minutes in a shift that is over, in minutes before now. */
const STOP = { from: 150, to: 140 }
/** Longer than any question that is asked by the clock would wait while a shift is running. */
const WATCHED_MS = 20_000
const RUNS_EVERY_MS = 5_000
/** What the shell counts for the whole company: it follows the news of all machines, and others of them may fall silent meanwhile. */
const OF_ALL_MACHINES: readonly string[] = ['LossesToExplain', 'UnconfirmedShifts']

export function freshStories(world: () => World): void {
  test('a reason that one person changes in a past shift shows in the list, the OEE and the ledger of another without being asked for by the clock', async (t) => {
    const { machine, end } = await addPastShift(world())
    t.after(end)
    // Time that does not count: with it the availability of the shift is another.
    await world().api(
      'mutation { createLossReason(input: { name: "Lunch of another shift", type: PLANNED, includeInOeeCalculation: false }) { id } }',
    )
    const period = `from=${minutesAgo(300)}&to=${minutesAgo(121)}`
    const list = await world().openPage(`/boxes/${machine.deviceId}?tab=history&${period}`)
    await list.getByRole('button', { name: 'Show as table' }).click()
    const rows = list.getByRole('table')
    await rows.getByText('Without a reason', { exact: true }).first().waitFor()
    const shifts = await world().openPage(`/boxes/${machine.deviceId}?tab=shifts&${period}`)
    const table = shifts.getByRole('table', { name: 'Shifts of the period' })
    // The shift of the moment may stand beside it.
    const row = table.locator('tbody tr').filter({ hasText: 'Over' }).first()
    const before = await row.innerText()
    await row.getByRole('button').first().click()
    const ledger = shifts.getByRole('dialog')
    await ledger.getByText('Planned production time').first().waitFor()
    // Its files come last; what it asks first is not asked by the clock.
    await ledger.getByText('Nothing to compare with yet.').waitFor()
    const asked = [questionsOf(list), questionsOf(shifts)]
    // A poll would be seen here: the longest that stood for freshness was a minute, of the stops and the ledger 15 s.
    await list.waitForTimeout(WATCHED_MS)
    assert.deepEqual(
      asked.map((questions) => questions.splice(0).filter((name) => !OF_ALL_MACHINES.includes(name))),
      [[], []],
      'something is asked by the clock in a past shift',
    )

    const why = await ledger.innerText()
    const followed = Promise.all([
      until(rows, (text) => text.includes('Lunch of another shift')),
      until(row, (text) => text !== before),
      until(ledger, (text) => text !== why),
    ])
    const committed = await setReason(world(), machine.workCenterId, 'Lunch of another shift')
    const times = await followed
    t.diagnostic(`after the answer to the change: list ${times.map((at) => Math.round(at - committed)).join(', OEE ')} ms (last: ledger)`)
    for (const page of [list, shifts]) await page.close()
  })

  test('while somebody points at the list, news of its order move nothing', async () => {
    const { product, api, openPage } = world()
    const machine = await addMachine(product, api, 'Press that will stop')
    const device = await connectDevice(product, machine)
    await device.publish({ values: { POWER: 8 } })
    const page = await openPage('/boxes?view=table&sort=statusDown')
    const row = page.locator(`[data-row="${machine.workCenterId}"]`)
    await row.getByText('Running').waitFor()
    const first = page.locator('[data-row]').first()
    await first.hover({ position: { x: 4, y: 4 } })
    // What is loaded later has its place above the list by then.
    const top = await restingTop(first)
    const key = await first.getAttribute('data-row')
    await device.publish({ values: { POWER: 0 } })
    const news = page.getByRole('button', { name: 'Order changed' })
    await news.waitFor()
    assert.equal((await first.boundingBox())?.y, top)
    assert.equal(await first.getAttribute('data-row'), key)
    // By the keyboard: a pointer that leaves the list lets go of its order before it reaches the button.
    await news.press('Enter')
    await news.waitFor({ state: 'detached' })
    assert.equal(await first.getAttribute('data-row'), String(machine.workCenterId))
    await device.end()
    await page.close()
  })
}

/** Returns where the element is once it has been there for half a second. */
async function restingTop(element: Locator): Promise<number | undefined> {
  for (let top = (await element.boundingBox())?.y; ;) {
    await sleep(500)
    const now = (await element.boundingBox())?.y
    if (now === top) return top
    top = now
  }
}

/** Notes the questions that a page asks from now on. */
function questionsOf(page: Page): string[] {
  const questions: string[] = []
  page.on('request', (request) => {
    const body = request.method() === 'POST' ? request.postData() : null
    const name = /"operationName":"(\w+)"/.exec(body ?? '')?.[1]
    if (name !== undefined) questions.push(name)
  })
  return questions
}

/** Returns when the text was seen first; looked for more often than the waiting of the browser's driver does. */
async function until(locator: Locator, isSeen: (text: string) => boolean): Promise<number> {
  for (;;) {
    if (isSeen(await locator.innerText())) return performance.now()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * MINUTE_MS).toISOString()
}

/** Resolves with the instant of the answer, which comes after the commit. */
async function setReason({ api }: World, workCenterId: number, name: string): Promise<number> {
  const { lossesPages, lossCategories } = await api<{
    lossesPages: { items: readonly { id: number }[] }
    lossCategories: readonly { name: string; code: string }[]
  }>(
    `query ($id: Int!) {
      lossesPages(filter: { workCenterIds: [$id], issues: NO_REASON, source: STATUS }, size: 1) { items { id } }
      lossCategories(workCenterId: $id) { name code }
    }`,
    { id: workCenterId },
  )
  const code = lossCategories.find((one) => one.name === name)?.code
  const id = lossesPages.items[0]?.id
  assert.ok(code !== undefined && id !== undefined, `no such reason: ${lossCategories.map((one) => one.name).join(', ')}`)
  await api('mutation ($input: UpdateLossInput!) { updateLoss(input: $input) { id } }', { input: { id, categoryCode: code } })
  return performance.now()
}

/** Returns a machine with one stop in a shift that ended at least an hour ago; it runs on, for its silence would be news. */
async function addPastShift(world: World): Promise<{ readonly machine: Machine; readonly end: () => Promise<void> }> {
  const machine = await addMachine(world.product, world.api, 'Press of another shift')
  const now = Date.now()
  const clock = (hours: number) => `${new Date(now + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
  await setShifts(
    world,
    machine.workCenterId,
    [
      { code: 'A', name: 'Over', timeStart: clock(-4), timeEnd: clock(-1) },
      { code: 'B', name: 'Now', timeStart: clock(-1), timeEnd: clock(-4) },
    ],
    now - 2 * 24 * HOUR_MS,
  )
  const device = await connectDevice(world.product, machine)
  await device.publish(...workWithStops(now, 230, [STOP]))
  const timer = setInterval(() => void device.publish({ values: { POWER: 8 } }), RUNS_EVERY_MS)
  return {
    machine,
    end: async () => {
      clearInterval(timer)
      await device.end()
    },
  }
}
