import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

const REASONS = /^(Without a reason|Breakdown|Cleaning)$/

export function lossKeysStories(world: () => World): void {
  test('the badge beside Losses counts the rows that it opens, and each stop takes one key', async () => {
    const { workCenterId } = await addStoppedMachine(
      world(),
      'Press of the keys',
      [110, 80, 50].map((from) => ({ from, to: from - 10 })),
    )
    const page = await world().openPage('/boxes')
    const badge = page.getByRole('navigation', { name: 'Navigation' }).getByLabel(/^Stops without a reason: \d+$/)
    await badge.waitFor()
    await page.getByRole('link', { name: /^Losses/ }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Losses' }).waitFor()
    assert.match(page.url(), /tab=unexplained/)
    assert.match(page.url(), /range=unclosed/)
    await names(page).first().waitFor()
    // The factory goes on: both are read until they agree.
    await page.waitForFunction(`(() => {
      const badge = document.querySelector('nav [aria-label^="Stops without a reason: "]')
      const count = badge && /\\d+$/.exec(badge.getAttribute('aria-label'))[0]
      return [...document.querySelectorAll('main [role="status"]')].some((one) => one.textContent.replaceAll(',', '').startsWith(count + ' loss'))
    })()`)

    await page.goto(`/losses?tab=unexplained&range=unclosed&wc=${workCenterId}`)
    await page.getByText('3 without a reason').waitFor()
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog')
    const key = await panel.getByRole('button', { name: 'Breakdown' }).getAttribute('data-tile')
    assert.ok(key)
    await assertAccessible(page)
    for (const left of ['2 more', '1 more', null]) {
      if (left !== null) await panel.getByText(left).first().waitFor()
      await page.keyboard.press(key)
    }
    await panel.waitFor({ state: 'hidden' })
    await page.getByText('No downtime data found').or(page.getByText('Every stop has a reason')).first().waitFor()
    await page.close()
  })

  test('letters select, explain, comment, split, approve and merge the losses of a list', async () => {
    const { workCenterId } = await addStoppedMachine(
      world(),
      'Press of the letters',
      [110, 80].map((from) => ({ from, to: from - 10 })),
    )
    const page = await world().openPage(`/losses?wc=${workCenterId}&source=STATUS`)
    await names(page).nth(1).waitFor()
    const panel = page.getByRole('dialog')
    // The reason of the row that has the focus.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await panel.getByRole('button', { name: 'Cleaning' }).press('Enter')
    await page.getByText('Saved: Cleaning').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cleaning', exact: true }).waitFor()
    // Its comment.
    await page.getByRole('button', { name: 'Cleaning', exact: true }).focus()
    await page.keyboard.press('e')
    await page.keyboard.type('Floor wet')
    await panel.getByRole('button', { name: 'Save comment' }).press('Enter')
    await page.getByRole('main').getByText('Floor wet').waitFor()
    await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' })
    // Approved, after which nobody is asked to.
    await page.getByRole('button', { name: 'Cleaning', exact: true }).focus()
    await page.keyboard.press('a')
    await page.getByText('Approved', { exact: true }).filter({ visible: true }).first().waitFor()
    // Split and merged.
    await names(page).first().focus()
    await page.keyboard.press('s')
    await panel.getByRole('slider').press('ArrowRight')
    await panel.getByRole('button', { name: 'Breakdown' }).press('Enter')
    await panel.getByRole('button', { name: 'Breakdown' }).press('Enter')
    await panel.waitFor({ state: 'hidden' })
    await names(page).nth(2).waitFor()
    for (const row of await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Breakdown', exact: true }) })
      .all()) {
      await row.getByRole('button', { name: 'Breakdown', exact: true }).focus()
      await page.keyboard.press('x')
    }
    await page.getByText('2 rows selected').waitFor()
    await page.keyboard.press('m')
    await page.getByText('2 parts merged').waitFor()
    await page.keyboard.press('Escape')
    // Filters and views.
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Reason', exact: true }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'reason')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('v')
    await page.getByRole('dialog', { name: 'Views' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('[')
    await page.waitForURL(/range=dates/)
    await page.close()
  })

  test('a refused reason waits while somebody types for the next stop, and what is typed stays', async () => {
    const { workCenterId } = await addStoppedMachine(
      world(),
      'Press of the refused',
      [110, 80].map((from) => ({ from, to: from - 10 })),
    )
    const page = await world().openPage(`/losses?wc=${workCenterId}&source=STATUS`)
    await names(page).nth(1).waitFor()
    let isRefused = false
    await page.route('**/api/graphql', async (route) => {
      if (isRefused || route.request().postData()?.includes('mutation ClassifyLoss') !== true) return route.fallback()
      isRefused = true
      await page.getByRole('textbox', { name: 'Comment' }).fill('Belt torn')
      await route.fulfill({ json: { data: null, errors: [{ message: 'refused', extensions: { code: 'LOSS_APPROVED' } }] } })
    })
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog')
    await panel.getByText('1 more stop without a reason').waitFor()
    await panel.getByRole('button', { name: 'Breakdown' }).click()
    await panel.getByText(/^“Breakdown” was not saved for the stop at /).waitFor()
    assert.equal(await panel.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Belt torn')
    await assertAccessible(page)
    await panel.getByRole('button', { name: 'Look at it' }).click()
    await panel.getByText('The reason was approved; only people who approve can change it.').waitFor()
    await panel.getByRole('button', { name: 'Cleaning' }).click()
    // Back at the stop that was in hand.
    await page.waitForFunction(`document.querySelector('dialog[open] textarea')?.value === 'Belt torn'`)
    await page.close()
  })

  test('rejects are shared out among reasons by units, and the parts are what there was', async () => {
    // The longest is of a shift that is over and that nobody confirmed, and has more than a unit.
    const page = await world().openPage('/losses?tab=quality&range=unclosed&sort=-duration', { companyId: DEMO_COMPANY })
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('[data-row] button, td button') })
      .first()
    await row.locator('td button').first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Share out' }).click()
    const said = (await panel.getByText(/^Rejected units to share out/).textContent()) ?? ''
    const whole = Number(/[\d,.]*\d/.exec(said)?.[0].replaceAll(',', ''))
    assert.ok(whole > 1, said)
    const quantity = panel.getByLabel('Quantity')
    await panel.getByLabel('Reason').selectOption({ index: 1 })
    await quantity.fill(String(whole + 1))
    await panel.getByText('1 more than there is.').waitFor()
    assert.ok(await panel.getByRole('button', { name: 'Save' }).isDisabled())
    await assertAccessible(page)
    await quantity.fill('1')
    const parts = (await panel.getByText(/^1 shared out, /).textContent()) ?? ''
    const left = Number(/^1 shared out, ([\d,.]*\d) not changed\.$/.exec(parts)?.[1]?.replaceAll(',', ''))
    assert.equal((1 + left).toFixed(3), whole.toFixed(3), parts)
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.waitFor({ state: 'hidden' })
    await page.close()
  })

  test('an open loss says what one minute less of it would have been worth', async () => {
    const page = await world().openPage('/losses?range=yesterday&source=STATUS', { companyId: DEMO_COMPANY })
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: /^Availability/ }) })
      .first()
      .locator('[data-row] button, td button')
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByText(/^1 min less = .*\+\d+\.\d\d points$/)
      .waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('losses are filtered by reason, day, hour and shifts that are not closed, and each filter is a chip', async () => {
    const { workCenterId } = await addStoppedMachine(world(), 'Press of the filters', [{ from: 60, to: 40 }])
    const page = await world().openPage(`/losses?wc=${workCenterId}&range=unclosed&source=STATUS`)
    await names(page).first().waitFor()
    await page
      .getByText(/^More filters/)
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Reason', exact: true }).selectOption({ label: 'Breakdown' })
    await page.getByText('No downtime data found').waitFor()
    assert.match(page.url(), /reason=\d+/)
    await page.getByRole('button', { name: /^Breakdown.*remove/ }).click()
    await names(page).first().waitFor()
    const { workCenters, lossesPages } = await world().api<{
      workCenters: { id: number; timeZone: string }[]
      lossesPages: { items: { timeStart: string }[] }
    }>(`{ workCenters { id timeZone } lossesPages(filter: { workCenterIds: [${workCenterId}], source: STATUS }) { items { timeStart } } }`)
    const timeZone = workCenters.find(({ id }) => id === workCenterId)?.timeZone ?? ''
    const begun = Date.parse(lossesPages.items[0]?.timeStart ?? '')
    const local = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(begun))
    await page
      .getByRole('group', { name: 'Hours in which it began' })
      .getByRole('checkbox', { name: String(local), exact: true })
      .check()
    await page.getByRole('button', { name: new RegExp(`^${String(local).padStart(2, '0')}:00–`) }).waitFor()
    await names(page).first().waitFor()
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
      await page.getByRole('group', { name: 'Days of shifts' }).getByRole('checkbox', { name: day, exact: true }).check()
    }
    await names(page).first().waitFor()
    await page.getByRole('button', { name: /^Mon, Tue, Wed, Thu, Fri, Sat, Sun/ }).waitFor()
    await assertAccessible(page)
    await page.close()
  })
}

const names = (page: Page) => page.getByRole('main').getByRole('button', { name: REASONS })
