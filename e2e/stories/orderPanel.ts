import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Response } from 'playwright-core'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { signIn } from '../browser.ts'
import { COMPANY } from '../world.ts'
import { cutOff } from './cutOff.ts'
import { ask } from './operatorStage.ts'
import { scan } from './scanner.ts'
import { addOperator, PASSWORD } from './station.ts'
import { addStoppedMachine, type StoppedTime } from './stoppedMachine.ts'

/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000
/** Longer than any answer is waited for where what was tapped must be seen before it. */
const SLOW_MS = 3_000

/** What is worked on for less than a second was not worked on. */
const LONG_ENOUGH_MS = 1_200

/** More orders than the panel lists. */
const QUEUED = 34

/** No faster do people tap on something else. */
const DOUBLE_TAP_MS = 700

/** Looks at all buttons of the dialog, and closes it. */
async function assertForGloves(dialog: Locator): Promise<void> {
  await dialog.locator('[data-main]').waitFor()
  for (const button of await dialog.getByRole('button').all())
    assert.ok(((await button.boundingBox())?.height ?? 0) >= 96, `${await button.textContent()}: not for gloves`)
  await dialog.getByRole('button', { name: 'Close' }).last().tap()
  await dialog.waitFor({ state: 'detached' })
  // A tap at the same place right after this one would be the second of a double tap, which does nothing.
  await dialog.page().waitForTimeout(DOUBLE_TAP_MS)
}

type Stage = { readonly deviceId: string; readonly workCenterId: number; readonly codes: readonly [string, string] }
type Run = { readonly timeStart: string; readonly timeEnd: string | null }
type Order = {
  readonly status: string
  readonly runs: readonly Run[]
  readonly events: readonly {
    readonly kind: string
    readonly source: string
    readonly undoneOn: string | null
    readonly createdBy: { readonly id: string } | null
  }[]
}

