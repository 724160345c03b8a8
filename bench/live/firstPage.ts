import { print } from '../report/figure.ts'
import { openContext, PEOPLE, signIn } from '../../e2e/browser.ts'
import type { Plant } from './plant.ts'

const SCRIPT_LIMIT_KB = 180
const STYLE_LIMIT_KB = 60

type Fetched = { readonly url: string; readonly type: string; readonly bytes: number }

/** Prints what a browser with an empty cache fetches over the wire from /boxes until the first live value is on the screen. */
export async function measureFirstPage(plant: Plant): Promise<void> {
  const { fetched, ms } = await loadFresh(plant)
  const sum = (...types: readonly string[]): number =>
    fetched.filter(({ type }) => types.includes(type)).reduce((total, { bytes }) => total + bytes, 0) / 1024
  const note = fetched.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join(', ')
  print({ bench: 'first page: script', value: sum('Script'), unit: 'KiB brotli', limit: SCRIPT_LIMIT_KB, runs: 1, note })
  print({ bench: 'first page: styles and fonts', value: sum('Stylesheet', 'Font'), unit: 'KiB brotli', limit: STYLE_LIMIT_KB, runs: 1 })
  print({ bench: 'first page: first live value', value: ms, unit: 'ms', limit: 800, runs: 1, note: 'signed in, cold cache' })
}

async function loadFresh(plant: Plant): Promise<{ fetched: Fetched[]; ms: number }> {
  const context = await openContext(plant.browser, plant.product.url)
  try {
    const page = await context.newPage()
    await signIn(page, '/boxes', PEOPLE.admin)
    // What the page after sign-in still fetches must not be counted with the page that is measured.
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.clearBrowserCache')
    const responses = new Map<string, { url: string; type: string }>()
    const fetched: Fetched[] = []
    session.on('Network.responseReceived', ({ requestId, response, type }) => responses.set(requestId, { url: response.url, type }))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const response = responses.get(requestId)
      if (response !== undefined && response.url.startsWith(plant.product.url)) fetched.push({ ...response, bytes: encodedDataLength })
    })
    const start = performance.now()
    await page.goto('/boxes')
    await page.getByText('%').first().waitFor()
    const ms = performance.now() - start
    // The hub's client and the fonts may arrive a moment later; they belong to the first page all the same.
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    return { fetched: fetched.filter(({ type }) => ['Script', 'Stylesheet', 'Font'].includes(type)), ms }
  } finally {
    await context.close()
  }
}
