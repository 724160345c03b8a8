import assert from 'node:assert/strict'
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
    await page.getByLabel('Change').selectOption('UPDATE_TEAM')
    await page.getByRole('row', { name: /Team deleted.*Renamed/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Period').selectOption('today')
    await page.getByLabel('Person').selectOption({ label: 'Olena Kovalenko' })
    await page.getByRole('row', { name: /Team changed/ }).waitFor()
    assert.match(page.url(), /action=UPDATE_TEAM/)
    await page.reload()
    await page.getByRole('row', { name: /Team changed/ }).waitFor()
    assert.equal(await page.getByLabel('Change').inputValue(), 'UPDATE_TEAM')
    await assertAccessible(page)
    await page.getByLabel('Change').selectOption('REOPEN_SHIFT')
    await page.getByText('Nothing was changed that fits the filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row', { name: /Team deleted.*Renamed/ }).waitFor()
    await page.context().close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the audit log fits a phone and has no serious fault of accessibility in ${colorScheme}`, async () => {
      const page = await world().openPage('/audit', { locale: 'uz-UZ', width: 390, height: 844, colorScheme })
      await page.getByRole('table').waitFor()
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390)
      await assertAccessible(page)
      await page.context().close()
    })
  }
}
