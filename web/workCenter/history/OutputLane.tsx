import { useCallback, useMemo } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { barsTop, drawBars } from './drawLanes.ts'
import type { Axis } from './lane.ts'
import { LaneHead } from './LaneHead.tsx'
import { PlotLane } from './PlotLane.tsx'
import type { OutputBar } from './useHistory.ts'

const HEIGHT = 72

type OutputLaneProps = { readonly axis: Axis; readonly bars: readonly OutputBar[]; readonly unit: string }

/** Returns the output of each bucket as bars against its plan; rejects in red on top. */
export function OutputLane({ axis, bars, unit }: OutputLaneProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const { from, to } = axis.window
  const shown = useMemo(() => bars.filter((bar) => bar.to > from && bar.from < to), [bars, from, to])
  const top = useMemo(() => topOf(shown), [shown])
  const draw = useCallback(
    (context: CanvasRenderingContext2D, element: HTMLCanvasElement) => {
      const style = getComputedStyle(element)
      const read = (name: string) => style.getPropertyValue(name).trim()
      drawBars(context, { window: axis.window, width: axis.width, height: HEIGHT }, bars, top, {
        bar: read('--accent'),
        rejected: read('--status-stop'),
        plan: read('--text'),
      })
    },
    [axis.window, axis.width, bars, top],
  )
  const bucket = shown[0]
  const total = shown.reduce((sum, bar) => sum + bar.total, 0)
  return (
    <>
      <LaneHead
        title={bucket === undefined ? t('lane.output') : t('output.perBucket', { length: format.duration(bucket.to - bucket.from), unit })}
        cursor={axis.cursor}
        readAt={(at) => {
          const bar = bars.find((one) => one.from <= at && at < one.to)
          if (bar === undefined) return null
          const facts = {
            total: format.number(bar.total),
            rejected: format.number(bar.rejected),
            unit,
            from: format.time(bar.from),
            to: format.time(bar.to),
          }
          return bar.plan === null ? t('output.reading', facts) : t('output.readingPlan', { ...facts, plan: format.number(bar.plan) })
        }}
      />
      <PlotLane
        axis={axis}
        height={HEIGHT}
        draw={draw}
        ends={[format.number(top), '0']}
        summary={t('output.summary', { total: format.number(total), unit })}
      />
    </>
  )
}

/** The scale steps, so that bars do not breathe while the view moves. */
function topOf(bars: readonly OutputBar[]): number {
  const highest = Math.max(0, ...bars.map((bar) => Math.max(bar.total, bar.plan ?? 0)))
  return barsTop(highest)
}
