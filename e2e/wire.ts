import type { Page } from 'playwright-core'

/** A file that a browser fetched; `bytes` are those on the wire, its headers with it. */
export type Fetched = { readonly path: string; readonly type: string; readonly bytes: number }

export type FirstPage = {
  /** Files asked for before the page said Live. */
  readonly files: readonly Fetched[]
  /** From the request of the page until it said Live. */
  readonly liveMs: number
}

const LIVE = '[data-status="live"]'

/** Notes when the page says Live, by the clock of the browser. */
const WATCH_LIVE = `(() => {
  const look = () => {
    if (document.querySelector('${LIVE}') === null) return
    globalThis.liveAt = performance.timeOrigin + performance.now()
    observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-status'] })
})()`

/** Returns what a browser with an empty cache fetches from the address until the page is live. The page must be nobody else's, and signed in. */
export async function loadUntilLive(page: Page, path: string): Promise<FirstPage> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const asked = new Map<string, { readonly path: string; readonly type: string; readonly askedAt: number }>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    const url = new URL(request.url)
    if (url.protocol.startsWith('http')) asked.set(requestId, { path: url.pathname, type: type ?? '', askedAt: wallTime * 1000 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  await page.addInitScript(WATCH_LIVE)
  const startedAt = Date.now()
  await page.goto(path)
  await page.locator(LIVE).first().waitFor()
  // A file may be asked for in time and come a moment later.
  await page.waitForLoadState('networkidle')
  const liveAt = Number(await page.evaluate('globalThis.liveAt'))
  const files = [...asked]
    .filter(([, { askedAt }]) => askedAt < liveAt)
    .map(([id, { path: name, type }]) => ({ path: name, type, bytes: sizes.get(id) ?? 0 }))
  await session.detach()
  return { files, liveMs: liveAt - startedAt }
}

/** Returns the KiB of the files of these types. */
export function kibOf(files: readonly Fetched[], ...types: readonly string[]): number {
  return files.filter(({ type }) => types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0) / 1024
}
