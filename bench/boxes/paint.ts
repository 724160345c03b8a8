import type { BrowserContext } from 'playwright-core'
import { median, print } from '../report/figure.ts'
import type { Crowd } from './crowd.ts'

const ROUNDS = 5
const LIMIT_MS = 1500
const THROTTLE = 4

/** What a page must show to be of use; the text of an expression that the browser evaluates. */
export type Useful = { readonly path: string; readonly first: string; readonly isUseful: string }

/** Notes when the page is useful. Its own clock begins with the request for the page. */
const WATCH = (isUseful: string) => `(() => {
  const look = () => {
    if (${isUseful}) globalThis.usefulAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** The list of so many work centers: every card that is on the screen shows its figures, and all others have their place. */
export function usefulList(count: number): Useful {
  const isUseful = `(() => {
    const cards = [...document.querySelectorAll('[data-row]')]
    const places = [...document.querySelectorAll('[data-places]')].reduce((sum, place) => sum + Number(place.dataset.places), 0)
    if (cards.length === 0 || cards.length + places !== ${count}) return false
    const below = cards.findIndex((card) => card.getBoundingClientRect().top > innerHeight)
    return cards.slice(0, below < 0 ? undefined : below).every((card) => card.textContent.includes('%'))
  })()`
  return { path: '/boxes', first: '[data-row]', isUseful }
}

/** Prints how long the list takes until it is useful, files at hand and the processor four times slower, as on a mid tablet. */
export async function measurePaint(crowd: Crowd, count: number): Promise<void> {
  const times = await paintTimes(() => crowd.openContext(), usefulList(count))
  const note = `${THROTTLE}× CPU throttle`
  print({ bench: `useful paint of ${count} cards`, value: median(times), unit: 'ms', limit: LIMIT_MS, runs: ROUNDS, note })
}

/** Returns the times in ms until the page is useful, each in a browser context of its own. */
export async function paintTimes(open: () => Promise<BrowserContext>, useful: Useful): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await paintOnce(await open(), useful))
  return times
}

async function paintOnce(context: BrowserContext, { path, first, isUseful }: Useful): Promise<number> {
  try {
    const page = await context.newPage()
    // The first visit brings the files; what is measured is the page, not the network of this machine.
    await page.goto(path)
    await page.locator(first).first().waitFor()
    await page.goto('about:blank')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
    await page.addInitScript(WATCH(isUseful))
    await page.goto(path)
    let usefulAt: unknown
    while (typeof usefulAt !== 'number') {
      usefulAt = await page.evaluate('globalThis.usefulAt')
      await page.waitForTimeout(100)
    }
    return usefulAt
  } finally {
    await context.close()
  }
}
