import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Drill } from './drill.view.ts'

type DrillLinkProps = {
  /** Null where no list can be narrowed to the mark. */
  readonly drill: Drill | null
  readonly className: string | undefined
  /** What is read out, where the content does not say it. */
  readonly label?: string
  readonly children: ReactNode
}

/** Returns a mark that opens the list that adds up to it. */
export function DrillLink({ drill, className, label, children }: DrillLinkProps) {
  if (drill === null) {
    return (
      <span className={className} {...(label !== undefined && { role: 'img', 'aria-label': label })} title={label}>
        {children}
      </span>
    )
  }
  const shared = { className, title: label, 'aria-label': label }
  if (drill.to === '/analytics')
    return (
      <Link to="/analytics" search={drill.search} {...shared}>
        {children}
      </Link>
    )
  return drill.to === '/losses' ? (
    <Link to="/losses" search={drill.search} {...shared}>
      {children}
    </Link>
  ) : (
    <Link to="/shifts" search={drill.search} {...shared}>
      {children}
    </Link>
  )
}
