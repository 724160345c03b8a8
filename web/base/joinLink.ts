const KEY = 'trueline.joinLink'

/** As long as the e-mail's link works with which a new account is proven. */
const KEPT_MS = 24 * 3_600_000

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps a join link opened before the sign-in, since a new person makes an account first. Other paths are not kept. */
export function keepJoinLink(storage: Kept, path: string, now: number): void {
  if (path.startsWith('/join?')) storage.setItem(KEY, `${now} ${path}`)
}

/** Returns the kept link and forgets it; null when there is none, or none that is fresh. */
export function takeJoinLink(storage: Kept, now: number): string | null {
  const [, keptAt, path] = /^(\d+) (\/join\?.*)$/.exec(storage.getItem(KEY) ?? '') ?? []
  storage.removeItem(KEY)
  return path !== undefined && now - Number(keptAt) < KEPT_MS ? path : null
}
