import { useEffect } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import classes from './Sidebar.module.css'
import { useToClose } from './useToClose.ts'

/** Above it a badge says that there are more. */
const MOST_SHOWN = 99

export type ToCloseBadgeProps = {
  /** Told how many there are, for where the link leads. */
  readonly onCount: (count: number) => void
}

/** Returns how many shifts wait for the viewer to close them; nothing where none do. */
export default function ToCloseBadge({ onCount }: ToCloseBadgeProps) {
  const { t } = useCommonTexts()
  const count = useToClose()
  useEffect(() => onCount(count), [count, onCount])
  if (count === 0) return null
  return (
    <span className={classes['badge']} aria-label={t('shell.toClose', { count })}>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  )
}
