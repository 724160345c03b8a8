import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function auditStories(world: () => World): void {
  test('the audit log tells in words who changed what, and keeps its filters in the address', async () => {
    const team = await world().api<{ createTeam: { id: string } }>('mutation { createTeam(name: "Audited", color: "#1886D4") { id } }')
    const change = 'mutation ($id: Guid!) { updateTeam(id: $id, name: "Renamed", color: "#1886D4") { id } }'
    await world().api(change, { id: team.createTeam.id })
    await world().api('mutation ($id: Guid!) { deleteTeam(id: $id) }', { id: team.createTeam.id })
    const page = await world().openPage('/users')
    await page.getByRole('main').getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await page.getByRole('row', { name: /Olena.*Team deleted.*Renamed/ }).waitFor()
    await page.getByRole('row', { name: /Team changed.*Name: Audited → Renamed/ }).waitFor()
    await page.getByLabel('Change', { exact: true }).selectOption('UPDATE_TEAM')
    await page.getByRole('row', { name: /Team deleted.*Renamed/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Period', { exact: true }).selectOption('today')
    await page.getByLabel('Person', { exact: true }).selectOption({ label: 'Olena Kovalenko' })
    await page.getByRole('row', { name: /Team changed/ }).waitFor()
    assert.match(page.url(), /action=UPDATE_TEAM/)
    await page.reload()
    await page.getByRole('row', { name: /Team changed/ }).waitFor()
    assert.equal(await page.getByLabel('Change', { exact: true }).inputValue(), 'UPDATE_TEAM')
    await assertAccessible(page)
    await page.getByLabel('Change', { exact: true }).selectOption('REOPEN_SHIFT')
    await page.getByText('No change matches the filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row', { name: /Team deleted.*Renamed/ }).waitFor()
    await page.close()
  })

  test('the keys walk and select the log, and what is selected or filtered is saved as a file', async () => {
    for (const name of ['First', 'Second', 'Third'])
      await world().api(`mutation { createTeam(name: "${name} of keys", color: "#1886D4") { id } }`)
    const page = await world().openPage('/audit?action=CREATE_TEAM')
    await page.getByRole('row', { name: /Third of keys/ }).waitFor()
    for (const key of ['j', 'x', 'j', 'J']) await page.keyboard.press(key)
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText('3 rows selected').waitFor()
    assert.equal(await page.evaluate(`document.activeElement.closest('tr')?.dataset.index`), '2')
    await assertAccessible(page)
    const [selected] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Download selected' }).click()])
    assert.equal((await buffer(await selected.createReadStream())).toString().trim().split('\r\n').length, 4)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    const [whole] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
    const written = (await buffer(await whole.createReadStream())).toString()
    assert.match(written, /^\uFEFFWhen,When \(local time\),/)
    assert.match(written, /Third of keys/)
    assert.doesNotMatch(written, /Team changed/)
    await page.close()
  })

  test('a view of the log is saved under a name, opened again and deleted; an order that means nothing is named', async () => {
    const page = await world().openPage('/audit?action=CREATE_TEAM&sort=nothing')
    await page.getByRole('button', { name: /Not understood: sort=nothing/ }).click()
    await page.waitForURL((url) => !url.search.includes('sort'))
    await page.getByRole('button', { name: 'When' }).click()
    await page.waitForURL(/sort=at/)
    await page.getByRole('button', { name: 'Views' }).click()
    const panel = page.getByRole('dialog', { name: 'Views' })
    await panel.getByLabel('Name of this view').fill('New teams')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'New teams', exact: true }).waitFor()
    await assertAccessible(page)
    await page.goto('/audit')
    await page.getByRole('button', { name: 'Views' }).click()
    await panel.getByRole('button', { name: 'New teams', exact: true }).click()
    await page.waitForURL(/action=CREATE_TEAM.*sort=at/)
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    await page.getByRole('button', { name: 'Views' }).click()
    await panel.getByRole('button', { name: /Delete the view “New teams”/ }).click()
    await panel.getByText('Views for everybody appear here too.').waitFor()
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the audit log fits a phone and has no serious fault of accessibility in ${colorScheme}`, async () => {
      const page = await world().openPage('/audit', { locale: 'uz-UZ', width: 390, height: 844, colorScheme })
      await page.getByRole('table').waitFor()
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390)
      assert.equal(await page.locator('[data-row] td').count(), 2 * (await page.locator('[data-row]').count()), 'a box and a card each')
      assert.equal(await page.evaluate(`document.querySelector('[data-row] td').offsetWidth`), 44, 'the rest of the row is for the card')
      await assertAccessible(page)
      await page.close()
    })
  }
}
