import { useMemo } from 'react'
import { useQuery } from 'urql'
import { SpeedOfProductDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Items.module.css'
import { unitsAMinute } from './itemSpeed.view.ts'

export type SpeedHintProps = {
  readonly productId: number
  readonly workCenterId: number
  /** Units that are planned; null = not known. */
  readonly planOutput: number | null
}

/** Seconds are told to hundredths. */
const PLACES = 2

/** Returns what is known of the speed of a product at a work center: what an order takes over that says nothing else, what was measured, and the usual scrap. */
export function SpeedHint({ productId, workCenterId, planOutput }: SpeedHintProps) {
  const { t } = useTexts('items')
  const format = useFormat()
  const variables = useMemo(() => ({ id: productId }), [productId])
  const [{ data }] = useQuery({ query: SpeedOfProductDocument, variables })
  if (data?.item.id !== productId) return null
  const standard = data.item.standards.find((one) => one.workCenterId === workCenterId)
  const measured = data.item.measuredSpeeds.find((one) => one.workCenterId === workCenterId)
  const text = (value: number | null) => numberText(value, format.locale, true)
  const scrap = standard?.scrapPercent ?? null
  const lines = [
    standard === undefined
      ? null
      : t('speed.standard', {
          speed:
            standard.performanceBy === 'SPEED'
              ? t('speed.units', { units: text(unitsAMinute(standard)) })
              : t('speed.seconds', { seconds: text(standard.idealCycleTime) }),
        }),
    measured === undefined
      ? null
      : t('speed.fromOrders', {
          count: measured.orders,
          speed: t('speed.seconds', { seconds: format.number(measured.cycleTime, PLACES) }),
        }),
    scrap === null || scrap === 0
      ? null
      : planOutput === null
        ? t('speed.scrapOf', { percent: text(scrap) })
        : t('speed.scrapOfPlan', { percent: text(scrap), units: format.number(Math.round((planOutput * scrap) / 100)) }),
  ].filter((line) => line !== null)
  if (lines.length === 0) return null
  return <p className={classes['muted']}>{lines.join(' · ')}</p>
}
