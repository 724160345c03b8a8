import { useEffect, useState } from 'react'
import { useConnection } from '#web/api/live.ts'
import { useSession } from '#web/base/session.ts'
import { whenIdle } from '#web/base/whenIdle.ts'
import { logFailure } from '#web/ui/log.ts'

/** The page is drawn before its extras; a browser that is never idle waits no longer than this. */
const IDLE_LIMIT_MS = 3_000

/** A live connection that has not come by then keeps the extras waiting no longer. */
const LIVE_LIMIT_MS = 15_000

/**
 * Returns whether the page has loaded, is live and the browser has time: nothing that comes later may slow down the first page. Then the client of
 * the identity provider is loaded too, so that a page that stays open over a new version can renew its token.
 */
export function useSettling(isLiveWanted: boolean): boolean {
  const session = useSession()
  const { status } = useConnection()
  const [isLate, setLate] = useState(false)
  const [isSettled, setSettled] = useState(false)
  const isDue = !isLiveWanted || isLate || status !== 'connecting'
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LIVE_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isDue) return undefined
    let forget = () => {}
    const settle = () => {
      forget = whenIdle(() => setSettled(true), IDLE_LIMIT_MS)
    }
    if (document.readyState === 'complete') settle()
    else addEventListener('load', settle, { once: true })
    return () => {
      removeEventListener('load', settle)
      forget()
    }
  }, [isDue])
  useEffect(() => {
    if (isSettled)
      session.manager().catch((reason: unknown) => logFailure('The client of the identity provider could not be loaded ahead', reason))
  }, [isSettled, session])
  return isSettled
}
