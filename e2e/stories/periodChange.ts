import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

type Points = { readonly exactValue: number }
type Answer = { readonly data: { readonly explainChange: { readonly difference: Points; readonly workCenters: readonly unknown[] } } }

export function periodChangeStories(world: () => World): void {
  test('the shifts of some days say why OEE changed against as many before, with the figures of the API', async () => {
    const page = await world().openPage('/shifts?range=yesterday', { companyId: DEMO_COMPANY })
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('ExplainPeriods') === true)
    await page.getByText('Why OEE changed').press('Enter')
    const { data } = (await (await answered).json()) as Answer
    const { difference, workCenters } = data.explainChange
    const region = page.getByRole('region', { name: 'Why it changed' })
    const shown = Math.abs(difference.exactValue).toFixed(1)
    await region.getByText(new RegExp(`^[+−]?${shown.replace('.', String.raw`\.`)} points$`)).waitFor()
    await region.getByText(/against the 1 day before$/).waitFor()
    assert.equal(await region.getByRole('row').count(), workCenters.length + 1)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing is wider than the window')
    await assertAccessible(page)
    await page.close()
  })
}
