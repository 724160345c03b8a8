import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { HistorySensorsDocument, SensorValuesOfShiftDocument } from '#web/api/generated/graphql.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import { pointsOf, type SensorPoints } from './drawLanes.ts'
import { askedWindow, isoPeriod } from './historyWindow.ts'
import { defaultSensors, isDrawable, sensorKey } from './sensorChoice.ts'
import { useSettled } from './useHistoryStatuses.ts'

const MAX_POINTS = 800

export type SensorOption = { readonly key: string; readonly type: SensorType; readonly title: string; readonly unit: string }
export type SensorSeries = { readonly key: string; readonly title: string; readonly unit: string; readonly points: SensorPoints }

type Wanted = {
  readonly workCenter: LoadedWorkCenter
  readonly period: TimeWindow
  readonly window: TimeWindow
  /** Null = the signal that decides the status. */
  readonly chosen: readonly string[] | null
}

/** Returns the sensors that can be drawn, the keys of those chosen, and their values around the window; known values stay until finer ones are there. */
export function useSensorSeries({ workCenter, period, window, chosen }: Wanted) {
  const { sensorName, sensorUnit } = useSensorName()
  const unitName = useUnitName()
  const [sensors] = useQuery({ query: HistorySensorsDocument, variables: { workCenterId: workCenter.id }, requestPolicy: 'cache-first' })
  const output = unitName(workCenter.outputMeasurementUnit)
  const options = useMemo(
    () =>
      (sensors.data?.sensors ?? [])
        .filter((sensor) => isDrawable(sensor.type))
        .map((sensor): SensorOption => ({
          key: sensorKey(sensor),
          type: sensor.type,
          title: sensorName(sensor),
          unit: sensorUnit(sensor, output),
        })),
    [sensors.data, sensorName, sensorUnit, output],
  )
  const keys = useMemo(
    () =>
      chosen ??
      defaultSensors(
        options.map(({ key }) => key),
        workCenter.statusSource,
      ),
    [chosen, options, workCenter.statusSource],
  )
  const shown = useMemo(() => options.filter(({ key }) => keys.includes(key)), [options, keys])
  const { from, to } = askedWindow(useSettled(window, period), period)
  const variables = useMemo(
    () => ({
      workCenterId: workCenter.id,
      sensorTypes: [...new Set(shown.map(({ type }) => type))],
      period: isoPeriod({ from, to }),
      maxPoints: MAX_POINTS,
    }),
    [workCenter.id, shown, from, to],
  )
  const [answer] = useQuery({ query: SensorValuesOfShiftDocument, variables, pause: shown.length === 0 })
  const chart = answer.data?.sensorValues
  const series = useMemo(() => {
    if (chart === undefined) return []
    return shown.flatMap((option): SensorSeries[] => {
      const found = chart.valueSeries.find((one) => sensorKey({ type: one.sensorType, number: one.number }) === option.key)
      if (found === undefined) return []
      return [{ ...option, points: pointsOf(chart.arguments, found, serverNow()) }]
    })
  }, [chart, shown])
  return { options, keys, series }
}
