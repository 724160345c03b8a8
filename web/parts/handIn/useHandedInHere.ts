import { useMemo } from 'react'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { handedInHere } from './handInKind.ts'
import { skippedHere } from './skipping.ts'

/** Returns which occurrences were handed in, or skipped, on this device and wait to be sent: nobody is asked to answer them again (domain.md CL-10). */
export function useHandedInHere(): ReadonlySet<number> {
  const { entries } = useOutbox()
  return useMemo(() => new Set([...handedInHere(entries), ...skippedHere(entries)]), [entries])
}
