import { useEffect } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import classes from './Sidebar.module.css'
import { useToAnswer, useToClose, useToExplain } from './useWaiting.ts'

/** Above it a badge says that there are more. */
const MOST_SHOWN = 99

/** The pages with a badge. */
export type BadgePath = '/losses' | '/shifts' | '/support'

export type SidebarBadgeProps = {
  readonly path: BadgePath
  /** Told how many there are, for where the link leads. */
  readonly onCount: (count: number) => void
}

/** Returns how many shifts wait for the viewer to close them, stops for a reason, or questions to the provider for them; nothing where none do. */
export default function SidebarBadge({ path, onCount }: SidebarBadgeProps) {
  if (path === '/support') return <ToAnswer onCount={onCount} />
  return path === '/shifts' ? <ToClose onCount={onCount} /> : <ToExplain onCount={onCount} />
}

type CountProps = Pick<SidebarBadgeProps, 'onCount'>

function ToClose({ onCount }: CountProps) {
  const { t } = useCommonTexts()
  const count = useToClose()
  return <Badge count={count} label={t('shell.toClose', { count })} onCount={onCount} />
}

function ToExplain({ onCount }: CountProps) {
  const { t } = useCommonTexts()
  const count = useToExplain()
  return <Badge count={count} label={t('shell.toExplain', { count })} onCount={onCount} />
}

function ToAnswer({ onCount }: CountProps) {
  const { t } = useCommonTexts()
  const count = useToAnswer()
  return <Badge count={count} label={t('shell.toAnswer', { count })} onCount={onCount} />
}

function Badge({ count, label, onCount }: CountProps & { readonly count: number; readonly label: string }) {
  useEffect(() => onCount(count), [count, onCount])
  if (count === 0) return null
  return (
    <span className={classes['badge']} aria-label={label}>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  )
}
