import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function workCenterStories(world: () => World): void {
  test('an address without a device id says so', async () => {
    const page = await world().openPage('/boxes/not-a-device')
    await page.getByRole('heading', { level: 1, name: 'Invalid work center id' }).waitFor()
    await page.close()
  })

  test('a device that nobody knows, or another company has, is not found', async () => {
    const page = await world().openPage('/boxes/00000000-0000-4000-8000-000000000000')
    await page.getByRole('heading', { level: 1, name: 'Work center is not found' }).waitFor()
    await page.close()
  })

  test('the page of a work center follows its device without a reload', async (context) => {
    const { press, device } = world()
    await device.publish({ values: { POWER: 8 } })
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    const main = page.getByRole('main')
    await main.getByText('Running').first().waitFor()
    await main.getByRole('heading', { name: 'Current values' }).waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await main.locator('dt, li').getByText('Power', { exact: true }).count(), 1, 'the power is told twice')
    assert.equal(await main.getByRole('heading', { name: 'Job orders in progress' }).count(), 0, 'no card for no order')
    await page.evaluate(`globalThis.storyMark = 'same page'`)
    const start = performance.now()
    await device.publish({ values: { POWER: 3 } })
    await main.getByText('Idle').first().waitFor()
    context.diagnostic(`Idle shown after ${Math.round(performance.now() - start)} ms`)
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page', 'the page was loaded again')
    await device.publish({ values: { POWER: 8 } })
    await main.getByText('Running').first().waitFor()
    await page.close()
  })

  test('somebody says what the machine does where a status is to be chosen, and lets the machine decide again', async () => {
    const { press, device, api } = world()
    await device.publish({ values: { POWER: 3 } })
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    const main = page.getByRole('main')
    await main.getByText('Idle').first().waitFor()
    assert.equal(await main.getByRole('button', { name: 'Choose a status' }).count(), 0)
    const input = { workCenterId: press.workCenterId, name: 'Cleaning', color: '#2E6FDB', isEffective: false, rangeType: 'MANUAL' }
    const { createOrUpdateState: made } = await api<{ createOrUpdateState: { id: number } }>(
      'mutation ($input: StatusRuleInput!) { createOrUpdateState(input: $input) { id } }',
      { input },
    )
    await page.reload()
    const choose = main.getByRole('button', { name: 'Choose a status' })
    await choose.click()
    const dialog = page.getByRole('dialog', { name: `Status of ${press.name}` })
    await dialog.getByText('Applies until you end it', { exact: false }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Cleaning' }).click()
    await page.getByText('Status chosen: Cleaning').waitFor()
    await main.getByText('Cleaning').first().waitFor()
    await choose.click()
    await dialog.getByRole('button', { name: 'Cleaning', pressed: true }).waitFor()
    await dialog.getByRole('button', { name: 'Let the machine decide' }).click()
    await page.getByText('The machine decides again').waitFor()
    await main.getByText('Idle').first().waitFor()
    await page.close()
    await api('mutation ($id: Int!) { archiveState(id: $id) { id } }', { id: made.id })
    await device.publish({ values: { POWER: 8 } })
  })

  test('a work center without data says why, and goes on as soon as there is data', async () => {
    const { press, device } = world()
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    const main = page.getByRole('main')
    await main.getByText('Running').first().waitFor()
    await device.publish({ values: { POWER: null } })
    try {
      await main.getByText('the sensor reports no value').first().waitFor()
    } finally {
      await device.publish({ values: { POWER: 8 } })
    }
    await main.getByText('the sensor reports no value').first().waitFor({ state: 'hidden' })
    await main.getByText('Running').first().waitFor()
    await page.close()
  })
}
