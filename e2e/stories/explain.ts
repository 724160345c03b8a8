import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** Starts and ends of its stops, in minutes before now; it stands in the last one. */
const STOPS = [
  { from: 90, to: 80 },
  { from: 60, to: 50 },
  { from: 15, to: -1 },
]
const SCREENS = [
  { width: 390, height: 844, hasTouch: true },
  { width: 820, height: 1180, hasTouch: true },
  { width: 1280, height: 800, hasTouch: true },
]

export function explainStories(world: () => World): void {
  const add = (name: string) => addStoppedMachine(world(), name, STOPS)

  test('a stop that gets its reason looks explained at once on header, card, board and public page', async () => {
    const name = 'Stands with a reason'
    const machine = await add(name)
    const { openPublicAccess } = await world().api<{ openPublicAccess: { url: string } }>(
      'mutation ($id: Int!) { openPublicAccess(workCenterId: $id) { url } }',
      { id: machine.workCenterId },
    )
    const list = await world().openPage(`/boxes?q=${encodeURIComponent(name)}`)
    const board = await world().openPage(`/boxes?tv=1&q=${encodeURIComponent(name)}`)
    const stranger = await world().openPage(new URL(openPublicAccess.url).pathname)
    const page = await world().openPage(`/boxes/${machine.deviceId}`)
    const looks = [card(list, name), card(board, name)]
    for (const look of looks) await look.and(look.page().locator('[data-style="stop"]')).waitFor()
    await stranger.locator('section[data-style="stop"]').waitFor()
    await page.locator('[data-style="stop"]', { hasText: 'Stopped' }).first().waitFor()

    await page
      .getByRole('region', { name: 'Stops of this shift' })
      .getByRole('button', { name: /^Give reason/ })
      .first()
      .waitFor()
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog')
    const search = panel.getByRole('searchbox', { name: 'Search reasons' })
    await search.waitFor()
    assert.ok(await search.evaluate((element) => element.matches(':focus')), 'the search has not the focus')
    await page.keyboard.type('no mat')
    await page.keyboard.press('Enter')

    await page.locator('[data-style="stopKnown"]', { hasText: 'No material' }).first().waitFor()
    for (const look of looks) {
      await look.and(look.page().locator('[data-style="stopKnown"]')).waitFor()
      await look.getByText('No material').waitFor()
    }
    await list.getByRole('button', { name: '1 stopped, reason known' }).waitFor()
    // Two earlier stops still wait: the counter that asks for them stands last.
    await card(list, name).getByText('2 to explain').waitFor()
    assert.match(
      await list.getByRole('list', { name: 'Work centers by status' }).getByRole('listitem').last().innerText(),
      /needs? a reason/,
    )
    await stranger.locator('section[data-style="stopKnown"]').waitFor()
    await stranger.getByText('reason known').waitFor()
    assert.ok(!(await stranger.content()).includes('No material'), 'a stranger reads the reason')
    await list.locator('svg rect[fill="var(--status-stopKnown)"]').waitFor({ state: 'attached' })
    for (const opened of [list, board, stranger, page]) await opened.close()
  })

  test('the operator’s action stands in sight without a scroll, large enough for a glove', async () => {
    const machine = await add('Asks for a reason')
    for (const screen of SCREENS) {
      const page = await world().openPage(`/boxes/${machine.deviceId}`, screen)
      const action = page.getByRole('button', { name: /^Give reason stopped/ })
      await action.waitFor()
      const box = await action.boundingBox()
      assert.ok(box && box.height >= 64 && box.y + box.height <= screen.height, `${screen.width}: ${JSON.stringify(box)}`)
      assert.ok(box.width >= screen.width * 0.85, `${screen.width}: ${box.width} px wide`)
      const stops = await page.getByRole('region', { name: 'Stops of this shift' }).boundingBox()
      const lane = await page.getByRole('listbox', { name: 'Shift timeline' }).boundingBox()
      assert.ok(stops && lane && stops.y < lane.y, `${screen.width}: the stops come after the chart`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), screen.width)
      if (screen.width === 390) await assertAccessible(page)
      await page.close()
    }
  })

  test('a reason shows before the server answers, other stops stay open, and the drawer goes on to the next', async () => {
    const machine = await add('Has three stops')
    const page = await world().openPage(`/boxes/${machine.deviceId}`)
    const stops = page.getByRole('region', { name: 'Stops of this shift' })
    const giving = stops.getByRole('button', { name: /^Give reason/ })
    await giving.nth(2).waitFor()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('updateLoss') === true) await held
      await route.fallback()
    })
    await page.getByRole('button', { name: /^Give reason stopped/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByText('2 more stops without a reason').waitFor()
    await panel.getByRole('button', { name: 'No material' }).click()
    await panel.getByText('1 more stop without a reason').waitFor()
    await page.keyboard.press('Escape')
    await stops.getByRole('link', { name: 'No material' }).waitFor()
    assert.equal(await giving.count(), 2)
    for (const button of await giving.all()) assert.ok(await button.isEnabled(), 'another stop waits')
    assert.ok(await stops.getByRole('button', { name: /^Change: No material/ }).isDisabled())
    answer()
    await page.getByText('Saved: No material').waitFor()
    await page.getByRole('button', { name: /^It stopped for 10 min – why\?/ }).waitFor()
    await page.unroute('**/api/graphql')
    await page.close()
  })
}

function card(page: Page, name: string): Locator {
  return page.locator('article', { hasText: name })
}
