import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo } from 'react'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import classes from './LinesChart.module.css'
import { columnAt, prepareLines } from './prepareLines.ts'

const HEIGHT = 220
const TOP = 8
const GUTTER_LEFT = 52
const LABEL_HEIGHT = 22
/** Average width of a letter, and the gap between labels, in CSS px. */
const LETTER = 6.6
const LABEL_GAP = 10
const MARK_GAP = 14
/** Names beside the lines are cut off behind so many letters, and left out on a chart that is narrower. */
const NAME_LETTERS = 18
const NAMED_FROM = 640

/** How lines are told apart without colors, by their places. */
const DASHES = ['', '8 4', '2 3', '10 3 2 3', '14 4', '4 2', '6 2 2 2 2 2', '1 4'] as const

export type ChartLine = {
  readonly key: string
  readonly name: string
  /** One a column; null = not known. */
  readonly values: readonly (number | null)[]
  /** Its place among all lines, shown or not, which its color and dashes go by. */
  readonly place: number
  /** CSS colour of its own; null = that of its place. */
  readonly color: string | null
}

type LinesChartProps = {
  readonly label: string
  readonly columns: readonly { readonly key: string; readonly label: string; readonly isRunning: boolean }[]
  readonly lines: readonly ChartLine[]
  /** Of the one line that is drawn, one a column; null = none. */
  readonly before: readonly (number | null)[] | null
  /** Where the axis begins and what it reaches; it is told at its marks. */
  readonly bottom: number
  readonly top: number
  readonly target: number | null
  readonly formatMark: (value: number) => string
  /** The column that is told below, from 0. */
  readonly cursor: number
  readonly onCursor: (at: number) => void
  /** A column in words. */
  readonly textOf: (at: number) => string
  /** What stands over a column, from its upper left corner. */
  readonly over?: (key: string) => ReactNode
}

/**
 * Returns lines along time, told apart by colors and dashes and, where there is room, by their names. Columns that are not over are hatched. Arrow keys,
 * a pointer or a finger go along the columns; the caller tells the values of the one under the cursor.
 */
export function LinesChart({
  label,
  columns,
  lines,
  before,
  bottom,
  top,
  target,
  formatMark,
  cursor,
  onCursor,
  textOf,
  over,
}: LinesChartProps) {
  const [measure, width] = usePlotWidth()
  const hatch = useId()
  const hasNames = width >= NAMED_FROM && lines.length > 1
  const shortName = (name: string) => (name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS - 1)}…` : name)
  const nameWidth = hasNames ? Math.max(0, ...lines.map(({ name }) => shortName(name).length)) * LETTER + LABEL_GAP : 0
  const labelWidth = Math.max(0, ...columns.map((column) => column.label.length)) * LETTER + LABEL_GAP
  const gutter = Math.max(GUTTER_LEFT, formatMark(top).length * LETTER + MARK_GAP)
  const plotWidth = Math.max(0, width - gutter - nameWidth)
  const count = columns.length
  const view = useMemo(
    () =>
      prepareLines({
        lines: before === null ? lines : [...lines, { key: BEFORE, values: before }],
        columns: count,
        width: plotWidth,
        height: HEIGHT,
        bottom,
        top,
        target,
        labelWidth,
      }),
    [lines, before, count, plotWidth, bottom, top, target, labelWidth],
  )
  const { step } = view
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextColumn(event.key, cursor, count)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onCursor(next)
  }
  const onPointer = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - gutter
    const at = columnAt(x, step, count)
    if (at !== cursor) onCursor(at)
  }
  const lineOf = (key: string) => view.lines.find((line) => line.key === key)
  const past = lineOf(BEFORE)
  return (
    <div className={classes['frame']}>
      <div
        ref={measure}
        className={classes['plot']}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={cursor + 1}
        aria-valuetext={textOf(cursor)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        {width > 0 && (
          <svg className={classes['chart']} width={width} height={TOP + HEIGHT + LABEL_HEIGHT} aria-hidden focusable={false}>
            <defs>
              <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect className={classes['hatch']} width="2" height="6" />
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
              {columns.map(({ key, label: text, isRunning }, at) => (
                <g key={key}>
                  {isRunning && <rect x={at * step} y="0" width={step} height={HEIGHT} fill={`url(#${hatch})`} />}
                  {at % view.labelEvery === 0 && (
                    <text className={classes['label']} x={(at + 0.5) * step} y={HEIGHT + 16}>
                      {text}
                    </text>
                  )}
                </g>
              ))}
              <line className={classes['cursor']} x1={(cursor + 0.5) * step} x2={(cursor + 0.5) * step} y1="0" y2={HEIGHT} />
              {view.targetY !== null && <line className={classes['target']} x1="0" x2={plotWidth} y1={view.targetY} y2={view.targetY} />}
              {past !== undefined && <path className={classes['before']} d={past.path} />}
              {lines.map(({ key, name, values, place, color }) => {
                const line = lineOf(key)
                const value = values[cursor] ?? null
                return (
                  line !== undefined && (
                    <g key={key} className={classes['line']} data-series={place} style={colorStyle(color)}>
                      <path d={line.path} strokeDasharray={DASHES[place % DASHES.length]} />
                      {line.dots.map(({ x, y }) => (
                        <circle key={x} cx={x} cy={y} r="2.5" />
                      ))}
                      {value !== null && <circle className={classes['here']} cx={(cursor + 0.5) * step} cy={view.y(value)} r="5" />}
                      {hasNames && line.labelY !== null && (
                        <text x={plotWidth + 6} y={line.labelY + 4}>
                          {shortName(name)}
                        </text>
                      )}
                    </g>
                  )
                )
              })}
            </g>
          </svg>
        )}
      </div>
      {width > 0 &&
        over !== undefined &&
        columns.map(({ key }, at) => (
          <span key={key} className={classes['over']} style={placeOf(gutter + at * step, step)}>
            {over(key)}
          </span>
        ))}
    </div>
  )
}

/** The key of the line of the period before; no line of the caller has it. */
const BEFORE = '\n'

/** Returns the mark of a line in a legend, as it is drawn. */
export function LineSign({ place, color }: Pick<ChartLine, 'color' | 'place'>) {
  return (
    <svg className={classes['sign']} data-series={place} style={colorStyle(color)} width="28" height="10" aria-hidden focusable={false}>
      <path className={classes['stroke']} d="M0 5H28" strokeDasharray={DASHES[place % DASHES.length]} />
    </svg>
  )
}

function colorStyle(color: string | null): CSSProperties | undefined {
  return color === null ? undefined : { ['--series' as string]: color }
}

function placeOf(left: number, width: number): CSSProperties {
  return { left, width, top: TOP, ['--column-height' as string]: `${HEIGHT}px` }
}

function nextColumn(key: string, at: number, count: number): number | null {
  const moved = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: count - 1 }[key]
  return moved === undefined ? null : Math.max(0, Math.min(count - 1, moved))
}
