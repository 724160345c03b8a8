import { useTexts } from '#web/texts/useTexts.ts'
import classes from './HistoryTab.module.css'
import { MAX_SENSORS } from './sensorChoice.ts'
import type { SensorOption } from './useSensorSeries.ts'

type SensorChoiceProps = {
  readonly options: readonly SensorOption[]
  readonly keys: readonly string[]
  readonly onKeys: (keys: readonly string[]) => void
}

/** Returns which sensors are drawn, at most four at a time. */
export function SensorChoice({ options, keys, onKeys }: SensorChoiceProps) {
  const { t } = useTexts('history')
  if (options.length === 0) return null
  const isFull = keys.length >= MAX_SENSORS
  return (
    <fieldset className={classes['sensors']}>
      <legend>{t('sensor.choose')}</legend>
      {options.map(({ key, title }) => {
        const isChosen = keys.includes(key)
        return (
          <label key={key} title={isFull && !isChosen ? t('sensor.most', { count: MAX_SENSORS }) : undefined}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() => onKeys(isChosen ? keys.filter((one) => one !== key) : [...keys, key])}
            />
            {title}
          </label>
        )
      })}
    </fieldset>
  )
}
