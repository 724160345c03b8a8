/** Prints how long the history of a month of one busy work center takes to be drawn, and what each frame costs while it is zoomed and moved. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openApi } from '../e2e/api.ts'
import { DEMO_PASSWORD, openBrowser, openContext, PEOPLE, signIn } from '../e2e/browser.ts'
import { startProduct, type Product } from '../e2e/harness.ts'
import { signIn as accessToken } from '../tools/signIn.ts'
import { median, percentile, print } from './report/figure.ts'

const COMPANY = 'DEFLT'
const ROUNDS = 5
const PAINT_LIMIT_MS = 1500
const FRAME_LIMIT_MS = 1000 / 60
const DAYS = 30
const HISTORY_LIMIT_MS = 300_000

/** Notes when the lane of statuses holds pixels; the page's own clock begins with the request for the page. */
const WATCH = `(() => {
  const look = () => {
    const lane = document.querySelector('#timeline [role=listbox] canvas')
    const isDrawn = lane && lane.width > 0 && lane.getContext('2d').getImageData(0, lane.height / 2, lane.width, 1).data.some((part) => part !== 0)
    if (isDrawn) globalThis.drawnAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** Notes how long each frame lasts from now on. */
const FRAMES = `(() => {
  globalThis.frames = []
  let before = performance.now()
  const next = (now) => {
    globalThis.frames.push(now - before)
    before = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
})()`

const product = await startProduct({ settings: { DEMO_HISTORY_DAYS: String(DAYS) } })
const browser = await openBrowser()
try {
  await untilHistory(product)
  const context = await openContext(browser, product.url)
  const page = await context.newPage()
  await signIn(page, '/boxes', PEOPLE.admin)
  const path = `/boxes/${await firstDevice(product)}?tab=history&range=last${DAYS}`
  await page.addInitScript(WATCH)
  const paints: number[] = []
  for (let round = 0; round < ROUNDS; round++) paints.push(await paintOnce(page, path))
  print({ bench: `history of ${DAYS} days, drawn`, value: median(paints), unit: 'ms', limit: PAINT_LIMIT_MS, runs: ROUNDS })
  const frames = await framesWhileMoving(page)
  const note = `worst ${Math.max(...frames).toFixed(0)} ms`
  print({ bench: 'history moved by keys, a frame, p75', value: percentile(frames, 0.75), unit: 'ms', limit: FRAME_LIMIT_MS, note })
} finally {
  await browser.close()
  await product.end()
}

async function paintOnce(page: Page, path: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(path)
  for (;;) {
    const drawnAt: unknown = await page.evaluate('globalThis.drawnAt')
    if (typeof drawnAt === 'number') return drawnAt
    await sleep(50)
  }
}

/** Zooms in and walks through the month; returns the lengths of the frames in ms. */
async function framesWhileMoving(page: Page): Promise<readonly number[]> {
  await page.locator('#timeline [role=listbox]').first().focus()
  await page.evaluate(FRAMES)
  for (let step = 0; step < 8; step++) await page.keyboard.press('+')
  for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowLeft')
  for (let step = 0; step < 8; step++) await page.keyboard.press('-')
  const frames: unknown = await page.evaluate('globalThis.frames')
  return Array.isArray(frames) ? frames.map(Number) : []
}

async function firstDevice({ url }: Product): Promise<string> {
  const token = await accessToken({ url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId: COMPANY })
  const { workCenters } = await openApi(url, token, COMPANY)<{ workCenters: { deviceId: string }[] }>('{ workCenters { deviceId } }')
  return workCenters[0]?.deviceId ?? ''
}

/** Resolves when the simulated factory is live. */
async function untilHistory({ printed }: Product): Promise<void> {
  const giveUpAt = performance.now() + HISTORY_LIMIT_MS
  while (!printed().includes('the simulated factory is live')) {
    if (performance.now() > giveUpAt) throw new Error('the demo has no history yet')
    await sleep(500)
  }
}
