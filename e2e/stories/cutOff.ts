import type { Page } from 'playwright-core'

/** Lets no request of the page reach the API until it is called back; then it counts the edits of losses that are sent. */
export async function cutOff(page: Page): Promise<() => Promise<() => number>> {
  const context = page.context()
  const address = /\/api\//
  await context.route(address, (route) => route.abort())
  return async () => {
    let sent = 0
    page.on('request', (request) => {
      const asked = request.postData() ?? ''
      if (asked.includes('applyLossEdits')) sent += [...asked.matchAll(/"key":/g)].length
    })
    await context.unroute(address)
    return () => sent
  }
}
