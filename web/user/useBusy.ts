import { useState } from 'react'

/** Returns which of several actions is under way, and the function that does one. */
export function useBusy<Name extends string>() {
  const [busy, setBusy] = useState<Name | null>(null)
  const during = (name: Name, action: () => Promise<void>) => {
    setBusy(name)
    void action().finally(() => setBusy(null))
  }
  return { busy, during }
}
