import type { ReactNode } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { MendLink } from '../MendLink.tsx'
import type { MissingCause } from '../missingFigure.view.ts'
import type { Ranking } from './compare.view.ts'
import classes from './MeasureRow.module.css'

type MeasureRowProps = {
  readonly label: string
  /** Fractions of 1. */
  readonly value: number | null
  readonly target: number | null
  /** Why there is no value; null where there is one. */
  readonly missing: MissingCause | null
  readonly deviceId: string | null | undefined
  /** Where the bars of all compared work centers end, a fraction of 1. */
  readonly scale: number
  readonly ranking: Ranking
  readonly mark: ReactNode
}

/** Returns one figure with its bar, the tick of its target, and its rank among the compared. */
export function MeasureRow({ label, value, target, missing, deviceId, scale, ranking, mark }: MeasureRowProps) {
  const { t } = useTexts('compare')
  const format = useFormat()
  const x = (ratio: number) => Math.min(100, Math.max(0, (ratio / scale) * 100))
  return (
    <div className={classes['measure']} data-best={ranking.isBest || undefined}>
      <span className={classes['label']}>{label}</span>
      <span className={classes['value']}>
        {mark} {format.percent(value)}
      </span>
      <svg className={classes['bar']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden focusable={false}>
        <rect className={classes['rail']} y="2" width="100" height="6" />
        {value !== null && <rect className={classes['fill']} y="2" width={x(value)} height="6" />}
        {target !== null && <line className={classes['target']} x1={x(target)} x2={x(target)} y1="0" y2="10" />}
      </svg>
      <span className={classes['ranking']}>
        {missing !== null && (
          <>
            {t(`missing.${missing}`)} <MendLink deviceId={deviceId} cause={missing} />
          </>
        )}
        {ranking.isBest && t('best')}
        {ranking.behind !== null && t('behind', { value: format.number(ranking.behind * 100, 1) })}
      </span>
      <span className={classes['goal']}>{target !== null && t('oee.target', { target: format.percent(target, 0) })}</span>
    </div>
  )
}
