import { Link } from '@tanstack/react-router'
import { useContext, type ReactNode } from 'react'
import { serverNow } from '#web/ui/clock.ts'
import { segmentSearch, TIMELINE_ID } from './segment.ts'
import { SegmentPageContext } from './segmentPage.ts'

type SegmentLinkProps = {
  /** UTC ms at which the segment begins. */
  readonly start: number
  /** The shift in which it is, in UTC ms; the running one unless said. */
  readonly shift?: { readonly start: number; readonly end: number }
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Returns a link to a segment of the timeline on the tab of the work center that shows it: it selects the segment and can be pasted to a colleague (U-3). */
export function SegmentLink({ start, shift, className, onClick, children }: SegmentLinkProps) {
  const deviceId = useContext(SegmentPageContext)
  if (deviceId !== null) {
    return (
      <Link
        to="/boxes/$deviceId"
        params={{ deviceId }}
        search={segmentSearch({}, { start, shift: shift ?? null, now: serverNow() })}
        hash={TIMELINE_ID}
        className={className}
        onClick={onClick}
      >
        {children}
      </Link>
    )
  }
  return (
    <Link
      to="."
      search={(known: Record<string, unknown>) => segmentSearch(known, { start, shift: shift ?? null, now: serverNow() })}
      hash={TIMELINE_ID}
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  )
}
