import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPANY, type World } from '../world.ts'
import { chooseOption } from '../fields.ts'
import { assertAccessible } from './accessibility.ts'

const PATH = '/general-settings'
const NAME = 'Acme Works'

export function generalSettingsStories(world: () => World): void {
  test('an administrator changes the settings of the company, is asked before leaving them unsaved, and sees what a time zone brings about', async () => {
    const page = await world().openPage(PATH)
    const name = page.getByLabel('Company name')
    await name.waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    await assertAccessible(page)

    await name.fill('Acme Factory')
    await page.getByText('1 change', { exact: true }).waitFor()
    await chooseOption(page.locator('main'), 'Time zone', 'Tashkent')
    await page.getByText('2 changes', { exact: true }).waitFor()
    await page.getByText('Applies to shifts that have not started', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.deepEqual([await name.inputValue(), await page.locator('input[name=timeZone]').inputValue()], [NAME, 'Europe/Warsaw'])

    await name.fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter the company name').waitFor()
    await name.fill('Acme Factory')
    await page.getByLabel('E-mail').fill('office@acme.example')
    await page
      .getByRole('link', { name: /Trueline/ })
      .first()
      .click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    await asked.waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).pathname, PATH)
    await page.getByLabel('Company name').press('Enter')
    await page.getByText('Settings saved').waitFor()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /Profile menu/ })
      .filter({ hasText: 'Acme Factory' })
      .waitFor()
    await page
      .getByRole('link', { name: /Trueline/ })
      .first()
      .click()
    await page.waitForURL('**/boxes')
    await page.close()
    await world().api('mutation ($id: String!, $name: String) { updateCompany(id: $id, name: $name) { name } }', {
      id: COMPANY,
      name: NAME,
    })
  })

  test('an administrator says what time without data counts as, is told what that brings about, and finds it again', async () => {
    const page = await world().openPage(PATH)
    const policy = page.getByLabel('Time without data')
    const cap = page.getByLabel('Cap performance at 100%')
    await policy.waitFor()
    assert.deepEqual([await policy.inputValue(), await cap.isChecked()], ['EXCLUDE', false])
    for (const [value, isCapped] of [
      ['UNCLASSIFIED_DOWNTIME', true],
      ['EXCLUDE', false],
    ] as const) {
      await policy.selectOption(value)
      await cap.setChecked(isCapped)
      await page.getByText('2 changes', { exact: true }).waitFor()
      await page.getByText('Saving recalculates all unconfirmed shifts', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Settings saved').waitFor()
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
      await page.reload()
      await policy.waitFor()
      assert.deepEqual([await policy.inputValue(), await cap.isChecked()], [value, isCapped])
    }
    await page.close()
  })

  test('the photo of a company is shown in the list of companies until it is removed; what is no picture is refused', async () => {
    const page = await world().openPage(PATH)
    const file = page.getByLabel('Choose a photo', { exact: true }).and(page.locator('input'))
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByText('This file cannot be used as a photo', { exact: false }).waitFor()
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await page.getByText('Photo saved').waitFor()
    await page.getByRole('button', { name: /Profile menu/ }).click()
    const circle = page.getByRole('menuitemradio', { name: `${NAME}, current company` }).locator('img[src^="/api/photo/"]')
    await circle.waitFor()
    const shown = await page.request.get((await circle.getAttribute('src')) ?? '')
    assert.deepEqual([shown.status(), shown.headers()['content-type']], [200, 'image/webp'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Photo removed').waitFor()
    await page.close()
  })

  test('the settings of a company fit a phone in Uzbek, in the dark', async () => {
    const page = await world().openPage(PATH, { locale: 'uz', width: 390, height: 844, colorScheme: 'dark' })
    await page.getByLabel('Kompaniya nomi').fill('Acme')
    await page.getByRole('button', { name: 'Saqlash' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await assertAccessible(page)
    await page.close()
  })

  test('an administrator says what energy costs, is told at the field what is wrong, and takes the tariff away again', async () => {
    const page = await world().openPage(PATH)
    await page.getByText('No tariff yet', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Add a tariff' }).click()
    const form = page.getByRole('dialog', { name: 'Add a tariff' })
    await form.getByRole('button', { name: 'Add hours with another price' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    // Two prices and a name are missing.
    await form.locator('[aria-invalid=true]').nth(2).waitFor()
    await form.locator('input[name=pricePerKwh]').fill('0.21')
    await form.locator('input[name="zones.0.name"]').fill('Day')
    await form.locator('input[name="zones.0.pricePerKwh"]').fill('0.3')
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tariff saved').waitFor()
    await page.getByText('0.21 EUR a kWh', { exact: true }).waitFor()
    await page.getByText('Day · Mon–Fri · 06:00–22:00 · 0.3 EUR a kWh').waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page
      .getByRole('dialog', { name: /^Delete the tariff from/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('No tariff yet', { exact: false }).waitFor()
    await page.close()
  })
}
