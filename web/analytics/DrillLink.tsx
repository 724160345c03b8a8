import { Link, useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Drill } from './drill.view.ts'
import { clickOn, useMarkActions, type NamedMark } from './markActions.ts'

type DrillLinkProps = {
  /** Null where no list can be narrowed to the mark. */
  readonly drill: Drill | null
  readonly className: string | undefined
  /** What is read out, where the content does not say it. */
  readonly label?: string
  /** What Alt and a click narrow the page to, and `d` opens the menu of; left out = neither. */
  readonly named?: NamedMark
  readonly children: ReactNode
}

/** Returns a mark that opens the list that adds up to it, a part of it that of the part; with Alt the page is narrowed to it, or its menu opens where no filter says it, `d` opens its menu (N-10). */
export function DrillLink({ drill, className, label, named, children }: DrillLinkProps) {
  const actions = useMarkActions()
  const navigate = useNavigate()
  if (drill === null) {
    return (
      <span className={className} {...(label !== undefined && { role: 'img', 'aria-label': label })} title={label}>
        {children}
      </span>
    )
  }
  const go = (to: Drill) => (to.to === '/analytics' ? navigate(to) : to.to === '/losses' ? navigate(to) : navigate(to))
  const own = actions === null || named === undefined ? null : { ...actions, named }
  const onClick = (event: MouseEvent) => {
    if (own === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    const part = event.target instanceof HTMLElement ? Number(event.target.dataset['part'] ?? NaN) : NaN
    const next = clickOn(own.named, own, { isAlt: event.altKey, part })
    if (next === null) return
    event.preventDefault()
    if (next === 'MENU') own.onMenu(own.named)
    else void go(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (own === null || event.key !== 'd' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    own.onMenu(own.named)
  }
  const shared = { className, title: label, 'aria-label': label, ...(own !== null && { onClick, onKeyDown, 'aria-keyshortcuts': 'd' }) }
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
