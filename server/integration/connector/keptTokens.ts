import { createHash } from 'node:crypto'

/** A token that an issuer gave; `until` is by `performance.now()`. */
export type KeptToken = { readonly token: string; readonly until: number }

/** Where a connection keeps its token; null = it has none. */
export type TokenPlace = { readonly get: () => KeptToken | null; readonly keep: (token: KeptToken | null) => void }

/** Returns a place that is gone with the connection. */
export function ownPlace(): TokenPlace {
  let kept: KeptToken | null = null
  return { get: () => kept, keep: (token) => (kept = token) }
}

const PLACES = new WeakMap<object, Map<string, KeptToken>>()

/**
 * Returns the place of a connection that is opened again and again, such as in each turn of an integration (domain.md IN-3): in memory alone, as long as the
 * owner lives, and found again only by all of the same texts, so that another client or secret has none.
 */
export function sharedPlace(owner: object, texts: readonly string[]): TokenPlace {
  const places = PLACES.get(owner) ?? new Map<string, KeptToken>()
  PLACES.set(owner, places)
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64')
  return {
    get: () => places.get(key) ?? null,
    keep: (token) => {
      const now = performance.now()
      for (const [other, { until }] of places) if (until <= now) places.delete(other)
      if (token === null) places.delete(key)
      else places.set(key, token)
    },
  }
}
