import { useEffect, useRef } from 'react'
import { onSecond, serverNow } from '#web/ui/clock.ts'
import { formatTimer } from '#web/ui/format.ts'

/**
 * Returns the time since an instant, ticking by the page's one timer. The text is written to the node itself: five hundred cards tick
 * without rendering once.
 */
export function Timer({ since }: { readonly since: number }) {
  const node = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    const write = () => {
      if (node.current) node.current.textContent = formatTimer(serverNow() - since)
    }
    write()
    return onSecond(write)
  }, [since])
  return (
    <time ref={node} aria-hidden>
      {formatTimer(serverNow() - since)}
    </time>
  )
}
