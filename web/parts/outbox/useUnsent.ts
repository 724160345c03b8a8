import { useEffect, useMemo } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { serverState } from '#web/base/serverState.ts'
import { showToast } from '#web/base/toast.ts'
import { isNoRoom } from '#web/parts/outbox/askToStay.ts'
import { outbox } from '#web/parts/outbox/theOutbox.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { isClockKnown, serverNow } from '#web/ui/clock.ts'
import { logFailure } from '#web/ui/log.ts'

export type Unsent = {
  /** Whether what is said goes to the outbox at once: there is no connection, or something waits that was said before. */
  isWaiting(): boolean
  /** Keeps the entries until they can be sent, all of them or none; says so, or that there is no room. */
  add(kind: string, bodies: readonly unknown[], how?: { readonly isQuiet?: boolean }): Promise<boolean>
  /** Keeps one entry under the key that it was sent with before; says the same. */
  addKeyed(kind: string, key: string, body: unknown): Promise<boolean>
  /** The server's time in UTC ms; null where this device never learned it. */
  now(): number | null
}

/** Returns how what people say is kept while it cannot be sent. */
export function useUnsent(): Unsent {
  const { t } = useCommonTexts()
  useOpenOutbox()
  return useMemo(() => {
    /** Says why this device did not keep it. */
    const refused = (error: unknown): null => {
      logFailure('What is not sent could not be kept', error)
      showToast(t(isNoRoom(error) ? 'unsent.noRoom' : 'unsent.notKept'))
      return null
    }
    const told = (isKept: boolean, count: number): boolean => {
      // The header counts the others.
      if (!isKept) showToast(t('unsent.full'))
      else if (outbox.state().entries.length === count) showToast(t('unsent.kept'))
      return isKept
    }
    return {
      isWaiting: () => !navigator.onLine || serverState() === 'away' || outbox.state().entries.some(({ refusal }) => refusal === null),
      add: async (kind, bodies, { isQuiet = false } = {}) => {
        const isKept = await outbox.add(kind, ...bodies).catch(refused)
        if (isKept === null) return false
        return isKept && isQuiet ? isKept : told(isKept, bodies.length)
      },
      addKeyed: async (kind, key, body) => {
        const isKept = await outbox.addKeyed(kind, key, body).catch(refused)
        return isKept !== null && told(isKept, 1)
      },
      now: () => (isClockKnown() ? serverNow() : null),
    }
  }, [t])
}

/**
 * Opens the outbox for the viewer in the current company. Each screen that keeps what people say does so itself: what sends it comes after the page, and
 * not at all while there is no connection.
 */
export function useOpenOutbox(): void {
  const { id, company } = useViewer()
  const owner = company === null ? null : `${id}@${company.id}`
  useEffect(() => void outbox.open(owner), [owner])
}
