import { useEffect } from 'react'
import { type InboxItemFragment, ReadNotificationsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'

/** Somebody who passes by has not looked. */
const SEEN_AFTER_MS = 2_000

/** Notes what stood on the page while somebody looked: the bell goes down, and what waits to be sent is not. What they marked as unseen stays so. */
export function useSeen(items: readonly Pick<InboxItemFragment, 'id' | 'readAt'>[] | undefined, marked: ReadonlySet<string>): void {
  const { run } = useChange(ReadNotificationsDocument)
  const unread = (items ?? []).flatMap(({ id, readAt }) => (readAt === null && !marked.has(id) ? [id] : [])).join(' ')
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
