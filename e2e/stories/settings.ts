import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../browser.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

/** What was saved a moment ago is told above the way to save what comes next, and covers no part of it. */
const MESSAGES_ABOVE_BAR = `[...document.querySelectorAll('body > #app > [role=status] > *')].every((message) =>
  message.getBoundingClientRect().bottom <= document.querySelector('form [type="submit"]').parentElement.getBoundingClientRect().top)`

export function settingsStories(world: () => World): void {
  const pathOf = (tab: string) => `/boxes/${world().press.deviceId}/settings?tab=${tab}`
  const edit = (fields: string) =>
    world().api<{ editBox: { version: number } }>(
      `mutation { editBox(input: { id: ${world().press.workCenterId}, ${fields} }) { version } }`,
    )

  test('the number of rejects that make a loss is left out, set, and left out again', async () => {
    const page = await world().openPage(pathOf('output'))
    const amount = page.getByLabel('Rejects per loss')
    await amount.waitFor()
    assert.equal(await amount.inputValue(), '')
    await page.getByText('Empty: one loss per registration').waitFor()
    for (const value of ['5', '']) {
      await amount.fill(value)
      await page.getByText('1 change', { exact: true }).waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('Settings saved').waitFor()
      await page.reload()
      await amount.waitFor()
      assert.equal(await amount.inputValue(), value)
    }
  })

  test('every setting of orders and output has an effect, and how parallel orders share the counter is chosen and stays', async () => {
    const page = await world().openPage(pathOf('job-orders'))
    const each = page.getByLabel('Each stroke makes a piece of every order')
    await each.waitFor()
    assert.equal(await page.getByText('Saved, but has no effect yet.').count(), 0)
    await assertAccessible(page)
    for (const label of ['Each stroke makes a piece of every order', 'They take turns']) {
      await page.getByLabel(label).check()
      await page.keyboard.press('Control+s')
      await page.getByText('Settings saved').waitFor()
      await page.reload()
      await each.waitFor()
      assert.equal(await page.getByLabel(label).isChecked(), true)
    }
    await page.goto(new URL(pathOf('output'), page.url()).href)
    await page.getByLabel('Use the device’s count as output').waitFor()
    assert.equal(await page.getByText('Saved, but has no effect yet.').count(), 0)
    await page.goto(new URL(pathOf('general'), page.url()).href)
    assert.equal(await page.getByLabel('Create losses from stops automatically').isChecked(), true)
    await page.close()
  })

  test('settings are checked on leaving a field and on saving, saved with the keyboard, and never lost to another one’s change', async () => {
    const page = await world().openPage(pathOf('general'))
    const name = page.getByLabel('Name', { exact: true })
    const comment = page.getByLabel('Comment', { exact: true })
    await name.waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    await name.fill(' ')
    await comment.fill('Near the gate')
    await page.getByText('This is a required field').waitFor()
    await page.getByText('2 changes', { exact: true }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('1 field to correct').waitFor()
    assert.equal(await name.evaluate('document.activeElement?.getAttribute("name")'), 'name')
    await name.fill(world().press.name)
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Settings saved').waitFor()
    await page.reload()
    await comment.waitFor()
    assert.equal(await comment.inputValue(), 'Near the gate')

    await edit('comment: "At the window", description: "Hydraulic"')
    await comment.fill('By the door')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/changed this at/).waitFor()
    await page.getByText('Now: At the window').waitFor()
    await page.getByText('Yours: By the door').waitFor()
    assert.equal(await comment.inputValue(), 'By the door')
    // It is shown to whoever pressed the button, wherever that was.
    await until(page, `document.activeElement?.textContent.includes('Yours: By the door') === true`)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Keep mine' }).waitFor({ state: 'detached' })
    await until(page, `document.querySelector('textarea[name="description"]').value === 'Hydraulic'`)
    await until(page, `document.querySelector('textarea[name="comment"]').value === 'By the door'`)

    await comment.fill('Nowhere')
    await until(page, MESSAGES_ABOVE_BAR)
    await page.getByRole('link', { name: 'Back to ' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('tab', { name: 'OEE' }).click()
    await page
      .getByRole('tab', { name: /General/ })
      .getByText('not saved')
      .waitFor({ state: 'attached' })
    await page.getByRole('tab', { name: /General/ }).click()
    assert.equal(await comment.inputValue(), 'Nowhere')
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await comment.inputValue(), 'By the door')

    await specification(page)
    await page.close()
    await edit('comment: null, description: null')
  })

  test('the Tab key selects a number that is shown with another mark than it was typed with, and typing replaces it', async () => {
    const page = await world().openPage(pathOf('oee'))
    const target = page.getByLabel('Target availability, %')
    await target.fill('0,9')
    await page.keyboard.press('Tab')
    assert.equal(await target.inputValue(), '0.9')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('7')
    assert.equal(await target.inputValue(), '7')
    await page.close()
  })

  test('the settings fit a phone in Uzbek, in the dark, and the keyboard alone changes them', async () => {
    const page = await world().openPage(pathOf('oee'), { locale: 'uz', width: 390, height: 844, colorScheme: 'dark' })
    await page.getByLabel('Mavjudlik', { exact: true }).waitFor()
    await page.getByLabel('Maqsadli OEE, %').focus()
    await page.keyboard.type('85,5')
    await page.keyboard.press('Tab')
    await page.getByText('1 ta oʻzgarish', { exact: true }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await assertAccessible(page)
    await page.keyboard.press('Control+s')
    await page.getByText('Sozlamalar saqlandi').waitFor()
    await page.getByRole('button', { name: 'Saqlash' }).waitFor({ state: 'detached' })
    const { oeeSettings } = await world().api<{ oeeSettings: { targetOee: number } }>(
      `{ oeeSettings(workCenterId: ${world().press.workCenterId}) { targetOee } }`,
    )
    assert.equal(oeeSettings.targetOee, 85.5)
    await page.close()
    await edit('targetOee: null')
  })
}

/** Ratio and numbers show their formats in words; a calibration is started and cancelled. */
async function specification(page: Page): Promise<void> {
  const tabs = page.getByRole('tab', { name: 'General' })
  await tabs.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Transformation ratio').fill('123')
  await page.getByLabel('cos φ').fill('1,2')
  await page.getByLabel('Nominal power, kW').fill('1000000')
  await page.getByLabel('Voltage, V').fill('230')
  await page.getByText('Wrong format. For example: 123/1').waitFor()
  await page.getByText('The value must be at most 1', { exact: true }).waitFor()
  await page.getByText('You must enter a value less than 1000000').waitFor()
  await page.getByText('This looks like the voltage of one phase.', { exact: false }).waitFor()
  await page.getByLabel('Idle-load threshold, %').fill('-1')
  await page.getByLabel('Voltage, V').focus()
  await page.getByText('Value can not be less than zero').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Start calibration' }).click()
  await page.getByRole('progressbar', { name: 'Progress of the calibration' }).waitFor()
  await page.getByText('Keep the machine under normal load.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Cancel calibration' }).click()
  await page.getByRole('button', { name: 'Start calibration' }).waitFor()
}
