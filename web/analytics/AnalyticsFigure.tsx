import { addSigns, signOf } from '#engine/analytics/rowSigns.ts'
import { Suspense, useState } from 'react'
import { isAdditive, isOfLosses } from '#engine/analytics/dimensions.ts'
import { MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import type { AnalyticsChartKind } from '#engine/analytics/savedLook.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { ChartMenu, type ChartTable } from '#web/parts/picture/ChartMenu.tsx'
import { LazyTimelineNotes } from '#web/parts/timelineNote/LazyTimelineNotes.tsx'
import { MarkSigns } from '#web/parts/timelineNote/MarkSigns.tsx'
import { marksOfColumns } from '#web/parts/timelineNote/timelineNote.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import {
  dimensionsOf,
  directionOf,
  hasBefore,
  hasUneven,
  kindOf,
  rateOf,
  seriesOf,
  wholeOf,
  type AnalyticsBar,
  type AnalyticsRow,
} from './analytics.view.ts'
import { AnalyticsChart } from './AnalyticsChart.tsx'
import type { AnalyticsLinesProps } from './AnalyticsLines.tsx'
import classes from './AnalyticsPage.module.css'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { chartsOf } from '#engine/analytics/charts.ts'
import { HeatTable } from './HeatTable.tsx'
import { isOfDates } from './timeline/timeline.view.ts'
import { useTimeMarks } from './timeline/useTimeline.ts'
import { useChangeSentence } from './useChangeSentence.ts'
import type { Names } from './useNames.ts'
import type { Drill, Mark } from './drill.view.ts'
import { useBeforeName, useDatesText } from './useDatesText.ts'
import { useDrawn } from './useDrawn.ts'
import { useWriter } from './useWriter.ts'

/** Few questions are drawn as lines: their files load with the first of them. */
const AnalyticsLines = lazyPart<AnalyticsLinesProps>(() =>
  import('./AnalyticsLines.tsx').then((module) => ({ default: module.AnalyticsLines })),
)

type AnswerProps = {
  readonly answer: AnalyticsQuery['analytics']
  readonly search: AnalyticsSearch
  readonly names: Names
  readonly drillOf: (mark: Mark) => Drill | null
  /** Whether it answers the question before. */
  readonly isStale: boolean
  /** Today of the company, and its clock. */
  readonly today: string
  readonly zone: string
  readonly onChart: (chart: AnalyticsChartKind) => void
  /** Its figures, and what the page is narrowed to in words, for its picture. */
  readonly table: ChartTable<AnalyticsRow>
  readonly about: readonly string[]
}

