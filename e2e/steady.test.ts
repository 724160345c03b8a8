/** What is on the screen stays where it is while a page loads: the sum of its layout shifts, never a time. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from './browser.ts'
import { DEMO_COMPANY, sharedWorld, type PageOptions } from './world.ts'

const LIMIT = 0.02
/** As slow as a tablet: parts come one after the other that come together on a fast machine. */
const THROTTLE = 4

/** Collects the shifts that nobody's tap explains, with what moved. */
const WATCH = `globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue
    const moved = sources.map(({ node, previousRect, currentRect }) => [node?.className ?? node?.nodeName, previousRect.y, currentRect.y].join(' '))
    shifts.push({ value, moved })
  }
}).observe({ type: 'layout-shift', buffered: true })`

type Shift = { readonly value: number; readonly moved: readonly string[] }

describe('pages that stay where they are while they load', { concurrency: false }, () => {
  const world = sharedWorld({ isLive: true })

  const openSlow = async (options: PageOptions): Promise<Page> => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, ...options })
    await page.locator('[data-row]').first().waitFor()
    await page.addInitScript(WATCH)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
    return page
  }
  /** Who needs somebody stands first, and may be answered while the page loads: the last one. */
  const quietMachine = async (page: Page): Promise<string> => (await page.locator('[data-row] a').last().getAttribute('href')) ?? ''
  const untilWhole = async (page: Page): Promise<void> => {
    await until(
      page,
      `document.querySelector('[data-stops] li button') !== null && document.querySelector('[data-stops] [role="status"]') === null`,
    )
    await page.locator('[data-status="live"]').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const assertSteady = async (page: Page): Promise<void> => {
    const shifts = JSON.parse(await page.evaluate<string>('JSON.stringify(shifts)')) as readonly Shift[]
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    assert.ok(sum <= LIMIT, `${sum.toFixed(3)}: ${JSON.stringify(shifts)}`)
  }

  for (const [name, options] of [
    ['a tablet', { width: 820, height: 1180, hasTouch: true }],
    ['a phone', { width: 390, height: 844, hasTouch: true }],
    ['a desk', {}],
  ] as const) {
    test(`the page of a work center keeps its places on ${name}`, async () => {
      const page = await openSlow(options)
      const path = await quietMachine(page)
      await page.goto(path)
      await untilWhole(page)
      await assertSteady(page)
      await page.close()
    })
  }

  test('a work center opened from the list shows its name and status at once, and keeps its places', async () => {
    const page = await openSlow({ width: 820, height: 1180, hasTouch: true })
    await page.goto('/boxes')
    const first = page.locator('[data-row] a').first()
    await first.waitFor()
    await page.locator('[data-status="live"]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const name = String(await first.textContent())
    await page.route('**/api/graphql', async (route) => {
      const isPage = route.request().postData()?.includes('WorkCenterByDevice') === true
      // Longer than anything else needs: until it answers, only what the list knew can be seen.
      if (isPage) await page.getByRole('heading', { level: 1, name }).waitFor()
      await route.continue()
    })
    await page.evaluate('shifts.length = 0')
    await first.click()
    await page.locator('main [data-style]').first().waitFor()
    await untilWhole(page)
    await assertSteady(page)
    await page.close()
  })
})
