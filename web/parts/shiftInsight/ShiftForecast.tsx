import type { ForecastFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ShiftStory.module.css'

type ShiftForecastProps = { readonly forecast: ForecastFieldsFragment; /** Of good units. */ readonly unit: string }

/** Returns how a running shift will end, with the range that such forecasts had before and how often it held. */
export function ShiftForecast({ forecast, unit }: ShiftForecastProps) {
  const { t } = useTexts('shiftInsight')
  const format = useFormat()
  const { oee, oeeLow, oeeHigh, goodOutput, stopsDuration, shifts, held } = forecast
  const hasRange = oeeLow != null && oeeHigh != null
  const details = [
    ...(hasRange
      ? [t('forecastRange', { low: format.percentOf(oeeLow.exactValue, 1), high: format.percentOf(oeeHigh.exactValue, 1) })]
      : []),
    ...(goodOutput == null ? [] : [t('forecastGood', { good: `${format.number(goodOutput)} ${unit}` })]),
    t('forecastStops', { duration: format.duration(stopsDuration * 1000) }),
  ]
  return (
    <p className={classes['forecast']}>
      <strong>{t('forecast', { oee: format.percentOf(oee?.exactValue, 1) })}</strong>
      <span>{details.join(' · ')}</span>
      <small>{hasRange ? t('forecastHeld', { held, count: shifts }) : t('forecastLittle')}</small>
    </p>
  )
}
