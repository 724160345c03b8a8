import type { ReactNode } from 'react'
import { ParetoLine } from '#web/chart/ParetoLine.tsx'
import classes from './ParetoBars.module.css'

type ParetoBar = {
  readonly key: string
  readonly value: number | null
  /** Null where the period before is not shown. */
  readonly before: number | null
  /** What the bars down to this one make together; null where they do not add up. */
  readonly cumulative: number | null
}

type ParetoBarsProps<Bar extends ParetoBar> = {
  readonly bars: readonly Bar[]
  /** The value of a bar that is as long as the chart. */
  readonly top: number
  readonly nameOf: (bar: Bar) => string
  /** What stands behind a bar: its value, and its share of all. */
  readonly valueOf: (bar: Bar) => string
  /** The link of a row, or what else holds it. */
  readonly row: (bar: Bar, className: string | undefined, content: ReactNode) => ReactNode
  /** The bar itself, as wide as its style says. */
  readonly fill: (bar: Bar, style: { readonly width: string }) => ReactNode
  /** Further marks on the track of a bar. */
  readonly marks?: (bar: Bar) => ReactNode
}

/** Returns horizontal bars, the period before as a thin frame below each, and the line of what they make together. */
export function ParetoBars<Bar extends ParetoBar>({ bars, top, nameOf, valueOf, row, fill, marks }: ParetoBarsProps<Bar>) {
  const share = (value: number | null) => ({ width: `${((value ?? 0) / top) * 100}%` })
  const hasLine = bars.some(({ cumulative }) => cumulative !== null)
  // Each row is a grid of its own: the place of the values is as wide as the longest of them.
  const longest = Math.max(0, ...bars.map((bar) => valueOf(bar).length))
  return (
    <div className={classes['chart']} data-line={hasLine || undefined} style={{ ['--longest' as string]: longest }}>
      <ol className={classes['bars']}>
        {bars.map((bar) => (
          <li key={bar.key}>
            {row(
              bar,
              classes['row'],
              <>
                <span className={classes['name']}>{nameOf(bar)}</span>
                <span className={classes['track']} aria-hidden>
                  {fill(bar, share(bar.value))}
                  {marks?.(bar)}
                  {bar.before !== null && <span className={classes['ghost']} style={share(bar.before)} />}
                </span>
                <span className={classes['value']}>{valueOf(bar)}</span>
              </>,
            )}
          </li>
        ))}
      </ol>
      {hasLine && (
        <div className={classes['overlay']}>
          <ParetoLine cumulative={bars.map(({ cumulative }) => cumulative ?? 0)} />
        </div>
      )}
    </div>
  )
}
