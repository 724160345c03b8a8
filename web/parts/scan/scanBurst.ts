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
