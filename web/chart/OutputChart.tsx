import { useMemo } from 'react'
import { GUTTER_LEFT, GUTTER_RIGHT, type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import classes from './OutputChart.module.css'
import { axisValues, labelPlace, type OutputView, type Point } from './prepareOutput.ts'

const HEIGHT = 180
const MARKS = 4
/** Of the label's 12 px type, rather more than less. */
const LETTER_PX = 7
const LABEL_GAP_PX = 10

type OutputChartProps = {
  readonly view: OutputView
  readonly window: TimeWindow
  readonly width: number
  readonly formatValue: (value: number) => string
  readonly expectedLabel: string | null
}

/** Draws cumulated output against plan on the shared time axis, with the value expected now and the end at this pace; the panel says it in words. */
export function OutputChart({ view, window, width, formatValue, expectedLabel }: OutputChartProps) {
  // Marks are written as whole numbers: half steps would read 0, 1, 1.
  const marks = useMemo(() => axisValues(view.top, MARKS, 1), [view.top])
  const plotWidth = Math.max(0, width - GUTTER_LEFT - GUTTER_RIGHT)
  const x = (at: number) => xOf(at, window, plotWidth)
  const y = (value: number) => HEIGHT - (value / view.top) * HEIGHT
  const path = (line: readonly Point[]) =>
    line.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`).join('')
  const last = view.actual.at(-1)
  const label =
    view.expectedNow && expectedLabel !== null
      ? labelPlace({
          lines: [view.plan, view.actual, last && view.projected ? [last, view.projected] : []].map((line) =>
            line.map((point) => ({ x: x(point.at), y: y(point.value) })),
          ),
          x: x(view.expectedNow.at),
          labelWidth: expectedLabel.length * LETTER_PX,
          plotWidth,
          gap: LABEL_GAP_PX,
        })
      : null
  return (
    <svg className={classes['chart']} width={width} height={HEIGHT + 8} aria-hidden focusable={false}>
      <g transform={`translate(${GUTTER_LEFT} 4)`}>
        {marks.map((mark) => (
          <g key={mark}>
            <line className={classes['grid']} x1="0" x2={plotWidth} y1={y(mark)} y2={y(mark)} />
            <text className={classes['mark']} x="-8" y={y(mark) + 4}>
              {formatValue(mark)}
            </text>
          </g>
        ))}
        <svg width={plotWidth} height={HEIGHT} overflow="hidden">
          <path className={classes['plan']} d={path(view.plan)} />
          {last && view.projected && <path className={classes['projected']} d={path([last, view.projected])} />}
          <path
            className={classes['area']}
            d={`${path(view.actual)}L${x(last?.at ?? 0)} ${HEIGHT}L${x(view.actual[0]?.at ?? 0)} ${HEIGHT}Z`}
          />
          <path className={classes['actual']} d={path(view.actual)} />
          <path className={classes['rejected']} d={path(view.rejected)} />
        </svg>
        {view.expectedNow && (
          <g transform={`translate(${x(view.expectedNow.at)} ${y(view.expectedNow.value)})`}>
            <path className={classes['expected']} d="M0-6 6 0 0 6-6 0Z" />
          </g>
        )}
        {label !== null && view.expectedNow && (
          <line
            className={classes['leader']}
            x1={x(view.expectedNow.at)}
            x2={x(view.expectedNow.at)}
            y1={Math.min(label.bottom + 4, y(view.expectedNow.value) - 6)}
            y2={y(view.expectedNow.value) - 6}
          />
        )}
        {label !== null && (
          <text className={classes['label']} x={label.left} y={label.bottom}>
            {expectedLabel}
          </text>
        )}
        {last && <circle className={classes['dot']} cx={x(last.at)} cy={y(last.value)} r="4" />}
      </g>
    </svg>
  )
}
