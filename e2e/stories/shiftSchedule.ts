import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../browser.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

type History = {
  readonly shiftScheduleHistory: {
    readonly versions: readonly { isOwn: boolean; shifts: readonly { code: string; timeStart: string }[] }[]
  }
}

/** Resolves when what was saved has been loaded again. */
async function noLongerDirty(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
}

export function shiftScheduleStories(world: () => World): void {
  const last = async () => {
    const { shiftScheduleHistory } = await world().api<History>(
      'query ($id: Int!) { shiftScheduleHistory(workCenterId: $id) { versions { isOwn shifts { code timeStart } } } }',
      { id: world().press.workCenterId },
    )
    const version = shiftScheduleHistory.versions.at(-1)
    return `${version?.isOwn === true ? 'own' : 'company'} ${version?.shifts
      .map(({ code, timeStart }) => `${code}${timeStart}`)
      .toSorted()
      .join(' ')}`
  }

  test('a work center gets its own shifts: an overlap is seen and refused, and what another person saved is not lost', async () => {
    const { press, api } = world()
    const page = await world().openPage(`/boxes/${press.deviceId}/settings?tab=shifts`)
    await page.getByRole('radio', { name: 'Own' }).check()
    const night = page.getByRole('group', { name: 'Shift N' })
    const start = night.getByLabel('From', { exact: true })
    await start.fill('17')
    await start.press('Tab')
    await page.getByText('The shifts N and D overlap').waitFor()
    assert.equal(await start.inputValue(), '17:00')
    await page.getByRole('img', { name: /Monday:.*17:00–18:00 D, N overlap/ }).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await until(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1440, height: 900 })
    await start.fill('1800')
    await start.press('Enter')
    await noLongerDirty(page)
    assert.equal(await last(), 'own D06:00 N18:00')

    await api('mutation ($id: Int!, $input: [ShiftInput!]!) { createOrUpdateShifts(workCenterId: $id, input: $input) { code } }', {
      id: press.workCenterId,
      input: [{ code: 'A', name: 'All', timeStart: '00:00', timeEnd: '00:00' }],
    })
    const day = page.getByRole('group', { name: 'Shift D' })
    await day.getByLabel('Name').fill('Early')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('There now: A 00:00–00:00 All').waitFor()
    assert.equal(await day.getByLabel('Name').inputValue(), 'Early')
    await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await noLongerDirty(page)
    assert.equal(await last(), 'own D06:00 N18:00')

    await day.getByLabel('Name').fill('Late')
    await page.getByRole('radio', { name: 'Company' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await api('mutation ($id: Int!, $input: [ShiftInput!]!) { createOrUpdateShifts(workCenterId: $id, input: $input) { code } }', {
      id: press.workCenterId,
      input: [{ code: 'B', name: 'Both', timeStart: '00:00', timeEnd: '00:00' }],
    })
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('There now: B 00:00–00:00 Both').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await page.getByRole('button', { name: 'Change the company’s shifts' }).waitFor()
    assert.equal(await last(), 'company D06:00 N18:00')
    await page.close()
  })
}
