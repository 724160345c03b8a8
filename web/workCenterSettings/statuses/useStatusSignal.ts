import { useMemo } from 'react'
import { useQuery } from 'urql'
import { CountedSpeedDocument, StatusSignalDocument } from '#web/api/generated/graphql.ts'
import { speedOfOutput } from '#web/chart/prepareSpeed.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'
import { type Signal, SIGNAL_SENSORS, signalOf } from './signalShape.view.ts'

const SPEED_BUCKETS = 240
const SMALLEST_BUCKET_S = 60

/** Returns the signal that the statuses of the work center come from; by speed without a sensor for it, the speed of what was counted. Undefined while it is loaded. */
export function useStatusSignal(
  workCenter: SettingsWorkCenter,
  window: TimeWindow,
): { readonly signal: Signal | undefined; readonly isFailed: boolean; readonly isCounted: boolean; readonly retry: () => void } {
  const source = workCenter.statusSource
  const variables = useMemo(
    () => ({
      workCenterId: workCenter.id,
      period: { start: new Date(window.from).toISOString(), end: new Date(window.to).toISOString() },
    }),
    [workCenter.id, window],
  )
  const [sensors, ask] = useQuery({
    query: StatusSignalDocument,
    variables: useMemo(() => ({ ...variables, sensorTypes: [...SIGNAL_SENSORS] }), [variables]),
  })
  const measured = useMemo(
    () => (sensors.data ? signalOf(sensors.data.sensorValues, source, workCenter) : undefined),
    [sensors.data, source, workCenter],
  )
  const isCounted = source === 'SPEED' && measured !== undefined && measured.lines.range === undefined
  const [output] = useQuery({
    query: CountedSpeedDocument,
    pause: !isCounted,
    variables: useMemo(
      () => ({ ...variables, bucketSeconds: Math.max(SMALLEST_BUCKET_S, Math.round((window.to - window.from) / SPEED_BUCKETS / 1000)) }),
      [variables, window],
    ),
  })
  const counted = useMemo((): Signal | undefined => {
    if (!isCounted || !output.data) return undefined
    const chart = speedOfOutput(output.data.outputChart, window.to)
    const values = chart.valueSeries[0]?.values ?? []
    const bucketMs = chart.bucketSeconds * 1000
    // The speed stands in the middle of its bucket.
    const starts = chart.arguments.map((text) => Date.parse(text) - bucketMs / 2)
    return { starts, bucketMs, lines: values.length > 0 ? { range: { mean: values, min: values, max: values } } : {} }
  }, [isCounted, output.data, window.to])
  return {
    signal: isCounted ? (counted ?? measured) : measured,
    isFailed: sensors.error !== undefined && !sensors.data,
    isCounted,
    retry: () => ask({ requestPolicy: 'network-only' }),
  }
}
