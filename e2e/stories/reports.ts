import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
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
    // Each factor of the spreadsheet leads to where it is shown as it was and as it is now.
    const { sheets } = await readXlsx(new Uint8Array(await buffer(await file.createReadStream())), { readStyles: true })
    const [link] = [...(sheets[0]?.cells?.values() ?? [])].flatMap(({ hyperlink }) => hyperlink?.target ?? [])
    assert.ok(link)
    const { pathname, search } = new URL(link)
    await page.goto(`${pathname}${search}`)
    await page.getByText(/^In the report “Efficiency” of /).waitFor()
    await page.getByText('Now', { exact: true }).waitFor()
    await page.getByText(/^It is (the same|different) now/).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Show these shifts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor()
    await page.close()
  })

  test('a report is subscribed, left, changed and deleted', async () => {
    const page = await world().openPage('/reports', { companyId: DEMO_COMPANY })
    await page.getByText('No automatic reports yet.').waitFor()
    await page.getByRole('button', { name: 'Subscribe to a report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Subscribe to a report' })
    await dialog.getByLabel('Report', { exact: true }).selectOption('DOWNTIME')
    await dialog.getByLabel('How often').selectOption('WEEKLY')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('region', { name: 'Automatic reports' }).getByRole('listitem')
    await row.getByText('every Monday at 07:00').waitFor()
    await row.getByRole('button', { name: /^Unsubscribe/ }).click()
    await row.getByText('(unsubscribed)').waitFor()
    await row.getByRole('button', { name: /^Get it again/ }).click()
    await row.getByRole('button', { name: /^Unsubscribe/ }).waitFor()
    await row.getByRole('button', { name: /^Change/ }).click()
    const change = page.getByRole('dialog', { name: 'Change the subscription' })
    await change.getByLabel('Format', { exact: true }).selectOption('XLSX')
    await change.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Downtime · XLSX').waitFor()
    await assertAccessible(page)
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No automatic reports yet.').waitFor()
    await page.close()
  })
}