/** Stories of the people at a machine who work on its orders. */
export function orderPanelStories(world: () => World): void {
  test('by touch an order starts with one tap, the next takes its place with one, and a wrong tap is one tap back', async () => {
    const { deviceId, codes } = await stage(world(), 'Touched press', 'T')
    const [first, second] = codes
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, { width: 1280, height: 800, hasTouch: true })
    const panel = orders(page)
    const taps = tapper()
    await panel.getByText('Nothing is in progress').waitFor()
    await taps.tap(panel.getByRole('button', { name: `Start ${first}`, exact: true }))
    await panel.getByRole('article', { name: first }).waitFor()
    assert.equal(taps.count(), 1)
    await page.getByText(`${first} started`).waitFor()
    await assertAccessible(page)
    assert.equal(await panel.locator('[aria-live] article').count(), 0, 'figures that count are not read out each second')
    for (const button of await panel.getByRole('article').getByRole('button').all())
      assert.ok(((await button.boundingBox())?.height ?? 0) >= 96, 'a tile for gloves')

    // What opens from a tile is for gloves as well.
    await panel.getByRole('button', { name: /^Confirm/ }).tap()
    await assertForGloves(page.getByRole('dialog', { name: 'Confirm output' }))
    await panel.getByRole('button', { name: `More ways to start ${second}` }).tap()
    await page.getByRole('menuitem', { name: 'It began earlier…' }).tap()
    await assertForGloves(page.getByRole('dialog', { name: `When did ${second} begin?` }))

    await taps.tap(panel.getByRole('button', { name: `Pause ${first} and start ${second}` }))
    await panel.getByRole('article', { name: second }).waitFor()
    await page.getByText(`${first} paused, ${second} started`).waitFor()
    assert.equal(taps.count(), 2)
    await panel.getByRole('article', { name: first }).waitFor({ state: 'detached' })
    await taps.tap(page.getByRole('button', { name: 'Undo' }))
    await panel.getByRole('article', { name: first }).waitFor()
    await page.getByText(`${second} is as it was before`).waitFor()
    assert.equal(taps.count(), 3)
    const [one, two] = [await read(world(), first), await read(world(), second)]
    assert.deepEqual([one.status, two.status, two.runs], ['PROGRESS', 'PLANNED', []])
    await page.close()
  })

  test('by the keyboard the same is done on the page of the machine, and when it began is one of the likely times', async () => {
    const { deviceId, codes } = await stage(world(), 'Typed press', 'K', [{ from: 12, to: 10 }])
    const [first, second] = codes
    const page = await world().openPage(`/boxes/${deviceId}`)
    const panel = orders(page)
    await panel.getByRole('button', { name: `More ways to start ${first}` }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `When did ${first} begin?` })
    // The stop ended ten minutes ago.
    await dialog.getByRole('button', { name: 'end of a stop' }).first().waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: '−1 min', exact: true }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /^Started at/ }).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('article', { name: first }).waitFor()
    await page.getByText(`${first} started`).waitFor()
    const began = Date.parse((await read(world(), first)).runs[0]?.timeStart ?? '')
    const minutes = (Date.now() - began) / MINUTE_MS
    assert.ok(minutes > 10.5 && minutes < 14, `began ${minutes.toFixed(1)} minutes ago`)

    // Its pause was forgotten: it is dated back like its start.
    await panel.getByRole('button', { name: `More for ${first}` }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const ended = page.getByRole('dialog', { name: `When was ${first} paused?` })
    await assertAccessible(page)
    for (const step of ['−10 min', '+1 min', '+1 min']) {
      await ended.getByRole('button', { name: step, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await ended.getByRole('button', { name: /^Paused at/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${first} paused`).waitFor()
    const { runs } = await read(world(), first)
    const paused = (Date.now() - Date.parse(runs[0]?.timeEnd ?? '')) / MINUTE_MS
    assert.ok(paused > 7 && paused < 12, `paused ${paused.toFixed(1)} minutes ago`)
    await panel.getByRole('button', { name: `Start ${first}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('article', { name: first }).waitFor()

    await panel.getByRole('button', { name: `Pause ${first} and start ${second}` }).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('article', { name: second }).waitFor()
    await panel.getByRole('button', { name: `Finish ${second}` }).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('article').waitFor({ state: 'detached' })
    await page.getByText(`${second} finished`).waitFor()
    assert.equal((await read(world(), second)).status, 'TECHNICALLY_COMPLETED')
    await assertAccessible(page)
    await page.close()
  })

  test('at a station the beginning of an order in progress moves with the end of the one before, for who works there, and one tap takes it back', async () => {
    const { deviceId, workCenterId, codes } = await stage(world(), 'Late press', 'L', [{ from: 12, to: 10 }])
    const [first, second] = codes
    const { api } = world()
    const [one, two] = [await read(world(), first), await read(world(), second)]
    const back = new Date(Date.now() - 30 * MINUTE_MS).toISOString()
    await api('mutation ($id: Int!, $at: DateTime) { startJobOrder(id: $id, at: $at) { id } }', { id: one.id, at: back })
    const { startJobOrder: begun } = await api<{ startJobOrder: { runs: readonly Run[] } }>(
      'mutation ($id: Int!) { startJobOrder(id: $id, running: STOP) { runs { timeStart timeEnd } } }',
      { id: two.id },
    )
    const borderAt = begun.runs[0]?.timeStart ?? ''
    const [person, station] = [await addOperator(world(), 'hanna', workCenterId), await addOperator(world(), 'panel', workCenterId)]
    await api('mutation ($id: Guid!) { updateEmployee(userId: $id, isStation: true) { id } }', { id: station.id })

    const page = await world().newPage({ companyId: COMPANY, width: 1280, height: 800, hasTouch: true })
    await signIn(page, `/boxes/${deviceId}?mode=op`, station.login, PASSWORD)
    await page.getByRole('dialog', { name: 'Who works?' }).getByRole('button', { name: 'hanna Operator' }).tap()
    await ask(page).getByRole('button', { name: 'Later' }).tap()
    const panel = orders(page)
    await panel.getByRole('button', { name: `More for ${second}` }).tap()
    await page.getByRole('menuitem', { name: 'It began at another time…' }).tap()
    const dialog = page.getByRole('dialog', { name: `When did ${second} begin?` })
    // What it changes comes late, and moves no button; the stop ended ten minutes ago, which is the likeliest time.
    const button = dialog.getByRole('button', { name: /^Began at/ })
    const place = await button.boundingBox()
    await dialog.getByRole('button', { name: 'end of a stop', pressed: true }).waitFor()
    await dialog.getByText('OEE of the shift').waitFor()
    assert.deepEqual(await button.boundingBox(), place)
    await assertAccessible(page)
    // A time at which work on it cannot have begun is refused before it is sent, with the reason.
    for (let minutes = 0; minutes < 30; minutes += 10) await dialog.getByRole('button', { name: '−10 min', exact: true }).tap()
    await dialog.getByText(`${first} began later than that`).waitFor()
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    await dialog.getByRole('button', { name: 'end of a stop' }).first().tap()
    await dialog.getByText('OEE of the shift').waitFor()
    await button.tap()
    await page.getByText(new RegExp(`^${second} began at `)).waitFor()
    const [ended, moved] = [await read(world(), first), await read(world(), second)]
    const since = moved.runs[0]?.timeStart ?? ''
    assert.equal(ended.runs[0]?.timeEnd, since)
    assert.ok(Date.parse(borderAt) - Date.parse(since) > 8 * MINUTE_MS, `began ${since}, not ${borderAt}`)
    assert.deepEqual(moved.events[0]?.createdBy, { id: person.id })
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByText(`${second} is as it was before`).waitFor()
    const [endedAgain, movedBack] = [await read(world(), first), await read(world(), second)]
    assert.deepEqual([endedAgain.runs[0]?.timeEnd, movedBack.runs[0]?.timeStart], [borderAt, borderAt])
    await page.close()
  })

  test('the traveller of an order far down the queue starts it, and the list says how many it does not show', async () => {
    const { deviceId, workCenterId } = await stage(world(), 'Long press', 'QUEUE')
    const { jobOrder } = await read(world(), 'QUEUE-1').then(({ id }) =>
      world().api<{ jobOrder: { product: { id: number } } }>('query ($id: Int!) { jobOrder(id: $id) { product { id } } }', { id }),
    )
    for (let number = 3; number <= QUEUED; number++)
      await world().api('mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }', {
        input: {
          orderCode: `QUEUE-${number}`,
          status: 'PLANNED',
          productId: jobOrder.product.id,
          workCenterId,
          planOutput: 80,
          planCycleTime: 12,
        },
      })
    const page = await world().openPage(`/boxes/${deviceId}`)
    const panel = orders(page)
    await panel.getByRole('button', { name: `30 of ${QUEUED}` }).click()
    await panel.getByText('QUEUE-30', { exact: true }).waitFor()
    assert.equal(await panel.getByText(`QUEUE-${QUEUED}`, { exact: true }).count(), 0)
    await scan(page, `QUEUE-${QUEUED}`)
    await panel.getByRole('article', { name: `QUEUE-${QUEUED}` }).waitFor()
    await page.getByText(`QUEUE-${QUEUED} started`).waitFor()
    assert.equal((await read(world(), `QUEUE-${QUEUED}`)).status, 'PROGRESS')
    await page.close()
  })

  test('what was tapped is seen before the server answers, and by who looks at the machine elsewhere with the name of who did it', async () => {
    const { deviceId, codes } = await stage(world(), 'Watched press', 'W')
    const [first] = codes
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, { width: 1024, height: 768, hasTouch: true })
    const other = await world().openPage(`/boxes/${deviceId}`)
    await orders(other).getByText('Nothing is in progress').waitFor()
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation StartOrderHere') === true)
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      await route.fallback()
    })
    await orders(page)
      .getByRole('button', { name: `Start ${first}`, exact: true })
      .tap()
    await orders(page)
      .getByRole('article', { name: first })
      .waitFor({ timeout: SLOW_MS / 2 })
    assert.equal((await read(world(), first)).status, 'PLANNED', 'the server has not heard of it yet')
    const theirs = orders(other).getByRole('article', { name: first })
    await theirs.waitFor()
    await theirs.getByText(/^since .+, .+/).waitFor()
    await page.waitForTimeout(LONG_ENOUGH_MS)
    // Both see the other's pause as well.
    await orders(other)
      .getByRole('button', { name: `Pause ${first}`, exact: true })
      .click()
    await orders(page).getByText('paused').waitFor()
    await orders(page).getByText('Nothing is in progress').waitFor()
    await other.close()
    await page.close()
  })

  test('without a connection a pause is kept with the time of the tap, and one that others made pointless asks', async () => {
    const { deviceId, codes } = await stage(world(), 'Cut-off press', 'C')
    const [first, second] = codes
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, { width: 1280, height: 800, hasTouch: true })
    const panel = orders(page)
    await panel.getByRole('button', { name: `Start ${first}`, exact: true }).tap()
    await page.getByText(`${first} started`).waitFor()
    const back = await cutOff(page)
    await page.waitForTimeout(LONG_ENOUGH_MS)
    const tappedAt = Date.now()
    await panel.getByRole('button', { name: `Pause ${first} and start ${second}` }).tap()
    await panel.getByRole('article', { name: second }).waitFor()
    await page.waitForTimeout(LONG_ENOUGH_MS)
    await panel.getByRole('button', { name: `Pause ${second}`, exact: true }).tap()
    await panel.getByText('Nothing is in progress').waitFor()
    await chip(page, '2 not sent').waitFor({ timeout: SENT_MS })
    await chip(page, '2 not sent').tap()
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    await list.getByText(`Cut-off press: pause ${first}, start ${second}`).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    // It is sent later than it was done.
    await page.waitForTimeout(2_000)
    await back()
    await chip(page, /not sent$/).waitFor({ state: 'detached', timeout: SENT_MS })
    const [one, two] = [await read(world(), first), await read(world(), second)]
    assert.deepEqual([one.status, two.status], ['ON_HOLD', 'ON_HOLD'])
    assert.deepEqual(
      two.events.map(({ kind, source }) => `${kind} ${source}`),
      ['STOPPED OFFLINE', 'STARTED OFFLINE', 'CREATED SCREEN'],
    )
    assert.ok(Math.abs(Date.parse(one.runs[0]?.timeEnd ?? '') - tappedAt) < 1_500, `${one.runs[0]?.timeEnd} is not when it was tapped`)
    assert.equal(one.runs[0]?.timeEnd, two.runs[0]?.timeStart)

    await panel.getByRole('button', { name: `Start ${first}`, exact: true }).tap()
    await panel.getByRole('article', { name: first }).waitFor()
    await page.getByText(`${first} started`).waitFor()
    const again = await cutOff(page)
    await panel.getByRole('button', { name: `Pause ${first}`, exact: true }).tap()
    await chip(page, '1 not sent').waitFor({ timeout: SENT_MS })
    const { id } = await read(world(), first)
    await world().api('mutation ($id: Int!) { stopJobOrder(id: $id) { id } }', { id })
    await again()
    await chip(page, '1 needs you').tap({ timeout: SENT_MS })
    await list.getByText('This cannot be done any more: Olena Kovalenko changed the order').waitFor()
    await list.getByRole('button', { name: 'Remove' }).tap()
    await chip(page, /needs you$/).waitFor({ state: 'detached' })
    await page.close()
  })

  test('without a connection output is confirmed on the device, says that it is not yet, and is booked once when it is back', async () => {
    const { deviceId, codes, workCenterId } = await stage(world(), 'Remote press', 'R')
    const [first] = codes
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, { width: 1280, height: 800, hasTouch: true })
    const panel = orders(page)
    // What the sheet asks is asked while the order runs, before anybody opens it.
    const known = page.waitForResponse((answer) => isAnswerOf(answer, 'OutputToConfirmHere'))
    const materials = page.waitForResponse((answer) => isAnswerOf(answer, 'MaterialsToConfirm'))
    await panel.getByRole('button', { name: `Start ${first}`, exact: true }).tap()
    await page.getByText(`${first} started`).waitFor()
    await Promise.all([known, materials])
    const back = await cutOff(page)
    await panel.getByRole('button', { name: /^Confirm/ }).tap()
    const sheet = page.getByRole('dialog', { name: 'Confirm output' })
    const away = sheet.getByText(/^No connection: counted up to/)
    await sheet.getByRole('button', { name: '1', exact: true }).waitFor({ timeout: SENT_MS })
    if ((await away.count()) === 0) {
      // It was opened with an answer that was on its way when the connection went.
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await panel.getByRole('button', { name: /^Confirm/ }).tap()
    }
    await away.waitFor({ timeout: SENT_MS })
    for (const digit of ['1', '2']) await sheet.getByRole('button', { name: digit, exact: true }).tap()
    await sheet.getByRole('button', { name: 'Confirm 12' }).tap()
    await sheet.waitFor({ state: 'detached', timeout: SENT_MS })
    await page.getByText(`${first}: 12 kept here, not confirmed yet`).waitFor()
    await panel.getByRole('article', { name: first }).getByText('12 kept here, not confirmed yet').waitFor()
    await chip(page, '1 not sent').tap()
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    await list.getByText(`Remote press: confirm 12 of ${first}`).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await back()
    await chip(page, /not sent$/).waitFor({ state: 'detached', timeout: SENT_MS })
    await panel.getByText('12 confirmed').waitFor({ timeout: SENT_MS })
    const { outputConfirmations } = await world().api<{ outputConfirmations: readonly { output: number }[] }>(
      'query ($ids: [Int!]) { outputConfirmations(workCenterIds: $ids) { output } }',
      { ids: [workCenterId] },
    )
    assert.deepEqual(
      outputConfirmations.map(({ output }) => output),
      [12],
    )
    await page.close()
  })
}

