import type { SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Sensors.module.css'
import { decimalsOf, isBad, isWordEnough, latestReading, meaningOf, type LatestReading } from './sensors.view.ts'

type SensorValueProps = { readonly sensor: SettingsSensorFragment; readonly unit: string; readonly live: LatestReading | undefined }

/** Returns the last value of a sensor with its unit, in words where a figure says little, and how old it is. */
export function SensorValue({ sensor, unit, live }: SensorValueProps) {
  const { t } = useTexts('sensors')
  const format = useFormat()
  const now = useCoarseNow(1000)
  const stored = sensor.lastValue == null ? null : { at: Date.parse(sensor.lastValue.timeStamp), value: sensor.lastValue.value ?? null }
  const reading = latestReading(stored, live)
  if (reading === null) return <p className={`${classes['value']} ${classes['meta']}`}>{t('never')}</p>
  const { value } = reading
  const meaning = meaningOf(sensor.type, value)
  return (
    <p className={classes['value']}>
      {value === null && <b>{t('unavailable')}</b>}
      {value !== null && !isWordEnough(sensor.type) && (
        <span>
          <b>{format.number(value, decimalsOf(value))}</b> {unit}
        </span>
      )}
      {meaning !== null && (
        <span className={isBad(meaning) ? classes['bad'] : undefined}>
          {isBad(meaning) && <span aria-hidden>▲ </span>}
          {t(`meaning.${meaning}`)}
        </span>
      )}
      <span className={classes['meta']}>{t('ago', { duration: format.duration(Math.max(0, now - reading.at)) })}</span>
    </p>
  )
}
