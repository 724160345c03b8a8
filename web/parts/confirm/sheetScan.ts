import { type Burst, burstAfter, NO_BURST } from '#web/parts/scan/scanBurst.ts'

/** What may be a scan so far, and what stood in the sheet before its first key: its numbers and what its fields hold, which the keys go into. */
export type SheetScan<Held> = { readonly burst: Burst; readonly before: Held | null }

export const NO_SCAN: SheetScan<never> = { burst: NO_BURST, before: null }

/** Returns the scan after a key; `before` is what stood in the sheet where Enter ended the code of a scanner, which is no output, and `text` that code; else null. */
export function scanAfter<Held>(
  scan: SheetScan<Held>,
  { key, at }: { readonly key: string; readonly at: number },
  held: Held,
): { readonly scan: SheetScan<Held>; readonly before: Held | null; readonly text: string | null } {
  const { burst, text } = burstAfter(scan.burst, key, at)
  // A single key may be the first of a code.
  const before = burst.text.length === 1 ? held : scan.before
  return { scan: { burst, before }, before: text === null ? null : before, text }
}
