import type { ReactNode } from 'react'
import classes from './ListTable.module.css'

type SortHeadProps = {
  readonly title: string
  /** Stands instead of the title, which is then read out. */
  readonly short?: string | undefined
  readonly isNumber: boolean
  /** Undefined for a column by which the list cannot be sorted. */
  readonly direction?: 'ascending' | 'descending' | 'none' | undefined
  readonly onSort?: (() => void) | undefined
  /** Stands below the title, such as a target. */
  readonly children?: ReactNode
}

/** Returns the head of a column; where the list can be sorted by it, a press asks for that. */
export function SortHead({ title, short, isNumber, direction, onSort, children }: SortHeadProps) {
  const text: ReactNode =
    short === undefined ? (
      title
    ) : (
      <>
        <span aria-hidden>{short}</span>
        <span className="hidden-text">{title}</span>
      </>
    )
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={direction}>
      {direction === undefined ? (
        text
      ) : (
        <button type="button" className={classes['sort']} title={short === undefined ? undefined : title} onClick={onSort}>
          {text}
          <span className={classes['arrow']} aria-hidden>
            {direction === 'ascending' ? ' ↑' : direction === 'descending' ? ' ↓' : ''}
          </span>
        </button>
      )}
      {children}
    </th>
  )
}
