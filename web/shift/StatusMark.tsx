import type { ShiftStatus } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './StatusMark.module.css'

const ICONS = { CONFIRMED: 'check', PROGRESS: 'clock', UNCONFIRMED: 'edit' } as const

type StatusMarkProps = {
  readonly status: ShiftStatus
  /** The shape alone; the words stand elsewhere. */
  readonly isShort?: boolean
}

/** Returns the confirmation of a shift as a shape, and in words unless it is short: confirmed, in progress, or to be confirmed. */
export function StatusMark({ status, isShort = false }: StatusMarkProps) {
  const { t } = useTexts('shift')
  return (
    <span className={classes['mark']} data-status={status}>
      <Icon name={ICONS[status]} size={isShort ? 14 : 16} />
      {!isShort && t(`status.${status}`)}
    </span>
  )
}
