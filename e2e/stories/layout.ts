import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'

const WIDTHS = [390, 820, 1440]
const LOCALES = ['en-GB', 'uz-UZ']
/** Where the first machine may begin: the first screen belongs to machines, not to what stands above them. */
const FIRST_CARD = [
  { width: 390, height: 844, most: 300 },
  { width: 820, height: 1180, most: 360 },
] as const

export function layoutStories(world: () => World): void {
  for (const locale of LOCALES) {
    for (const width of WIDTHS) {
      test(`nothing is wider than a screen of ${width} px in ${locale}`, async () => {
        const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, locale, width, height: 844 })
        await page.getByRole('article').nth(11).waitFor()
        await assertNoOverflow(page, width)
        await page.goto((await page.getByRole('article').first().getByRole('link').first().getAttribute('href')) ?? '')
        await page.getByRole('main').getByText('%').first().waitFor()
        await assertNoOverflow(page, width)
        await page.close()
      })
    }
  }
  for (const locale of ['en-GB', 'uk-UA']) {
    test(`every counter of the list is in sight on a screen of 1024 px in ${locale}`, async () => {
      const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, locale, width: 1024, height: 768 })
      await page.getByRole('article').nth(11).waitFor()
      await page.locator('[data-status="live"]').waitFor()
      // Whatever stands there by chance: as many as a bad day brings.
      const cut = await page.evaluate(`(() => {
        const list = document.querySelector('[class*="counters"]:has(button)')
        while (list.childElementCount < 5) list.append(list.lastElementChild.cloneNode(true))
        return list.scrollWidth - list.clientWidth
      })()`)
      assert.ok(Number(cut) <= 1, `${String(cut)} px of the counters are cut off`)
      await page.close()
    })
  }
  test('the timeline of a shift and the signal below it share one time axis', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, width: 1440, height: 900 })
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.getByRole('heading', { name: /^Power/ }).waitFor()
    await page.locator('canvas').first().waitFor()
    const panel = page.getByRole('heading', { name: /^Power/ }).locator('xpath=ancestor::section[1]/..')
    assert.equal(await panel.locator('[class*="_axis_"]').count(), 1)
    await page.close()
  })
  for (const { width, height, most } of FIRST_CARD) {
    test(`machines begin high on a screen of ${width} × ${height} px`, async () => {
      const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, width, height, hasTouch: true })
      await page.getByRole('article').nth(11).waitFor()
      await page.locator('[data-status="live"]').waitFor()
      // What stands above the list is loaded with it; whether a machine waits for somebody is chance.
      await page.waitForLoadState('networkidle')
      const top = Number(await page.evaluate(`document.querySelector('[data-row]').getBoundingClientRect().top`))
      assert.ok(top > 100 && top <= most, `${top} px`)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'TV' }).click()
      await page.waitForURL(/tv=1/)
      await page.close()
    })
  }
}

async function assertNoOverflow(page: Awaited<ReturnType<World['openPage']>>, width: number): Promise<void> {
  const found = await page.evaluate(`(() => {
    const limit = document.documentElement.clientWidth
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > limit + 1)
    return { scroll: document.documentElement.scrollWidth, wide: wide.slice(-3).map((element) => element.outerHTML.slice(0, 160)) }
  })()`)
  const { scroll, wide } = found as { scroll: number; wide: readonly string[] }
  assert.ok(scroll <= width, `the page is ${scroll} px wide, for instance ${wide.join('\n')}`)
}
