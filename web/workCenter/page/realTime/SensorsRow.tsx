import { useMemo } from 'react'
import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { SensorsOfWorkCenterDocument, TrendsOfSensorsDocument } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { isToldLive } from '#web/parts/liveKeys.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import panels from '../RealTimeTab.module.css'
import { DEVICE_SENSORS, type ShownSensor, shownSensors, sparkline } from './realTime.view.ts'
import classes from './SensorsRow.module.css'

/** Readings come all the time and are no records: nothing tells that there is another. */
const READINGS_MS = 15_000
const NOW_STEP_MS = 15_000
const LINE = { width: 96, height: 24 }
const NEEDS_CARE = ['batteryLow', 'batteryEmpty', 'signalWeak', 'deviceOff']

const NO_VALUES = {}

type SensorsRowProps = {
  readonly workCenterId: number
  readonly bounds: TimeWindow
  /** Of the output. */
  readonly unit: string
}

/** Returns the visible sensors that the values now do not tell: last value with unit and age, its meaning, and its line over the shift; an old value says so. */
export function SensorsRow({ workCenterId, bounds, unit }: SensorsRowProps) {
  const { t } = useTexts('realTime')
  const now = useCoarseNow(NOW_STEP_MS)
  const interest = { workCenterIds: [workCenterId], kinds: ['workCenter'] } as const
  const [result, refetch] = useFreshQuery(
    SensorsOfWorkCenterDocument,
    useMemo(() => ({ workCenterId, deviceSensors: [...DEVICE_SENSORS] }), [workCenterId]),
    interest,
    { everyMs: READINGS_MS },
  )
  const sensors = useMemo(() => [...(result.data?.sensors ?? []), ...(result.data?.deviceSensors ?? [])], [result.data])
  const types = [...new Set(sensors.map(({ type }) => type))].toSorted().join(' ')
  const [trends] = useFreshQuery(
    TrendsOfSensorsDocument,
    useMemo(
      () => ({
        workCenterId,
        sensorTypes: SENSOR_TYPES.filter((type) => types.split(' ').includes(type)),
        period: { start: new Date(bounds.from).toISOString(), end: new Date(bounds.to).toISOString() },
      }),
      [workCenterId, types, bounds],
    ),
    interest,
    { pause: types === '', everyMs: 4 * READINGS_MS },
  )
  const values = useLiveWorkCenter(workCenterId)?.values ?? NO_VALUES
  // The panel of the values now tells these already.
  const others = sensors.filter((sensor) => !isToldLive(sensor, values))
  const shown = shownSensors(others, trends.data?.sensorValues.valueSeries ?? [], now)
  if (sensors.length > 0 && shown.length === 0) return null
  return (
    <section className={`${panels['panel']} ${classes['section']}`} aria-label={t('sensors.title')}>
      <h2>{t('sensors.title')}</h2>
      {result.error && !result.data && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {result.data && shown.length === 0 && <p className={classes['meta']}>{t('sensors.none')}</p>}
      <ul className={classes['sensors']}>
        {shown.map((sensor) => (
          <Sensor key={sensor.id} sensor={sensor} unit={unit} now={now} />
        ))}
      </ul>
    </section>
  )
}

type SensorProps = { readonly sensor: ShownSensor; readonly unit: string; readonly now: number }

function Sensor({ sensor, unit, now }: SensorProps) {
  const { t } = useTexts('realTime')
  const format = useFormat()
  const { sensorName, sensorUnit } = useSensorName()
  const { at, value, isOld, meaning, trend } = sensor
  const age = at === null ? null : Math.max(0, now - at)
  const isState = meaning !== null && sensor.type !== 'BATTERY_LEVEL' && sensor.type !== 'SIGNAL_LEVEL'
  const path = isState ? '' : sparkline(trend, LINE.width, LINE.height)
  const number = format.number(value, value !== null && Math.abs(value) < 100 && !Number.isInteger(value) ? 1 : 0)
  return (
    <li className={classes['sensor']} data-old={isOld || undefined}>
      <span className={classes['name']}>{sensorName(sensor)}</span>
      <span className={classes['value']}>
        {isState ? t(`meaning.${meaning}`) : number} {!isState && value !== null && <small>{sensorUnit(sensor, unit)}</small>}
      </span>
      {meaning !== null && !isState && (
        <span className={classes['meta']}>
          {NEEDS_CARE.includes(meaning) && <Icon name="alert" size={14} />} {t(`meaning.${meaning}`)}
        </span>
      )}
      {path !== '' && (
        <svg
          className={classes['line']}
          viewBox={`0 -1 ${LINE.width} ${LINE.height + 2}`}
          preserveAspectRatio="none"
          aria-hidden
          focusable={false}
        >
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <span className={classes['meta']}>
        {at === null
          ? t('sensors.never')
          : isOld
            ? t('state.lastData', { time: format.dateTime(at) })
            : t('sensors.ago', { time: format.duration(age) })}
      </span>
    </li>
  )
}
