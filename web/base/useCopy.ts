import { useState } from 'react'

/** What became of the last copy; also a key of the texts. */
type CopyOutcome = 'message.copied' | 'message.copyFailed'

/** Returns a copy function and its outcome (spec 000 §8, Copy failed), shown beside the button, since a toast lies under a dialog. */
export function useCopy(): { readonly outcome: CopyOutcome | null; copy(text: string): Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null)
  return {
    outcome,
    copy: async (text) => {
      try {
        await navigator.clipboard.writeText(text)
        setOutcome('message.copied')
      } catch {
        // Without a secure address there is no clipboard, or the browser forbids it; the text can be marked by hand.
        setOutcome('message.copyFailed')
      }
    },
  }
}
