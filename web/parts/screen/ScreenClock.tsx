import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns the time of day on a screen that fills the window, by the second. */
export function ScreenClock({ className }: { readonly className: string | undefined }) {
  const format = useFormat()
  const now = useCoarseNow(1000)
  return <time className={className}>{format.time(now)}</time>
}
