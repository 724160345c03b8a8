import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../browser.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function publicAccessStories(world: () => World): void {
  test('a public page opens by the keyboard, shows strangers every status at once, and ends for them when access is closed', async () => {
    const { press, device, api } = world()
    await device.publish({ values: { POWER: 8 } })
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Public access' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Public page of ${press.name}` })
    await dialog.getByText('names of people').waitFor()
    await dialog.getByRole('button', { name: 'Open public page' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText(/^Opened just now by/).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Copied').waitFor()
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(link, /\/public\/[A-Za-z0-9_-]{22}$/)

    const stranger = await world().newPage({ width: 390, height: 844 })
    const asked: string[] = []
    stranger.on('request', (request) => asked.push(request.url()))
    await stranger.goto(link)
    await stranger.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await stranger.getByText('Running').waitFor()
    await device.publish({ values: { POWER: 2 } })
    await stranger.getByText('Idle').waitFor()
    await stranger.context().setOffline(true)
    await stranger.getByText('Reconnecting').waitFor()
    await stranger.context().setOffline(false)
    await stranger.getByText('Reconnecting').waitFor({ state: 'detached' })
    assert.equal(await stranger.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, 'it is wider than the screen')
    assert.ok(!asked.some((url) => /graphql|supervisor|identity/.test(url)), asked.join('\n'))
    await assertAccessible(stranger)

    await dialog.getByRole('button', { name: 'Close access' }).click()
    await stranger.getByRole('heading', { name: 'This page was closed' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Access is open again under the same link').waitFor()
    const { workCenter } = await api<{ workCenter: { uiPage: { url: string } } }>(
      'query ($id: Int!) { workCenter(id: $id) { uiPage { url } } }',
      {
        id: press.workCenterId,
      },
    )
    assert.equal(workCenter.uiPage.url, link)
    await api('mutation ($id: Int!) { closePublicAccess(workCenterId: $id) { id } }', { id: press.workCenterId })
    await stranger.reload()
    await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await until(stranger, `document.documentElement.lang === 'en'`)
    await stranger.close()
    await page.close()
  })
}