/** Returns the answer: the figure of all, what it is compared with, its chart, and what the chart does not hold. */
export function AnalyticsFigure({ answer, search, names, drillOf: drill, isStale, today, zone, onChart, table, about }: AnswerProps) {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const { m } = search
  const by = dimensionsOf(search)
  const writer = useWriter(m, answer.unit)
  const units = useWriter('OUTPUT', answer.unit)
  const whole = wholeOf(answer)
  const { target } = whole
  const { targets } = answer
  const signs = addSigns(answer.signs)
  const rate = rateOf(whole, m, answer.planned)?.value ?? null
  const { drawn, chart, bars, heat, lines } = useDrawn(answer, search)
  // A bar is all of its first dimension.
  const ofFirst = drawn.answer.signs.map((sign) => ({ ...sign, keys: sign.keys.slice(0, 1) }))
  const possible = chartsOf(by)
  const series = by.length > 1 && isAdditive(m) ? seriesOf(answer) : []
  const isCompared = hasBefore(answer)
  const [openNote, setOpenNote] = useState<string | null>(null)
  const along = lines?.time ?? (heat === null && isOfDates(drawn.by[0]) ? drawn.by[0] : null)
  const { marks, timeline } = useTimeMarks({
    search,
    dates: [answer.dates.dateFrom, answer.dates.dateTo],
    today,
    isOfDates: along !== null,
    isOfStops: m === 'OEE' || (isOfLosses(m) && kindOf(search) === 'STATUS'),
    sentenceOf: useChangeSentence(names),
  })
  const columnMarks = along === null ? null : marksOfColumns(marks, along, lines?.columns ?? keysOf(bars))
  const timeAt = lines === null ? 0 : drawn.by.indexOf(lines.time)
  const ofTime = drawn.answer.signs.map((sign) => ({ ...sign, keys: sign.keys.slice(timeAt, timeAt + 1) }))
  const dates = useDatesText()
  const beforeName = useBeforeName()
  const stop = answer.minuteWorths.find(({ kind }) => kind === 'STOP')
  const title =
    by.length === 0 ? t(`measure.${m}`) : t('title', { measure: t(`measure.${m}`), by: drawn.by.map((one) => t(`by.${one}`)).join(' × ') })
  return (
    <figure className={classes['figure']} aria-label={title} aria-busy={isStale}>
      <div className={classes['headed']}>
        <h2>{title}</h2>
        <ChartMenu title={title} about={about} table={table} />
      </div>
      <figcaption>
        <div className={classes['whole']}>
          <strong>{writer.write(whole.value)}</strong>
          {isCompared && (
            <ChangeNote
              now={whole.compared === null ? null : whole.compared * writer.scale}
              shown={whole.value === null ? null : whole.value * writer.scale}
              before={whole.before === null ? null : whole.before * writer.scale}
              direction={directionOf(m)}
              digits={writer.digits}
              format={writer.writeScaled}
              formatDifference={(difference) => writer.writeChange(difference, whole.compared, whole.before)}
            />
          )}
        </div>
        <p className={classes['dates']}>
          {answer.before != null ? t('against', { dates: dates(answer.dates), before: dates(answer.before) }) : dates(answer.dates)}
          {target !== null &&
            targets != null &&
            ` · ${targets.withTarget === targets.total ? t('target.all', { value: writer.write(target) }) : t('target.some', { value: writer.write(target), count: targets.withTarget, total: targets.total })}`}
          {m === 'ATTAINMENT' &&
            targets != null &&
            whole.cell.base !== null &&
            ` · ${t(targets.withTarget === targets.total ? 'attained.all' : 'attained.some', {
              made: units.write(whole.cell.part),
              target: units.write(whole.cell.base),
              count: targets.withTarget,
              total: targets.total,
            })}`}
          {answer.measured != null &&
            answer.measured.measured < answer.measured.total &&
            ` · ${t('measured', { count: answer.measured.measured, total: answer.measured.total })}`}
          {rate !== null &&
            ` · ${m === 'DURATION' ? t('rate.time', { value: format.percent(rate, 2) }) : t('rate.count', { value: format.number(rate, 2) })}`}
          {whole.isLow && ` · ${t('sign.low')} !`}
          {signs.running > 0 && ` · ${t('sign.running', { count: signs.running })} *`}
          {signs.restated > 0 && ` · ${t('sign.restated', { count: signs.restated })} ↻`}
          {whole.before === null && answer.whole.isBeforeUnknown && ` · ${t('sign.unknown')}`}
          {isCompared && hasUneven(answer) && ` · ${t('uneven')}`}
          {answer.isRunning && answer.over != null && ` · ${t('running', { dates: dates(answer.over) })}`}
          {!answer.isRunning &&
            answer.over != null &&
            answer.over.dateTo !== answer.dates.dateTo &&
            ` · ${t('asMany', { dates: dates(answer.over) })}`}
        </p>
      </figcaption>
      {(answer.unpricedEnergy ?? 0) > 0 && (
        <p className={classes['dates']}>{t('unpriced', { value: format.number(answer.unpricedEnergy ?? 0, 1) })}</p>
      )}
      {possible.length > 1 && (
        <div className={classes['charts']} data-print="no">
          <ChoiceGroup
            label={t('chart.label')}
            isLabelHidden
            value={chart}
            choices={possible.map((value) => ({ value, label: t(`chart.${value}`) }))}
            onChange={onChart}
          />
        </div>
      )}
      {drawn.isByWeek && <p className={classes['dates']}>{t('byWeek', { most: MOST_DRAWN_DAYS })}</p>}
      {heat !== null && <HeatTable view={heat} label={title} by={by} names={names} writer={writer} drillOf={drill} />}
      {heat === null && lines === null && bars.length > 0 && (
        <AnalyticsChart
          bars={bars}
          series={series}
          by={drawn.by}
          measure={m}
          isCompared={isCompared}
          beforeName={beforeName(search.cmp, answer.before)}
          names={names}
          writer={writer}
          // A bar is all of its first dimension.
          drillOf={({ keys, rest }) => drill({ keys: keys.slice(0, 1), rest, by: drawn.by })}
          marks={columnMarks}
          onNote={setOpenNote}
          isRunning={({ keys: [key = ''] }) => by.length > 0 && (signOf(ofFirst, [key])?.running ?? 0) > 0}
        />
      )}
      {lines !== null && (
        <Suspense fallback={<div className={classes['lines']} aria-busy />}>
          <AnalyticsLines
            key={by.join(' ')}
            view={lines}
            label={title}
            measure={m}
            target={target}
            isCompared={isCompared}
            beforeName={beforeName(search.cmp, answer.before)}
            names={names}
            writer={writer}
            drillOf={drill}
            isRunning={(column) => (signOf(ofTime, [column])?.running ?? 0) > 0}
            over={(column) => {
              const own = columnMarks?.get(column)
              return own === undefined ? null : <MarkSigns marks={own} onNote={setOpenNote} />
            }}
          />
        </Suspense>
      )}
      {along !== null && (
        <Suspense fallback={null}>
          <LazyTimelineNotes
            timeline={timeline}
            workCenterId={search.wc.length === 1 ? (search.wc[0] ?? null) : null}
            zone={zone}
            openId={openNote}
            onOpen={setOpenNote}
          />
        </Suspense>
      )}
      {stop !== undefined && (
        <p className={classes['dates']}>
          {stop.units == null || stop.unit == null
            ? t('worth.points', { points: format.number(stop.points * 100, 2) })
            : t('worth.both', {
                points: format.number(stop.points * 100, 2),
                units: `${format.number(stop.units, 1)} ${stop.unit}`,
              })}
        </p>
      )}
      {answer.untracked != null && (
        <p className={classes['dates']}>{t('untracked', { value: format.duration(answer.untracked * 1000) })}</p>
      )}
    </figure>
  )
}

function keysOf(bars: readonly AnalyticsBar[]): readonly string[] {
  return bars.map(({ keys }) => keys[0] ?? '')
}
