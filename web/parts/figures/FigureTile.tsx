import type { ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './FigureTile.module.css'

type FigureTileProps = {
  readonly name: string
  readonly value: ReactNode
  /** Beside the value: a band, a target. */
  readonly note?: ReactNode
  readonly change?: ReactNode
  /** Opens the terms behind the figure. */
  readonly onWhy?: () => void
}

/** Returns one figure of the period with its target and its change; pressed, it explains itself. */
export function FigureTile({ name, value, note, change, onWhy }: FigureTileProps) {
  const { t } = useCommonTexts()
  const content = (
    <>
      <span className={classes['name']}>
        {name} {onWhy && <Icon name="question" size={14} />}
      </span>
      <span className={classes['value']}>{value}</span>
      {note != null && <span className={classes['note']}>{note}</span>}
      {change}
    </>
  )
  if (!onWhy) return <div className={classes['tile']}>{content}</div>
  return (
    <button type="button" className={classes['tile']} aria-haspopup="dialog" onClick={onWhy}>
      {content}
      <span className="hidden-text">{t('why.title')}</span>
    </button>
  )
}
