import { type CSSProperties, type ReactNode, useId, useMemo } from 'react'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import classes from './BarsChart.module.css'
import { type Bar, type BarInput, plotWidthFor, prepareBars } from './prepareBars.ts'

const HEIGHT = 180
const TOP = 8
/** At least; numbers that are longer take what they need. */
const GUTTER_LEFT = 52
const LABEL_HEIGHT = 22
/** Average width of a letter of a label, and the gap between labels, in CSS px. */
const LETTER = 6.6
const LABEL_GAP = 10
const MARK_GAP = 14

export type LabelledBar = BarInput & {
  /** Under the axis, as far as it fits. */
  readonly label: string
  /** Shown to a pointer: the column in words. */
  readonly title: string
  /** CSS colour. */
  readonly color: string
  /** The share of the column that is drawn in full, 0 to 1, the rest paler; left out = all of it. */
  readonly solidShare?: number
}

/** Of the part of a column that is not drawn in full. */
const PALE = 0.4

type BarsChartProps = {
  readonly bars: readonly LabelledBar[]
  readonly least: number
  readonly target: number | null
  readonly formatMark: (value: number) => string
  /** Told the column that was clicked; for the keyboard the table beside the chart has the same. */
  readonly onPick?: (key: string) => void
  /** What stands over a column, from its upper left corner, and is as high as the variable `--column-height`. */
  readonly over?: (key: string) => ReactNode
}

/**
 * Returns a bar chart from 0 with a target line. Running buckets are hatched, the previous period is a tick. The caller supplies a text alternative.
 */
export function BarsChart({ bars, least, target, formatMark, onPick, over }: BarsChartProps) {
  const [measure, width] = usePlotWidth()
  const hatch = useId()
  const labelWidth = Math.max(0, ...bars.map(({ label }) => label.length)) * LETTER + LABEL_GAP
  const greatest = Math.max(least, target ?? 0, ...bars.map(({ value, before }) => Math.max(value ?? 0, before ?? 0)))
  const gutter = Math.max(GUTTER_LEFT, formatMark(greatest).length * LETTER + MARK_GAP)
  const plotWidth = plotWidthFor(Math.max(0, width - gutter), bars.length, labelWidth)
  const view = useMemo(
    () => prepareBars({ bars, width: plotWidth, height: HEIGHT, least, target, labelWidth }),
    [bars, plotWidth, least, target, labelWidth],
  )
  return (
    <div ref={measure} className={classes['plot']}>
      {width > 0 && (
        <svg className={classes['chart']} width={width} height={TOP + HEIGHT + LABEL_HEIGHT} aria-hidden focusable={false}>
          <defs>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className={classes['hatch']} width="3" height="6" />
            </pattern>
          </defs>
          <g transform={`translate(${gutter} ${TOP})`}>
            {view.marks.map(({ value, y }) => (
              <g key={value}>
                <line className={classes['grid']} x1="0" x2={plotWidth} y1={y} y2={y} />
                <text className={classes['mark']} x="-8" y={y + 4}>
                  {formatMark(value)}
                </text>
              </g>
            ))}
            {view.bars.map((bar, index) => (
              <g
                key={bar.key}
                data-pick={onPick === undefined ? undefined : ''}
                onClick={onPick === undefined ? undefined : () => onPick(bar.key)}
              >
                <title>{bars[index]?.title}</title>
                <rect className={classes['hit']} x={bar.x} y="0" width={bar.width} height={HEIGHT} />
                {bar.height === null ? (
                  <text className={classes['missing']} x={bar.x + bar.width / 2} y={HEIGHT - 6}>
                    —
                  </text>
                ) : (
                  <rect
                    x={bar.x}
                    y={bar.y}
                    width={bar.width}
                    height={bar.height}
                    fill={bars[index]?.color}
                    opacity={bars[index]?.solidShare === undefined ? undefined : PALE}
                  />
                )}
                {bar.height !== null && bars[index]?.solidShare !== undefined && (
                  <Solid bar={bar} share={bars[index].solidShare} color={bars[index].color} />
                )}
                {bar.height !== null && bar.isPartial && (
                  <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} fill={`url(#${hatch})`} />
                )}
                {bar.beforeY !== null && (
                  <line className={classes['before']} x1={bar.x - 2} x2={bar.x + bar.width + 2} y1={bar.beforeY} y2={bar.beforeY} />
                )}
                {index % view.labelEvery === 0 && (
                  <text className={classes['label']} x={bar.x + bar.width / 2} y={HEIGHT + 16}>
                    {bars[index]?.label}
                  </text>
                )}
              </g>
            ))}
            {view.targetY !== null && <line className={classes['target']} x1="0" x2={plotWidth} y1={view.targetY} y2={view.targetY} />}
          </g>
        </svg>
      )}
      {width > 0 &&
        over !== undefined &&
        view.bars.map((bar) => (
          <span key={bar.key} className={classes['over']} style={placeOf(gutter + bar.x, bar.width)}>
            {over(bar.key)}
          </span>
        ))}
    </div>
  )
}

function placeOf(left: number, width: number): CSSProperties {
  return { left, width, top: TOP, ['--column-height' as string]: `${HEIGHT}px` }
}

/** Returns the lower part of a column, in full. */
function Solid({ bar, share, color }: { readonly bar: Bar; readonly share: number; readonly color: string }) {
  const height = (bar.height ?? 0) * Math.min(1, Math.max(0, share))
  return <rect x={bar.x} y={HEIGHT - height} width={bar.width} height={height} fill={color} />
}
