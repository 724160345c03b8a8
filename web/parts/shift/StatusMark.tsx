import type { ShiftStatus } from '#web/api/generated/graphql.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './StatusMark.module.css'

const ICONS = { CONFIRMED: 'check', PROGRESS: 'clock', UNCONFIRMED: 'edit' } as const

type StatusMarkProps = {
  readonly status: ShiftStatus
  /** Null where the words stand elsewhere: the shape alone. */
  readonly label: string | null
}

/** Returns the confirmation of a shift as a shape with its words: confirmed, in progress, or to be confirmed. */
export function StatusMark({ status, label }: StatusMarkProps) {
  return (
    <span className={classes['mark']} data-status={status}>
      <Icon name={ICONS[status]} size={label === null ? 14 : 16} />
      {label}
    </span>
  )
}
