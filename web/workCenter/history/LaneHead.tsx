import { type ReactNode, useSyncExternalStore } from 'react'
import type { Cursor } from '#web/ui/cursor.ts'
import classes from './HistoryLanes.module.css'

type LaneHeadProps = {
  readonly title: string
  readonly cursor?: Cursor
  /** Text of the lane for the instant under the pointer. */
  readonly readAt?: (at: number) => string | null
  readonly children?: ReactNode
}

/** Returns the name of a lane, and what it is at the pointer. */
export function LaneHead({ title, cursor, readAt, children }: LaneHeadProps) {
  return (
    <div className={classes['laneHead']}>
      <h3>{title}</h3>
      {children}
      {cursor !== undefined && readAt !== undefined && <Reading cursor={cursor} readAt={readAt} />}
    </div>
  )
}

function Reading({ cursor, readAt }: Required<Pick<LaneHeadProps, 'cursor' | 'readAt'>>) {
  const at = useSyncExternalStore(cursor.subscribe, cursor.get)
  return (
    <output className={classes['reading']} aria-hidden>
      {at === null ? '' : readAt(at)}
    </output>
  )
}