/** Whether it answers the question of the name. */
function isAnswerOf(answer: Response, name: string): boolean {
  return answer.ok() && (answer.request().postData() ?? '').includes(`query ${name}`)
}

const orders = (page: Page): Locator => page.getByRole('region', { name: 'Job orders' })
const chip = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Operator mode' }).getByRole('button', { name })

/** Counts the taps that something takes. */
function tapper() {
  let count = 0
  return {
    count: () => count,
    tap: async (target: Locator) => {
      count++
      await target.tap()
    },
  }
}

/** Returns a machine that worked but for the stops, with two planned orders. */
async function stage(world: World, name: string, letter: string, stops: readonly StoppedTime[] = []): Promise<Stage> {
  const { deviceId, workCenterId } = await addStoppedMachine(world, name, stops)
  const { createOrUpdateItem: item } = await world.api<{ createOrUpdateItem: { id: number } }>(
    'mutation ($input: ItemInput!) { createOrUpdateItem(input: $input) { id } }',
    { input: { name: `Seat Stays ${letter}`, sku: `SS-${letter}`, measureUnitId: 1 } },
  )
  const codes = [`${letter}-1`, `${letter}-2`] as const
  for (const orderCode of codes)
    await world.api('mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }', {
      input: { orderCode, status: 'PLANNED', productId: item.id, workCenterId, planOutput: 800, planCycleTime: 12 },
    })
  return { deviceId, workCenterId, codes }
}

async function read({ api }: World, code: string): Promise<Order & { readonly id: number }> {
  const { jobOrders } = await api<{ jobOrders: readonly (Order & { readonly id: number })[] }>(
    'query ($code: String!) { jobOrders(orderCodeFilter: $code) { id status runs { timeStart timeEnd } events { kind source undoneOn createdBy { id } } } }',
    { code },
  )
  const [order] = jobOrders
  assert.ok(order !== undefined, code)
  return order
}
