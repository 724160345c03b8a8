import { median, print } from '../report/figure.ts'
import type { Crowd } from './crowd.ts'

const ROUNDS = 5
const LIMIT_MS = 1500
const THROTTLE = 4

/**
 * Notes when every card that is on the screen shows its figures and all others have their place. The page's own clock begins with the request
 * for the page.
 */
const WATCH = (count: number) => `(() => {
  const look = () => {
    const cards = document.querySelectorAll('[data-row]')
    const isUseful = cards.length === ${count} && [...cards].every((card) => card.getBoundingClientRect().top > innerHeight || card.textContent.includes('%'))
    if (isUseful) globalThis.usefulAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** Prints how long the list takes until it is useful, files at hand and the processor four times slower, as on a mid tablet. */
export async function measurePaint(crowd: Crowd, count: number): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await paintOnce(crowd, count))
  const note = `${THROTTLE}× CPU throttle`
  print({ bench: `useful paint of ${count} cards`, value: median(times), unit: 'ms', limit: LIMIT_MS, runs: ROUNDS, note })
}

async function paintOnce(crowd: Crowd, count: number): Promise<number> {
  const context = await crowd.openContext()
  try {
    const page = await context.newPage()
    // The first visit brings the files; what is measured is the list, not the network of this machine.
    await page.goto('/boxes')
    await page.locator('[data-row]').first().waitFor()
    await page.goto('about:blank')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
    await page.addInitScript(WATCH(count))
    await page.goto('/boxes')
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
