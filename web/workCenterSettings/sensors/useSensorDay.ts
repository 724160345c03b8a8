import { useMemo, useState } from 'react'
import { DAY_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { SettingsSensorDayDocument, type SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import type { DaySeries } from './sensors.view.ts'

/** A bucket of the picture. */
const STEP_MS = DAY_MS / 96
/** How soon the day of a sensor that has just begun to report is looked at again. */
const BEGUN_EVERY_MS = 5000

/** Finds the values of the last 24 hours of a sensor: undefined while they are loaded, null when there are none. */
export type DayOf = (sensor: Pick<SettingsSensorFragment, 'number' | 'type'>) => DaySeries | null | undefined

/** Returns a look-up of the sensors' last day, queried for all at once, again every quarter of an hour. */
export function useSensorDay(workCenterId: number, sensors: readonly SettingsSensorFragment[]): DayOf {
  const end = useCoarseNow(STEP_MS) + STEP_MS
  const sensorTypes = useMemo(() => [...new Set(sensors.map((sensor) => sensor.type))].toSorted(), [sensors])
  const variables = useMemo(
    () => ({ workCenterId, sensorTypes, period: { start: new Date(end - DAY_MS).toISOString(), end: new Date(end).toISOString() } }),
    [workCenterId, sensorTypes, end],
  )
  const [isBegun, setBegun] = useState(false)
  const [{ data, error }] = useFreshQuery(
    SettingsSensorDayDocument,
    variables,
    { workCenterIds: [workCenterId], kinds: ['workCenter'] },
    // Readings are no records: nothing tells that the first one of a sensor is stored.
    { pause: sensorTypes.length === 0, everyMs: isBegun ? BEGUN_EVERY_MS : null },
  )
  const dayOf: DayOf = ({ type, number }) => {
    if (data === undefined || data === null) return error === undefined ? undefined : null
    return data.sensorValues.valueSeries.find((series) => series.sensorType === type && series.number === number) ?? null
  }
  // Its first value came after the day was asked for.
  const isBehind = sensors.some((sensor) => {
    const day = dayOf(sensor)
    const isRecent = sensor.lastValue?.value != null && Date.parse(sensor.lastValue.timeStamp) > end - DAY_MS
    return isRecent && day !== undefined && (day?.values.every((value) => value === null) ?? error === undefined)
  })
  if (isBehind !== isBegun) setBegun(isBehind)
  return dayOf
}
