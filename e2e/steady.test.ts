/** What is on the screen stays where it is while a page loads: the sum of its layout shifts, never a time. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn } from '../tools/signIn.ts'
import { openApi } from './api.ts'
import { DEMO_PASSWORD, PEOPLE, until } from './browser.ts'
import { DEMO_COMPANY, sharedWorld, type PageOptions } from './world.ts'

const LIMIT = 0.02
/** As slow as a tablet: parts come one after the other that come together on a fast machine. */
const THROTTLE = 4

/** What happens on a machine, or what somebody does there, changes its page as it must: then another loading is looked at. */
const ATTEMPTS = 6

/** Collects the shifts that nobody's tap explains, with what moved. */
const WATCH = `globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue
    const moved = sources.map(({ node, previousRect, currentRect }) => [node?.className ?? node?.nodeName, previousRect.y, currentRect.y].join(' '))
    shifts.push({ value, moved })
  }
}).observe({ type: 'layout-shift', buffered: true })`

/** What a machine's page shows that comes and goes: stops, their reasons, orders and the shift. */
const MACHINES = `{ workCenters { deviceId activeJobOrders { id } shiftStrip { look } live { unclassifiedLossCount shift { start } status { since } } } }`

type Machine = {
  readonly deviceId: string | null
  readonly shiftStrip: readonly { readonly look: string | null }[]
  readonly live: { readonly unclassifiedLossCount: number; readonly status: { readonly since: string } | null } | null
}

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
  const machines = async (): Promise<readonly Machine[]> => {
    const { url } = world().product
    const token = await signIn({ url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId: DEMO_COMPANY })
    const { workCenters } = await openApi(url, token, DEMO_COMPANY)<{ readonly workCenters: readonly Machine[] }>(MACHINES)
    return workCenters
  }
  /** Returns, of the machines with stops, the one that has been in its status the longest; first one whose stops all have their reasons. */
  const quietMachine = async (): Promise<Machine> => {
    const stopped = (await machines()).filter(({ shiftStrip, live }) => live?.status && shiftStrip.some(({ look }) => look !== null))
    const quiet = stopped.filter(({ live }) => live?.unclassifiedLossCount === 0)
    const since = ({ live }: Machine) => Date.parse(live?.status?.since ?? '')
    const [calmest] = (quiet.length > 0 ? quiet : stopped).toSorted((a, b) => since(a) - since(b))
    assert.ok(calmest, 'a machine of the demo has stops')
    return calmest
  }
  const isUnchanged = async (before: Machine): Promise<boolean> => {
    const now = (await machines()).find(({ deviceId }) => deviceId === before.deviceId)
    return JSON.stringify(now) === JSON.stringify(before)
  }
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

  /** Fails where the page of a machine moved while it loaded, and nothing happened on the machine meanwhile. */
  const assertLoadsSteadily = async (page: Page, load: (machine: Machine) => Promise<void>): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const machine = await quietMachine()
      await load(machine)
      await untilWhole(page)
      if (await isUnchanged(machine)) return assertSteady(page)
      assert.ok(attempt < ATTEMPTS, `something happened on ${machine.deviceId} each of ${ATTEMPTS} times that its page loaded`)
    }
  }

  for (const [name, options] of [
    ['a tablet', { width: 820, height: 1180, hasTouch: true }],
    ['a phone', { width: 390, height: 844, hasTouch: true }],
    ['a desk', {}],
  ] as const) {
    test(`the page of a work center keeps its places on ${name}`, async () => {
      const page = await openSlow(options)
      await assertLoadsSteadily(page, async ({ deviceId }) => {
        await page.goto(`/boxes/${deviceId}`)
      })
      await page.close()
    })
  }

  test('a work center opened from the list shows its name and status at once, and keeps its places', async () => {
    const page = await openSlow({ width: 820, height: 1180, hasTouch: true })
    let name = ''
    await page.route('**/api/graphql', async (route) => {
      const isPage = route.request().postData()?.includes('WorkCenterByDevice') === true
      // Longer than anything else needs: until it answers, only what the list knew can be seen.
      if (isPage) await page.getByRole('heading', { level: 1, name }).waitFor()
      await route.continue()
    })
    await assertLoadsSteadily(page, async ({ deviceId }) => {
      await page.goto('/boxes')
      const link = page.locator(`[data-row] a[href="/boxes/${deviceId}"]`).first()
      await link.waitFor()
      await page.locator('[data-status="live"]').first().waitFor()
      await page.waitForLoadState('networkidle')
      name = String(await link.textContent())
      await link.scrollIntoViewIfNeeded()
      await page.evaluate('shifts.length = 0')
      await link.click()
      await page.locator('main [data-style]').first().waitFor()
    })
    await page.close()
  })
})
