import { useEffect } from 'react'
import { ReadNotificationsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'

/** Somebody who passes by has not looked. */
const SEEN_AFTER_MS = 2_000

/** Notes that these, which nobody has seen yet, stood on the page while somebody looked: the bell goes down, and what waits to be sent is not. */
export function useSeen(ids: readonly string[]): void {
  const { run } = useChange(ReadNotificationsDocument)
  const unread = ids.join(' ')
  useEffect(() => {
    if (unread === '') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void run({ ids: unread.split(' ') }), SEEN_AFTER_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [unread, run])
}
