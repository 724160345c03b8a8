import { useMemo } from 'react'
import { useQuery } from 'urql'
import { SettingsSensorDayDocument, type SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import type { DaySeries } from './sensors.view.ts'

const DAY_MS = 86_400_000
/** A bucket of the picture. */
const STEP_MS = DAY_MS / 96

/** Finds the values of the last 24 hours of a sensor: undefined while they are loaded, null when there are none. */
export type DayOf = (sensor: Pick<SettingsSensorFragment, 'number' | 'type'>) => DaySeries | null | undefined

/** Returns how to find the last day of the sensors, asked for all at once and anew every quarter of an hour. */
export function useSensorDay(workCenterId: number, sensors: readonly SettingsSensorFragment[]): DayOf {
  const end = useCoarseNow(STEP_MS) + STEP_MS
  const sensorTypes = useMemo(() => [...new Set(sensors.map((sensor) => sensor.type))].toSorted(), [sensors])
  const variables = useMemo(
    () => ({ workCenterId, sensorTypes, period: { start: new Date(end - DAY_MS).toISOString(), end: new Date(end).toISOString() } }),
    [workCenterId, sensorTypes, end],
  )
  const [{ data, error }] = useQuery({ query: SettingsSensorDayDocument, variables, pause: sensorTypes.length === 0 })
  return ({ type, number }) => {
    if (data === undefined || data === null) return error === undefined ? undefined : null
    return data.sensorValues.valueSeries.find((series) => series.sensorType === type && series.number === number) ?? null
  }
}
