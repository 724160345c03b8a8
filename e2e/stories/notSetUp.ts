import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../browser.ts'
import { connectDevice, registerDevice } from '../device.ts'
import type { World } from '../world.ts'

export function notSetUpStories(world: () => World): void {
  test('a machine without status rules is not set up: no alarm, and one way to set its statuses', async () => {
    const { product, api } = world()
    const device = await registerDevice(product)
    const { addBox } = await api<{ addBox: { id: number } }>(
      'mutation ($guid: Guid!, $name: String) { addBox(guid: $guid, name: $name) { id } }',
      { guid: device.deviceId, name: 'Raw compressor' },
    )
    const connected = await connectDevice(product, device)
    await connected.publish({ values: { POWER: 13.5 } })
    const page = await world().openPage('/boxes')
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Raw compressor', exact: true }) })
    await card.getByText('Not set up', { exact: false }).first().waitFor()
    assert.equal(await card.getAttribute('data-style'), 'notSetUp')
    assert.doesNotMatch(await card.innerText(), /explain|reason/, 'somebody is asked for the reason of a stop that nobody knows of')
    await page.getByRole('button', { name: /1 not set up/ }).waitFor()
    await card.getByText('Not set up · no status rules').waitFor()
    await card.getByRole('link', { name: 'Set statuses' }).waitFor()

    await page.goto(`/boxes/${device.deviceId}`)
    await page.getByRole('heading', { level: 1, name: 'Raw compressor' }).waitFor()
    await page
      .getByRole('button', { name: /Availability/ })
      .getByText('—')
      .waitFor()
    assert.equal(await page.getByText('Give reason').count(), 0)
    await page.getByRole('link', { name: 'Set statuses' }).click()
    await page.waitForURL(/settings\?tab=statuses/)

    await page.goto('/boxes?tv=1')
    const tile = page.getByRole('article').filter({ hasText: 'Raw compressor' })
    await tile.getByText('Not set up').waitFor()
    await page.close()
    await connected.end()
    await api('mutation ($id: Int!) { deleteBox(boxId: $id) { id } }', { id: addBox.id })
  })

  test('a dash says its cause and leads to the field that is missing', async () => {
    const { press } = world()
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    await page.getByRole('button', { name: /^OEE/ }).getByText('No reference speed').waitFor()
    await page.getByRole('link', { name: 'Set it' }).click()
    const field = page.getByRole('textbox', { name: /^Speed/ })
    await field.waitFor()
    await until(page, `document.activeElement?.getAttribute('name') === 'targetSpeed'`)
    await page.close()
  })
}
