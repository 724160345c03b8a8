import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { World } from '../world.ts'
import { addMachine } from '../device.ts'
import { assertAccessible } from './accessibility.ts'

type Place = { readonly workCenterId: number; readonly name: string }

/** Stories of planners who put job orders into their sequence. */
export function orderBoardStories(world: () => World): void {
  test('a planner moves orders by keys, by a pointer and by a menu, and what two people move both holds', async () => {
    const { east, west } = await stage(world())
    const page = await world().openPage(`/job-orders?view=board`)
    const column = (place: Place): Locator => page.getByRole('region', { name: place.name, exact: true })
    await column(east).getByRole('button', { name: 'B-1', exact: true }).waitFor()
    await assertAccessible(page)

    // By keys: lifted, led over, put down; the focus goes with it.
    const grip = column(east).getByRole('button', { name: /^Move B-3, position/ })
    await grip.focus()
    await page.keyboard.press('Space')
    await page.getByText(`B-3 lifted, position 3 of 3, ${east.name}`).waitFor({ state: 'attached' })
    await page.keyboard.press('Home')
    await page.getByText(`B-3, position 1 of 3, ${east.name}`, { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    const moved = page.getByText(`B-3 moved to position 1 of 3, ${east.name}`)
    await moved.first().waitFor({ state: 'attached' })
    assert.deepEqual(await codesOf(column(east)), ['B-3', 'B-1', 'B-2'])
    await stored(world(), east, ['B-3', 'B-1', 'B-2'])
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Move B-3, position 1 of 3')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    // What it would do is told before it is put down.
    await page.getByText('No end moves by a minute.').waitFor()
    await page.keyboard.press('Escape')
    // Then the move before it is told again, with the way back.
    await page
      .getByRole('status')
      .getByText(/^B-3 moved to position 1 of 3/)
      .waitFor()
    assert.deepEqual(await codesOf(column(east)), ['B-3', 'B-1', 'B-2'])

    // By the menu to another work center.
    await column(east).getByRole('button', { name: 'Move B-1 to…' }).click()
    await page.getByRole('menuitem', { name: 'Another position or work center…' }).click()
    const asked = page.getByRole('dialog', { name: 'Move B-1' })
    await asked.getByText('It stands there now.').waitFor()
    await asked.getByLabel('Position in the queue').selectOption({ label: 'Behind B-2 · Blade' })
    // Also there what it would do is told before it is done.
    await asked.getByText('No end moves by a minute.').waitFor()
    await assertAccessible(page)
    await asked.getByLabel('Work center').selectOption({ label: west.name })
    await asked.getByText('The product has no speed of its own there', { exact: false }).waitFor()
    await asked.getByRole('button', { name: 'Move', exact: true }).click()
    await asked.waitFor({ state: 'detached' })
    await column(west).getByRole('button', { name: 'B-1', exact: true }).waitFor()
    await stored(world(), west, ['B-1'])

    // By the pointer back to the top; meanwhile somebody else moves another one.
    const other = await world().openPage(`/job-orders?view=board`)
    await other.getByRole('region', { name: east.name, exact: true }).getByRole('button', { name: 'Move B-2 to…' }).click()
    await drag(
      page,
      column(west).getByRole('button', { name: /^Move B-1, position/ }),
      column(east).getByRole('heading', { name: east.name }),
    )
    await other.getByRole('menuitem', { name: 'To the top' }).click()
    await stored(world(), east, ['B-2', 'B-1', 'B-3'], ['B-1', 'B-2', 'B-3'])
    // What was moved at once says what that did, and is taken back by one tap.
    await other
      .getByRole('status')
      .getByText(/^B-2 moved to position 1 of /)
      .waitFor()
    await other.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor()
    // Both see both.
    await other.getByRole('region', { name: east.name, exact: true }).getByRole('button', { name: 'B-1', exact: true }).waitFor()
    await other.close()
    // What was dragged is taken back by one tap as well.
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await stored(world(), west, ['B-1'])
    await page.close()
  })

  test('on a phone the board is one queue with a choice of the work center', async () => {
    const page = await world().openPage('/job-orders?view=board', { width: 390, height: 844, hasTouch: true })
    await page.getByRole('combobox', { name: 'Work center' }).selectOption({ label: 'Press east' })
    await page.getByRole('region', { name: 'Press east', exact: true }).waitFor()
    assert.equal(await page.locator('[data-place]').count(), 1)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
    await assertAccessible(page)
    await page.close()
  })
}

async function codesOf(column: Locator): Promise<readonly string[]> {
  return await column.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.querySelector('button')?.textContent ?? ''))
}

/** Drags by the grip to where the other element is. */
async function drag(page: Page, grip: Locator, target: Locator): Promise<void> {
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()]
  assert.ok(from !== null && to !== null)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
}

/** Waits until the server has the orders of the work center in one of the sequences. */
async function stored({ api }: World, { workCenterId }: Place, ...sequences: readonly (readonly string[])[]): Promise<void> {
  let seen: readonly string[] = []
  for (let tries = 0; tries < 100; tries++) {
    const { jobOrders } = await api<{ jobOrders: readonly { orderCode: string }[] }>(
      'query ($id: Int!) { jobOrders(workCenterIds: [$id], order: { field: PRIORITY, direction: ASC }) { orderCode } }',
      { id: workCenterId },
    )
    seen = jobOrders.map(({ orderCode }) => orderCode)
    if (sequences.some((sequence) => sequence.join() === seen.join())) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.deepEqual(seen, sequences[0])
}

/** Returns two machines, the first with three planned orders. */
async function stage(world: World): Promise<{ readonly east: Place; readonly west: Place }> {
  const { workCenterId } = await addMachine(world.product, world.api, 'Press east')
  const second = await addMachine(world.product, world.api, 'Press west')
  const { createOrUpdateItem: item } = await world.api<{ createOrUpdateItem: { id: number } }>(
    'mutation ($input: ItemInput!) { createOrUpdateItem(input: $input) { id } }',
    { input: { name: 'Blade', sku: 'BL-2036', measureUnitId: 1 } },
  )
  for (const orderCode of ['B-1', 'B-2', 'B-3'])
    await world.api('mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }', {
      input: { orderCode, status: 'PLANNED', productId: item.id, workCenterId, planOutput: 800, planCycleTime: 12 },
    })
  return { east: { workCenterId, name: 'Press east' }, west: { workCenterId: second.workCenterId, name: 'Press west' } }
}
