import { useCallback } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { drawSensor, scaleOf, sensorValueAt } from './drawLanes.ts'
import type { Axis } from './lane.ts'
import { LaneHead } from './LaneHead.tsx'
import { PlotLane } from './PlotLane.tsx'
import type { SensorSeries } from './useSensorSeries.ts'

const HEIGHT = 64

/** Returns one sensor as a line over the band between its least and greatest values. */
export function SensorLane({ axis, series }: { readonly axis: Axis; readonly series: SensorSeries }) {
  const { t } = useTexts('history')
  const format = useFormat()
  const { points, title, unit } = series
  const scale = scaleOf(points)
  const { low, high } = scale ?? { low: 0, high: 1 }
  const draw = useCallback(
    (context: CanvasRenderingContext2D, element: HTMLCanvasElement) =>
      drawSensor(
        context,
        { window: axis.window, width: axis.width, height: HEIGHT },
        points,
        { low, high },
        getComputedStyle(element).getPropertyValue('--accent').trim(),
      ),
    [axis.window, axis.width, points, low, high],
  )
  const digits = high < 100 ? 1 : 0
  const write = (value: number) => format.number(value, value === 0 ? 0 : digits)
  return (
    <>
      <LaneHead
        title={unit === '' ? title : `${title}, ${unit}`}
        cursor={axis.cursor}
        readAt={(at) => {
          const value = sensorValueAt(points, at)
          return value === null ? null : `${format.time(at)} · ${write(value)} ${unit}`
        }}
      />
      <PlotLane
        axis={axis}
        height={HEIGHT}
        draw={draw}
        ends={scale === null ? ['', ''] : [write(high), write(low)]}
        summary={
          scale === null ? t('sensor.none', { name: title }) : t('sensor.summary', { name: title, min: write(low), max: write(high), unit })
        }
      />
    </>
  )
}
