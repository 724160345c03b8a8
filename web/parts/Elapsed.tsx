import { useEffect, useRef } from 'react'
import { onSecond, serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns how long something that is not over has lasted, in the words of a duration that is over; it ticks without rendering. */
export function Elapsed({ since }: { readonly since: number }) {
  const format = useFormat()
  const node = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    const write = () => {
      if (node.current) node.current.textContent = format.duration(serverNow() - since)
    }
    write()
    return onSecond(write)
  }, [since, format])
  return <time ref={node}>{format.duration(serverNow() - since)}</time>
}
