import { useState, type ReactNode } from 'react'
import type { Dimension, Measure } from '#engine/analytics/dimensions.ts'
import { LinesChart, LineSign } from '#web/chart/LinesChart.tsx'
import { LegendMark } from '#web/parts/figures/LegendMark.tsx'
import '#web/parts/figures/seriesColors.css'
import { useTexts } from '#web/texts/useTexts.ts'
import type { AnalyticsRow } from './analytics.view.ts'
import classes from './AnalyticsLines.module.css'
import type { Drill, Mark } from './drill.view.ts'
import { DrillLink } from './DrillLink.tsx'
import { lineAxis, type AnalyticsLinesView } from './lines.view.ts'
import type { Names } from './useNames.ts'
import { useBeforeText } from './useDatesText.ts'
import type { Writer } from './useWriter.ts'

export type AnalyticsLinesProps = {
  readonly view: AnalyticsLinesView
  readonly label: string
  readonly measure: Measure
  /** Of all of it; null = there is none. */
  readonly target: number | null
  readonly isCompared: boolean
  /** What values before are called. */
  readonly beforeName: string
  readonly names: Names
  readonly writer: Writer
  readonly drillOf: (mark: Mark) => Drill | null
  readonly isRunning: (column: string) => boolean
  /** What stands over a column. */
  readonly over: (column: string) => ReactNode
}

/** Returns lines along dates and, below them, the values of the date under the cursor: each opens what it is made of, and its name shows or hides its line. */
export function AnalyticsLines(props: AnalyticsLinesProps) {
  const { view, label, measure, target, isCompared, beforeName, names, writer, drillOf, isRunning, over } = props
  const { t } = useTexts('analytics')
  const { columns, time, by, other, lines } = view
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  // A date that is over says more than one that goes on.
  const lastOver = columns.findLastIndex((key) => !isRunning(key))
  const cursor = Math.min(chosen ?? (lastOver < 0 ? columns.length : lastOver), columns.length - 1)
  const column = columns[cursor]
  if (column === undefined) return null
  const nameOf = (key: string) => (other === null ? t(`measure.${measure}`) : names.nameOf(other, key))
  const drawn = lines.map(({ key, points }, place) => ({
    key,
    name: nameOf(key),
    values: points.map((point) => point?.value ?? null),
    place,
    color: other === 'REASON' ? (names.data?.lossReasons.find(({ id }) => String(id) === key)?.color ?? null) : null,
    points,
  }))
  const shown = drawn.filter(({ key }) => !hidden.includes(key))
  const only = isCompared && lines.length === 1 ? (lines[0]?.points ?? []) : null
  const before = only?.map((point) => point?.before ?? null) ?? null
  const axis = lineAxis(measure, [...lines.flatMap(({ points }) => points.map((point) => point?.value ?? null)), ...(before ?? []), target])
  const textOf = (at: number) => {
    const key = columns[at] ?? ''
    const values = shown.map(({ name, values: own }) =>
      other === null ? writer.write(own[at] ?? null) : `${name} ${writer.write(own[at] ?? null)}`,
    )
    return [names.nameOf(time, key), ...values, ...(isRunning(key) ? [t('runningBar')] : [])].join(', ')
  }
  const toggle = (key: string) => setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key])
  return (
    <>
      {(target !== null || before !== null) && (
        <p className={classes['legend']}>
          {target !== null && (
            <span>
              <LegendMark kind="target" /> {t('legend.target')} {writer.write(target)}
            </span>
          )}
          {before !== null && (
            <span>
              <LegendMark kind="beforeInTime" /> {beforeName}
            </span>
          )}
        </p>
      )}
      <LinesChart
        label={label}
        columns={columns.map((key) => ({ key, label: names.nameOf(time, key, true), isRunning: isRunning(key) }))}
        lines={shown}
        before={before}
        bottom={axis.bottom}
        top={axis.top}
        target={target}
        formatMark={(value) => writer.write(value)}
        cursor={cursor}
        onCursor={setChosen}
        textOf={textOf}
        over={over}
      />
      <section className={classes['readout']} aria-label={names.nameOf(time, column)}>
        <h3>
          {names.nameOf(time, column)}
          {isRunning(column) && ` · ${t('runningBar')}`}
        </h3>
        <ul>
          {drawn.map(({ key, name, place, color, points }) => (
            <li key={key}>
              {other !== null && (
                <button type="button" className={classes['name']} aria-pressed={!hidden.includes(key)} onClick={() => toggle(key)}>
                  <LineSign place={place} color={color} />
                  <span>{name}</span>
                </button>
              )}
              <Value
                point={points[cursor] ?? null}
                name={other === null ? names.nameOf(time, column) : `${names.nameOf(time, column)}, ${name}`}
                isCompared={isCompared}
                by={by}
                beforeName={beforeName}
                writer={writer}
                drillOf={drillOf}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

type ValueProps = Pick<AnalyticsLinesProps, 'beforeName' | 'drillOf' | 'isCompared' | 'writer'> & {
  readonly point: AnalyticsRow | null
  readonly name: string
  readonly by: readonly Dimension[]
}

function Value({ point, name, by, isCompared, beforeName, writer, drillOf }: ValueProps) {
  const beforeText = useBeforeText(beforeName)
  if (point === null) return <span className={classes['value']}>—</span>
  return (
    <DrillLink
      drill={drillOf({ keys: point.keys, by })}
      className={classes['value']}
      label={`${name}: ${writer.write(point.value)}`}
      named={{ mark: { keys: point.keys, by }, name, parts: [] }}
    >
      <strong>{writer.write(point.value)}</strong>
      {isCompared && point.before !== null && <span>{beforeText(writer.write(point.before))}</span>}
    </DrillLink>
  )
}
