import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '#engine/time/durations.ts'
import { PEOPLE, signIn } from '../browser.ts'
import type { Machine } from '../device.ts'
import { COMPANY, DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addFinishedShift, openShift, taps } from './finishedShift.ts'
import { addOperator, PASSWORD } from './station.ts'

export function shiftStories(world: () => World): void {
  const lists = (page: Page) => page.getByRole('link', { name: /^Shifts/ }).first()
  const rowOf = (page: Page, machine: Machine) => page.getByRole('row').filter({ has: page.getByText(machine.name, { exact: true }) })
  const confirm = (page: Page) => page.getByRole('button', { name: /^Confirm Earlier/ })

  test('a shift without issues is closed in three taps from the first screen (T-11)', async () => {
    const machine = await addFinishedShift(world(), 'Press without issues', [])
    const page = await world().openPage('/boxes')
    await page.getByLabel(/^Shifts to close/).waitFor()
    const tap = taps()
    await tap.on(lists(page))
    await rowOf(page, machine).getByRole('link', { name: 'Close' }).waitFor()
    await assertAccessible(page)
    await tap.on(rowOf(page, machine).getByRole('link', { name: 'Close' }))
    await confirm(page).waitFor()
    await assertAccessible(page)
    await tap.on(confirm(page))
    await page
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    assert.equal(tap.count, 3)
    await page.close()
  })

  test('a shift with stops to explain costs one tap more a stop or bundle, and the keys do the same (T-12)', async () => {
    // Two alone, and two so near to each other that they are one row.
    const stops = [
      { from: 58, to: 48 },
      { from: 40, to: 35 },
      { from: 20, to: 18 },
      { from: 17, to: 15 },
    ]
    const machine = await addFinishedShift(world(), 'Press with stops', stops)
    const page = await world().openPage('/boxes')
    await page.getByLabel(/^Shifts to close/).waitFor()
    const tap = taps()
    await tap.on(lists(page))
    await tap.on(rowOf(page, machine).getByRole('link', { name: 'Close' }))
    const current = page.getByRole('region', { name: 'Stop that waits for a reason' })
    await current.getByText(/^2 stops, /).waitFor()
    await assertAccessible(page)
    await tap.on(current.getByRole('button', { name: 'Breakdown' }))
    await page.getByText('Saved for 2 stops').waitFor()
    await current.getByText('10 min', { exact: true }).waitFor()
    await tap.on(current.getByRole('button', { name: 'Breakdown' }))
    await current.getByText('5 min', { exact: true }).waitFor()
    await page.keyboard.press('1')
    tap.count++
    await confirm(page).waitFor()
    await tap.on(confirm(page))
    await page
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    assert.equal(tap.count, 3 + 3)
    await page.close()
  })

  test('issues that stay open need words of three characters, which the report then shows', async () => {
    const machine = await addFinishedShift(world(), 'Press with issues', [{ from: 40, to: 30 }])
    const page = await openShift(world(), machine, '&close=1&step=confirm')
    await page.getByText('There are unresolved issues', { exact: false }).waitFor()
    await confirm(page).click()
    await page.getByText('At least three characters').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'The reason is not known' }).click()
    await confirm(page).click()
    await page
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Report of the shift' }).first().click()
    await page.getByText('1 stop without a reason').waitFor()
    await page.getByText('The reason is not known').first().waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('output that nobody confirmed is confirmed while its shift is closed, and what is left of it has its place', async () => {
    const machine = await addFinishedShift(world(), 'Press of output to confirm', [], 0, (minute) => ({ TOTAL_OUTPUT: minute * 10 }))
    await world().api(
      'mutation ($id: Int!) { updateOutputSettings(input: { workCenterId: $id, isOutputIIoTRequiredOnOutputConfirmation: true }) { __typename } }',
      { id: machine.workCenterId },
    )
    const report = await openShift(world(), machine, '')
    await report.getByRole('link', { name: '1 stretch of output not confirmed' }).click()
    await report.getByText('not confirmed', { exact: true }).waitFor()
    await assertAccessible(report)
    await report.getByRole('button', { name: 'Confirm output' }).click()
    const sheet = report.getByRole('dialog', { name: 'Confirm output' })
    await sheet.getByRole('button', { name: /^Confirm/ }).click()
    await sheet.waitFor({ state: 'hidden' })
    await report.getByText('Nothing is left to do with the output.').waitFor()
    await report.getByRole('button', { name: 'Next' }).click()
    await confirm(report).click()
    await report
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    await report.close()
  })

  test('all shifts until yesterday are closed in three taps, with a result for each (T-13)', async () => {
    const machine = await addFinishedShift(world(), 'Press of yesterday', [], 24)
    const page = await world().openPage('/boxes')
    await page.getByLabel(/^Shifts to close/).waitFor()
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

  test('an administrator reopens a shift with a reason in five, and the second confirmation says what moved (T-14)', async () => {
    const machine = await addFinishedShift(world(), 'Press to restate', [{ from: 40, to: 30 }])
    const first = await openShift(world(), machine, '&close=1&step=confirm')
    await first.getByRole('button', { name: 'Will be added later' }).click()
    await confirm(first).click()
    await first
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    await first.close()

    const page = await world().openPage('/boxes')
    const tap = taps()
    await tap.on(page.getByRole('link', { name: 'Shifts', exact: false }).first())
    await page.goto('/shifts')
    await tap.on(page.getByRole('link', { name: new RegExp(`^${machine.name}, .*Earlier; Confirmed`) }))
    await tap.on(page.getByRole('button', { name: 'Reopen' }))
    const dialog = page.getByRole('dialog')
    await tap.text(dialog.getByLabel('Reason'), 'the stop was a breakdown')
    await assertAccessible(page)
    await tap.on(dialog.getByRole('button', { name: 'Reopen' }))
    await page.getByRole('link', { name: 'Close', exact: true }).waitFor()
    assert.equal(tap.count, 5)

    await page.getByRole('link', { name: 'Close', exact: true }).click()
    await page.getByRole('region', { name: 'Stop that waits for a reason' }).getByRole('button', { name: 'Breakdown' }).click()
    await confirm(page).click()
    await page
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Report of the shift' }).first().click()
    const restated = page.getByRole('region', { name: 'Confirmation' })
    await restated.getByText('the stop was a breakdown').waitFor()
    await restated.getByText(/Without a reason .*→ Breakdown/).waitFor()
    await assertAccessible(page)

    // What somebody reads here can come by itself from now on.
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const subscription = page.getByRole('dialog', { name: 'Subscribe to a report' })
    assert.equal(await subscription.getByLabel('Report', { exact: true }).inputValue(), 'SHIFT')
    await subscription.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Subscription saved').waitFor()
    await page.close()
  })

  test('two leads close the same shift: the second is told who was faster, and keeps the text', async () => {
    const machine = await addFinishedShift(world(), 'Press of two leads', [{ from: 40, to: 30 }])
    const [one, two] = [
      await openShift(world(), machine, '&close=1&step=confirm'),
      await openShift(world(), machine, '&close=1&step=confirm'),
    ]
    await two.getByLabel('Why issues stay open').fill('my own words')
    await one.getByLabel('Why issues stay open').fill('the other was faster')
    await confirm(one).click()
    await one
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    await two
      .getByText(/Confirmed by /)
      .first()
      .waitFor()
    assert.equal(await two.getByLabel('Your text, not saved').inputValue(), 'my own words')
    await one.close()
    await two.close()
  })

  test('an address that names a shift leads to it, and one that names none says so and leads to its neighbours', async () => {
    const machine = await addFinishedShift(world(), 'Press with neighbours', [])
    const page = await openShift(world(), machine, '')
    await page.getByRole('heading', { level: 1, name: /^Earlier/ }).waitFor()
    await page.goto(`/shifts/none?shiftDate=2020-01-01&shift=1&workCenterId=${machine.workCenterId}`)
    await page.getByText('No shift here').waitFor()
    await assertAccessible(page)
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString().slice(0, 10)
    await page.goto(`/shifts/none?shiftDate=${tomorrow}&shift=1&workCenterId=${machine.workCenterId}`)
    await page
      .getByRole('link', { name: /Press with neighbours$/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /Press with neighbours$/ }).waitFor()
    await page.close()
  })

  test('on a phone the matrix is a card a machine, the list is cards, and nothing is wider than the screen', async () => {
    await addFinishedShift(world(), 'Press on a phone', [{ from: 40, to: 30 }])
    const page = await world().openPage('/shifts', { width: 390, height: 844, hasTouch: true })
    await page.getByRole('rowheader', { name: 'Press on a phone' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await assertAccessible(page)
    await page.getByRole('link', { name: /^Press on a phone, .*Earlier/ }).tap()
    await page.getByRole('heading', { level: 1, name: /Press on a phone$/ }).waitFor()
    await page.getByRole('heading', { name: 'Biggest losses' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.getByRole('link', { name: 'Close', exact: true }).tap()
    await page.getByRole('region', { name: 'Stop that waits for a reason' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await assertAccessible(page)
    await page.close()
  })

  test('an operator closes the shift of an own machine where the company lets operators, and none where it does not', async () => {
    const { api } = world()
    const machine = await addFinishedShift(world(), 'Press of an operator', [])
    const { id, login } = await addOperator(world(), 'marta', machine.workCenterId)
    const allow = (isAllowed: boolean) =>
      api('mutation ($id: String!, $is: Boolean!) { updateCompany(id: $id, operatorsMayConfirm: $is) { id } }', {
        id: COMPANY,
        is: isAllowed,
      })
    const page = await world().newPage({ companyId: COMPANY })
    await signIn(page, '/shifts?view=list', login, PASSWORD)
    await rowOf(page, machine).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'Close', exact: true }).count(), 0)

    await allow(true)
    await page.reload()
    await rowOf(page, machine).getByRole('link', { name: 'Close' }).click()
    await confirm(page).click()
    await page
      .getByText(/Confirmed by marta Operator/)
      .first()
      .waitFor()
    const { shiftsPages } = await api<{ shiftsPages: { items: readonly { confirmedBy: { id: string } | null }[] } }>(
      'query ($id: Int!) { shiftsPages(filter: { workCenterIds: [$id], statuses: [CONFIRMED] }) { items { confirmedBy { id } } } }',
      { id: machine.workCenterId },
    )
    assert.deepEqual(
      shiftsPages.items.map(({ confirmedBy }) => confirmedBy?.id),
      [id],
    )
    await page.close()
    await allow(false)
  })

  test('who may not confirm sees shifts and closes none', async () => {
    for (const email of [PEOPLE.guest, PEOPLE.operator]) {
      const page = await world().newPage({ companyId: DEMO_COMPANY })
      await signIn(page, '/shifts?view=list', email)
      await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor()
      await page.getByText(/^\d+ shifts?$/).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Close', exact: true }).count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Close by date' }).count(), 0)
      assert.equal(await page.getByRole('checkbox').count(), 0)
      await page.close()
    }
  })
}
