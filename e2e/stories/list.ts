import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../browser.ts'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const ALL = 12
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

export function listStories(world: () => World): void {
  test('filters narrow the list, stand as chips and in the address, and go one by one', async () => {
    const page = await openList(world(), '/boxes')
    await page.keyboard.press('f')
    const panel = page.getByRole('dialog', { name: 'Filters' })
    const group = panel.getByRole('group', { name: 'Group' })
    await group.getByRole('checkbox', { name: /Bottling/ }).check()
    const count = Number((await group.locator('label').filter({ hasText: 'Bottling' }).innerText()).replaceAll(/\D/g, ''))
    assert.ok(count > 0 && count < ALL, `${count} in the group`)
    await panel.getByRole('button', { name: `Show ${count} work centers` }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.waitForURL(/group=\d+/)
    await until(page, `document.querySelectorAll('[data-row]').length === ${count}`)
    await page.getByRole('button', { name: /^Filters/ }).click()
    await panel.getByRole('checkbox', { name: /100% or more/ }).check()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(/band=FULL/)
    await page.reload()
    const chips = page.getByRole('list', { name: 'Active filters' })
    await chips.getByRole('button', { name: /Group Bottling/ }).waitFor()
    await chips.getByRole('button', { name: /OEE 100% or more/ }).click()
    await until(page, `document.querySelectorAll('[data-row]').length === ${count} && !location.search.includes('band')`)
    await chips.getByRole('button', { name: 'Clear filters' }).click()
    await until(page, `document.querySelectorAll('[data-row]').length === ${ALL} && location.search === ''`)
    await page.close()
  })

  test('counters filter, and a filter that nothing matches says so', async () => {
    const page = await openList(world(), '/boxes?model=no%20such%20model')
    await page.getByText('Work center is not found').waitFor()
    await page.getByRole('button', { name: /Model no such model/ }).click()
    await until(page, `document.querySelectorAll('[data-row]').length === ${ALL}`)
    const running = page.getByRole('list', { name: 'Work centers by status' }).getByRole('button').first()
    await running.click()
    assert.equal(await running.getAttribute('aria-pressed'), 'true')
    await page.waitForURL(/status=/)
    await page.close()
  })

  test('the table is sorted by its columns, grouped, folded and fitted to a phone', async () => {
    const page = await openList(world(), '/boxes')
    await page.getByRole('radio', { name: 'Table' }).check()
    const table = page.getByRole('table', { name: 'Work centers' })
    await table.waitFor()
    await table.getByRole('button', { name: 'Work center' }).click()
    await until(page, `document.querySelector('th[aria-sort="ascending"]') !== null && location.search.includes('sort=az')`)
    const names = await table.locator('tbody a[title]').allInnerTexts()
    assert.equal(names.length, ALL)
    assert.deepEqual(names, names.toSorted(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare))
    await table.getByRole('button', { name: /^OEE/ }).click()
    await page.waitForURL(/sort=efficiencyUp/)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Rejected' }).uncheck()
    await page.keyboard.press('Escape')
    await page.waitForURL(/cols=/)
    assert.equal(await table.getByRole('columnheader', { name: 'Rejected' }).count(), 0)
    await page.getByRole('button', { name: 'By group' }).click()
    const bottling = table.getByRole('button', { name: /Bottling/ })
    assert.equal(await bottling.getAttribute('aria-expanded'), 'true')
    await bottling.click()
    await page.waitForURL(/closed=\d+/)
    assert.ok((await table.locator('tbody a[title]').count()) < ALL)
    await assertAccessible(page)
    await page.reload()
    assert.equal(await bottling.getAttribute('aria-expanded'), 'false')
    await page.setViewportSize({ width: 390, height: 844 })
    await until(page, `document.querySelectorAll('[data-row]').length > 0`)
    assert.equal(await table.count(), 0, 'phones show cards')
    assert.equal(await page.evaluate(OVERFLOW), 0)
    await page.close()
  })

  test('the table is saved as a view, opened with its former name, walked with the keys and downloaded as it stands', async () => {
    const page = await openList(world(), '/boxes?view=line&sort=za&cols=oee')
    const table = page.getByRole('table', { name: 'Work centers' })
    await table.waitFor()
    const names = await table.locator('tbody a[title]').allInnerTexts()
    const wanted = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await wanted
    assert.equal(file.suggestedFilename(), 'work-centers.csv')
    const [head, ...lines] = (await text(await file.createReadStream())).replace('\uFEFF', '').trim().split(/\r?\n/)
    assert.equal(head, 'Work center,Group,"OEE, %",Plan,Unit')
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      names,
    )
    await page.getByRole('button', { name: 'Views' }).click()
    const panel = page.getByRole('dialog', { name: 'Views' })
    await panel.getByLabel('Name of this view').fill('OEE from Z')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'OEE from Z', exact: true }).waitFor()
    await assertAccessible(page)
    await page.goto('/boxes')
    await page.locator('[data-row]').first().waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await panel.getByRole('button', { name: 'OEE from Z', exact: true }).click()
    await page.waitForURL(/view=table/)
    await table.waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await until(page, `document.activeElement.textContent === ${JSON.stringify(names.at(-1))}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: names.at(-1) ?? '' }).waitFor()
    await page.close()
  })

  test('the keyboard alone compares three work centers, and a fourth is refused with the reason', async () => {
    const page = await openList(world(), '/boxes')
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('3 of 3 selected').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const fourth = page.locator('[data-row]').nth(3)
    assert.equal(await fourth.getByRole('checkbox').isChecked(), false)
    await fourth.getByRole('checkbox', { name: /Compare up to 3/ }).waitFor()
    const bar = page.getByRole('region', { name: 'Comparison' })
    await bar.getByRole('button', { name: 'Compare' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/compare=\d+%2C\d+%2C\d+/)
    await page.getByRole('heading', { level: 1, name: 'Comparison' }).waitFor()
    const columns = page.getByRole('article')
    assert.equal(await columns.count(), 3)
    await columns.first().getByText('Stops of the shift').waitFor()
    await page.getByRole('region', { name: 'Shifts on one time axis' }).waitFor()
    await assertAccessible(page)
    const range = page.getByRole('combobox', { name: 'Period' })
    await range.selectOption('Last 7 days')
    await page.waitForURL(/range=last7/)
    await columns.first().getByRole('heading', { name: 'Stops in this time' }).waitFor()
    // What stands beside it is of that time too, not of the running shift.
    await page.getByRole('region', { name: 'Shifts on one time axis' }).waitFor({ state: 'detached' })
    await columns.first().getByText('Output vs plan', { exact: true }).waitFor()
    await page.reload()
    await columns.first().getByRole('heading', { name: 'Stops in this time' }).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await page.evaluate(OVERFLOW), 0)
    await columns
      .first()
      .getByRole('button', { name: /^Remove / })
      .click()
    await until(page, `document.querySelectorAll('article').length === 2`)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.close()
  })

  test('the card that leads to an own machine is hidden for the session', async () => {
    const page = await openList(world(), '/boxes')
    const card = page.getByRole('region', { name: 'Connect your own machine' })
    await card.getByRole('button', { name: 'Show how' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create a company' }).waitFor()
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: /^Hide/ }).click()
    await page.reload()
    await page
      .locator('[data-row]')
      .nth(ALL - 1)
      .waitFor()
    assert.equal(await card.count(), 0)
    await page.close()
  })
}

/** Returns a page of the demo factory with its list, or what stands in its place. */
async function openList(world: World, path: string): Promise<Page> {
  const page = await world.openPage(path, { companyId: DEMO_COMPANY })
  await page.getByRole('searchbox', { name: 'Search work centers' }).waitFor()
  if (!path.includes('model'))
    await page
      .locator('[data-row]')
      .nth(ALL - 1)
      .waitFor()
  return page
}
