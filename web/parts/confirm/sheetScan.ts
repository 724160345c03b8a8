import { type Burst, burstAfter, NO_BURST } from '#web/parts/scan/scanBurst.ts'
import type { ConfirmDraft } from './confirm.view.ts'

/** What may be a scan so far, and what stood in the sheet before its first key. */
export type SheetScan = { readonly burst: Burst; readonly before: ConfirmDraft | null }

export const NO_SCAN: SheetScan = { burst: NO_BURST, before: null }

/** Returns the scan after a key; `before` is what stood in the sheet where Enter ended the code of a scanner, which is no output, and `text` that code; else null. */
export function scanAfter(
  scan: SheetScan,
  { key, at }: { readonly key: string; readonly at: number },
  draft: ConfirmDraft,
): { readonly scan: SheetScan; readonly before: ConfirmDraft | null; readonly text: string | null } {
  const { burst, text } = burstAfter(scan.burst, key, at)
  // A single key may be the first of a code.
  const before = burst.text.length === 1 ? draft : scan.before
  return { scan: { burst, before }, before: text === null ? null : before, text }
}
