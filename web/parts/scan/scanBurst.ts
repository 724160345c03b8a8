/** A keyboard scanner types so fast; people do not. */
const FAST_MS = 35
/** Fewer keys are no code. */
const FEWEST = 6

/** The keys of a burst so far and when the last one came (ms). */
export type Burst = { readonly text: string; readonly at: number }

export const NO_BURST: Burst = { text: '', at: -Infinity }

/** Returns the burst after a key, and the text where Enter ends one of at least six keys, each less than 35 ms after the last. */
export function burstAfter(burst: Burst, key: string, at: number): { readonly burst: Burst; readonly text: string | null } {
  const isFast = at - burst.at < FAST_MS
  if (key === 'Enter') return { burst: NO_BURST, text: isFast && burst.text.length >= FEWEST ? burst.text : null }
  if (key.length !== 1) return { burst: key === 'Shift' ? burst : NO_BURST, text: null }
  return { burst: { text: isFast ? burst.text + key : key, at }, text: null }
}

/** A longer beginning than this is no two keys that a person struck at once. */
const NO_ACCIDENT = 2

/** Returns whether the burst is already the code of a scanner, whose keys press nothing else on the page. */
export function isScanning({ text }: Burst): boolean {
  return text.length > NO_ACCIDENT
}

let last = { at: -Infinity, count: 0 }

/** Returns whether the key came after others as only a scanner types them; asked of each key that a shortcut hears, however many hear it. */
export function isTypedFast({ timeStamp: at, repeat }: { readonly timeStamp: number; readonly repeat: boolean }): boolean {
  if (at !== last.at) last = { at, count: !repeat && at - last.at < FAST_MS ? last.count + 1 : 0 }
  return last.count > NO_ACCIDENT
}
