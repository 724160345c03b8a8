import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function reportStories(world: () => World): void {
  test('a report is asked for, is made while the page says how far it is, and is downloaded', async () => {
    const page = await world().openPage('/reports', { companyId: DEMO_COMPANY })
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    await page.getByText('No reports yet').waitFor()
    await page.getByLabel('Format', { exact: true }).selectOption('XLSX')
    await page.getByRole('button', { name: 'Make the report' }).click()
    const run = page.getByRole('listitem').filter({ hasText: 'Efficiency · XLSX' })
    await run.getByText('Ready', { exact: true }).waitFor()
    await assertAccessible(page)
    const [file] = await Promise.all([page.waitForEvent('download'), run.getByRole('button', { name: 'Download' }).click()])
    assert.match(file.suggestedFilename(), /^Efficiency report \d{4}-\d{2}-\d{2} \d{4}-\d{2}-\d{2}\.xlsx$/)
    // A spreadsheet is an archive.
    assert.equal((await buffer(await file.createReadStream())).subarray(0, 2).toString(), 'PK')
    await page.close()
  })
}
