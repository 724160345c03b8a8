import { useMemo } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OperatorForecastDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './NowZone.module.css'

/** It moves with the clock too, and slowly. */
const EVERY_MS = 5 * MINUTE_MS

type ShiftEndProps = {
  readonly workCenterId: number
  /** When the running shift ends, in UTC ms. */ readonly end: number
  /** Of good units. */ readonly unit: string
}

/** Returns how the running shift is expected to end (domain.md S-91): good units and OEE, with its range where it is known; nothing without a forecast. */
export function ShiftEnd({ workCenterId, end, unit }: ShiftEndProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const variables = useMemo(() => ({ workCenterId }), [workCenterId])
  const interest = { workCenterIds: [workCenterId], kinds: ['shift'] } as const
  const [{ data }] = useFreshQuery(OperatorForecastDocument, variables, interest, { everyMs: EVERY_MS })
  const forecast = data?.currentShift?.forecast
  if (forecast == null || (forecast.goodOutput == null && forecast.oee == null)) return null
  const { goodOutput, oee, oeeLow, oeeHigh } = forecast
  const [low, high] = [oeeLow, oeeHigh].map((one) => (one == null ? null : format.percentOf(one.exactValue, 0)))
  const said = [
    ...(goodOutput == null ? [] : [t('forecast.good', { good: `${format.number(Math.round(goodOutput))} ${unit}` })]),
    ...(oee == null ? [] : [t('forecast.oee', { oee: format.percentOf(oee.exactValue, 0) })]),
    ...(low == null || high == null ? [] : [t('forecast.range', { low, high })]),
  ]
  return (
    <p className={classes['forecast']}>
      <span>{t('forecast.at', { time: format.time(end) })}</span> <b>{said.join(' · ')}</b>
    </p>
  )
}
