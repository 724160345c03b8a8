import { TIME_DIMENSIONS, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { LegendMark } from '#web/parts/figures/LegendMark.tsx'
import { ParetoBars } from '#web/parts/figures/ParetoBars.tsx'
import '#web/parts/figures/seriesColors.css'
import { MarkSigns } from '#web/parts/timelineNote/MarkSigns.tsx'
import type { ColumnMarks } from '#web/parts/timelineNote/timelineNote.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { OTHER, ratioTop, type AnalyticsBar } from './analytics.view.ts'
import classes from './AnalyticsChart.module.css'
import type { Drill } from './drill.view.ts'
import type { NamedMark } from './markActions.ts'
import { DrillLink } from './DrillLink.tsx'
import type { Names } from './useNames.ts'
import { useBeforeText } from './useDatesText.ts'
import type { Writer } from './useWriter.ts'

export type AnalyticsChartProps = {
  readonly bars: readonly AnalyticsBar[]
  readonly series: readonly string[]
  readonly by: readonly Dimension[]
  readonly measure: Measure
  readonly isCompared: boolean
  /** What values before are called. */
  readonly beforeName: string
  readonly names: Names
  readonly writer: Writer
  readonly drillOf: (bar: AnalyticsBar) => Drill | null
  /** What stands over columns of dates, by their keys; null = nothing can. */
  readonly marks: ReadonlyMap<string, ColumnMarks> | null
  readonly onNote: (id: string) => void
  /** Whether shifts of a column go on, so that it may still grow. */
  readonly isRunning: (bar: AnalyticsBar) => boolean
}

/** At most so many labels stand below the columns. */
const MOST_LABELS = 12

/** Returns the chart of the first dimension: columns along time, else bars with the greatest first; each mark opens what it is made of. */
export function AnalyticsChart(props: AnalyticsChartProps) {
  const { by, series } = props
  const isTime = by[0] !== undefined && TIME_DIMENSIONS.includes(by[0])
  return (
    <>
      <Legend {...props} isTime={isTime} />
      {series.length > 0 && by[1] !== undefined && (
        <ul className={classes['series']}>
          {series.map((key, at) => (
            <li key={key}>
              <span className={classes['swatch']} data-series={at} style={ownColor(props, key)} aria-hidden />{' '}
              {props.names.nameOf(by[1] ?? 'REASON', key)}
            </li>
          ))}
        </ul>
      )}
      {isTime ? <Columns {...props} /> : <Bars {...props} />}
    </>
  )
}

function Legend({ bars, isCompared, beforeName, isTime }: AnalyticsChartProps & { readonly isTime: boolean }) {
  const { t } = useTexts('analytics')
  const isPareto = !isTime && bars.some(({ cumulative }) => cumulative !== null)
  const hasTarget = bars.some(({ target }) => target !== null)
  if (!isPareto && !isCompared && !hasTarget) return null
  return (
    <p className={classes['legend']}>
      {isPareto && (
        <span>
          <LegendMark kind="cumulative" /> {t('legend.cumulative')}
        </span>
      )}
      {hasTarget && (
        <span>
          <LegendMark kind="target" /> {t('legend.target')}
        </span>
      )}
      {isCompared && (
        <span>
          <LegendMark kind={isTime ? 'beforeInTime' : 'before'} /> {beforeName}
        </span>
      )}
    </p>
  )
}

function Bars({ bars, by, measure, names, writer, drillOf, isCompared }: AnalyticsChartProps) {
  const format = useFormat()
  const first = by[0] ?? 'REASON'
  const top = topOf(bars, measure)
  return (
    <ParetoBars
      bars={isCompared ? bars : bars.map((bar) => ({ ...bar, before: null }))}
      top={top}
      nameOf={(bar) => names.nameOf(first, bar.keys[0] ?? '')}
      valueOf={(bar) => `${writer.write(bar.value)}${bar.share === null ? '' : ` · ${format.percent(bar.share)}`}`}
      row={(bar, className, content) => (
        <DrillLink drill={drillOf(bar)} className={className} named={namedOf(bar, { by, names })}>
          {content}
        </DrillLink>
      )}
      fill={(bar, style) => (
        <span className={classes['bar']} style={style}>
          <Segments bar={bar} by={by} names={names} writer={writer} />
        </span>
      )}
      marks={({ target }) => target !== null && <span className={classes['target']} style={{ left: `${(target / top) * 100}%` }} />}
    />
  )
}

function Columns({ bars, by, measure, names, writer, drillOf, isCompared, beforeName, marks, onNote, isRunning }: AnalyticsChartProps) {
  const { t } = useTexts('analytics')
  const beforeText = useBeforeText(beforeName)
  const first = by[0] ?? 'DAY'
  const top = topOf(bars, measure)
  const every = Math.ceil(bars.length / MOST_LABELS)
  return (
    <div className={classes['plot']}>
      <span className={classes['top']} aria-hidden>
        {writer.write(top)}
      </span>
      <ol className={classes['columns']}>
        {bars.map((bar, at) => {
          const key = bar.keys[0] ?? ''
          const value = `${names.nameOf(first, key)}: ${writer.write(bar.value)}`
          const over = marks?.get(key)
          const label = [
            value,
            ...(isCompared && bar.before !== null ? [beforeText(writer.write(bar.before))] : []),
            ...(bar.target === null ? [] : [t('targetValue', { value: writer.write(bar.target) })]),
            ...(isRunning(bar) ? [t('runningBar')] : []),
            ...(over?.starts ?? []).map(({ text }) => text),
          ].join(', ')
          return (
            <li key={bar.key}>
              <DrillLink drill={drillOf(bar)} className={classes['column']} label={label} named={namedOf(bar, { by, names })}>
                <span
                  className={classes['stack']}
                  data-running={isRunning(bar) || undefined}
                  style={{ height: `${((bar.value ?? 0) / top) * 100}%` }}
                >
                  <Segments bar={bar} by={by} names={names} writer={writer} />
                </span>
                {bar.target !== null && <span className={classes['target']} data-time style={{ bottom: `${(bar.target / top) * 100}%` }} />}
                {isCompared && bar.before !== null && (
                  <span className={classes['mark']} style={{ bottom: `${(bar.before / top) * 100}%` }} />
                )}
              </DrillLink>
              {over !== undefined && <MarkSigns marks={over} onNote={onNote} />}
              <span className={classes['tick']} aria-hidden>
                {at % every === 0 ? names.nameOf(first, key, true) : ''}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Segments({
  bar: { segments, value },
  by,
  names,
  writer,
}: { readonly bar: AnalyticsBar } & Pick<AnalyticsChartProps, 'by' | 'names' | 'writer'>) {
  const second = by[1] ?? 'REASON'
  return segments.map(({ key, value: part }, at) =>
    part <= 0 || value === null || value <= 0 ? null : (
      <span
        key={key}
        data-series={at}
        data-part={at}
        title={`${names.nameOf(second, key)}: ${writer.write(part)}`}
        style={{ ...ownColor({ by, names }, key), flexGrow: part / value }}
      />
    ),
  )
}

/** A bar is all of its first dimension; its parts are those of the second one, but for what is put together in either. */
function namedOf({ keys, rest, segments }: AnalyticsBar, { by, names }: Pick<AnalyticsChartProps, 'by' | 'names'>): NamedMark {
  const [first = 'REASON', second] = by
  const key = keys[0] ?? ''
  const parts = second === undefined || rest !== null ? [] : segments
  return {
    mark: { keys: [key], rest, by },
    name: names.nameOf(first, key),
    parts: parts
      .filter((part) => part.key !== OTHER)
      .map((part) => ({ name: names.nameOf(second ?? 'REASON', part.key), mark: { keys: [key, part.key], by } })),
  }
}

/** A reason keeps the color that the company gave it, whatever its rank. */
function ownColor({ by, names }: Pick<AnalyticsChartProps, 'by' | 'names'>, key: string): { readonly backgroundColor?: string } {
  const color = by[1] === 'REASON' ? names.data?.lossReasons.find(({ id }) => String(id) === key)?.color : null
  return color == null ? {} : { backgroundColor: color }
}

/** Bars begin at zero. */
function topOf(bars: readonly AnalyticsBar[], measure: Measure): number {
  return ratioTop(
    measure,
    bars.flatMap(({ value, before }) => [value, before]),
  )
}
