import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TIMELINE_ID, writeSegment } from './segment.ts'

type SegmentLinkProps = {
  /** UTC ms at which the segment begins. */
  readonly start: number
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Returns a link to a segment of the timeline on the same page: it selects the segment and can be pasted to a colleague (ux.md §3.4). */
export function SegmentLink({ start, className, onClick, children }: SegmentLinkProps) {
  return (
    <Link
      to="."
      search={(known: Record<string, unknown>) => ({ ...known, ...writeSegment(start) })}
      hash={TIMELINE_ID}
      replace
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  )
}
