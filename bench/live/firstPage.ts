import { print } from '../report/figure.ts'
import { openContext, PEOPLE, signIn } from '../../e2e/browser.ts'
import { kibOf, loadUntilLive, type FirstPage } from '../../e2e/wire.ts'
import type { Plant } from './plant.ts'

const SCRIPT_LIMIT_KB = 180
const STYLE_LIMIT_KB = 60

/** Prints what a browser with an empty cache fetches over the wire from /boxes until the page says Live. */
export async function measureFirstPage(plant: Plant): Promise<void> {
  const { files, liveMs } = await loadFresh(plant)
  const shown = files.filter(({ type }) => ['Script', 'Stylesheet', 'Font'].includes(type))
  const note = shown.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')
  print({ bench: 'first page: script', value: kibOf(files, 'Script'), unit: 'KiB brotli', limit: SCRIPT_LIMIT_KB, runs: 1, note })
  const style = kibOf(files, 'Stylesheet', 'Font')
  print({ bench: 'first page: styles and fonts', value: style, unit: 'KiB brotli', limit: STYLE_LIMIT_KB, runs: 1 })
  print({ bench: 'first page: live', value: liveMs, unit: 'ms', limit: 800, runs: 1, note: 'signed in, cold cache' })
}

async function loadFresh(plant: Plant): Promise<FirstPage> {
  const context = await openContext(plant.browser, plant.product.url)
  try {
    const page = await context.newPage()
    await signIn(page, '/boxes', PEOPLE.admin)
    // What the page after sign-in still fetches must not be counted with the page that is measured.
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
    return await loadUntilLive(page, '/boxes')
  } finally {
    await context.close()
  }
}
