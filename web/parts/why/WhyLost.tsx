import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { LostByReason } from './why.view.ts'
import { WhyList } from './WhyList.tsx'
import classes from './WhyThisNumber.module.css'

/** Returns what lost speed or rejected output is made of: units and the time that they are worth, by reason. */
export function WhyLost({ lost, unit }: { readonly lost: readonly LostByReason[]; readonly unit: string }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  if (lost.length === 0) return null
  return (
    <WhyList
      label={t('why.byReason', { count: lost.length })}
      rows={lost.map(({ reasonId, reason, quantity, duration }) => (
        <li key={reasonId ?? 0}>
          <span>{reason?.name ?? t('stops.unclassified')}</span>
          <span className={classes['length']}>{format.exactDuration(duration * 1000)}</span>
          <span className={classes['meta']}>
            {format.number(quantity)} {unit}
          </span>
        </li>
      ))}
    />
  )
}
