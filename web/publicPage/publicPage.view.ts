const MOST_WAIT_MS = 30_000

/** Returns the URL's link token, and the wished language and colour scheme. */
export function addressOf({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  const query = new URLSearchParams(search)
  return { token: pathname.split('/')[2] ?? '', lang: query.get('lang'), theme: query.get('theme') }
}

/** Returns how long to wait before the next attempt, in ms: twice as long each time up to 30 s, somewhere in the upper half of it. */
export function waitMs(failures: number, chance: number): number {
  const whole = Math.min(MOST_WAIT_MS, 1_000 * 2 ** Math.min(10, failures))
  return whole / 2 + (whole / 2) * chance
}

/** Returns how long a page that was closed waits before it looks whether closing was taken back, in ms. */
export function closedWaitMs(looks: number): number {
  return looks === 0 ? 10_000 : looks === 1 ? 30_000 : 60_000
}
