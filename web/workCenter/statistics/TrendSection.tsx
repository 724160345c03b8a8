import { Suspense, useMemo, useState } from 'react'
import { mayReadAnalytics } from '#engine/access/mayReadAnalytics.ts'
import { MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import { dateAt, movedDate } from '#engine/time/statPeriod.ts'
import type { OeeFactor } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { BarsChart } from '#web/chart/BarsChart.tsx'
import { type FileColumn } from '#web/parts/list/table/RowsFile.tsx'
import { LazyTimelineNotes } from '#web/parts/timelineNote/LazyTimelineNotes.tsx'
import { MarkSigns } from '#web/parts/timelineNote/MarkSigns.tsx'
import { marksOfColumns, marksOfNotes, marksOfShifts } from '#web/parts/timelineNote/timelineNote.view.ts'
import { useTimelineNotes } from '#web/parts/timelineNote/useTimelineNotes.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table } from '#web/ui/Table.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import { type Asked, drawnTrendGrain, trendGrain } from './askedPeriod.view.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { usePageSearch } from '../page/pageSearch.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { useTrend } from './useTrend.ts'

type TrendSectionProps = {
  readonly workCenter: LoadedWorkCenter
  readonly period: TimeWindow
  readonly asked: Asked
  /** Null = not compared. */
  readonly before: Asked | null
}

const FACTORS: readonly OeeFactor[] = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY']
const KEYS = { OEE: 'oee', AVAILABILITY: 'availability', PERFORMANCE: 'performance', QUALITY: 'quality' } as const

const TITLES = { SHIFT: 'byShift', DAY: 'byDay', WEEK: 'byWeek' } as const

/** Returns OEE or one of its factors shift by shift, day by day or, of many days, week by week (domain.md N-22), over an axis of 0 to 100, with the target and the period before. */
export function TrendSection({ workCenter, period, asked, before }: TrendSectionProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const { search, change } = usePageSearch()
  const factor = FACTORS.find((one) => one === search['factor']) ?? 'OEE'
  const key = KEYS[factor]
  const groupBy = trendGrain(period)
  const drawn = drawnTrendGrain(period, asked, format.timeZone)
  const ofTable = useTrend({ asked, before, groupBy, key })
  const ofWeeks = useTrend({ asked, before, groupBy: drawn, key }, drawn === groupBy)
  const { points, earlier, bars: rows } = ofTable
  const { bars, points: drawnPoints } = drawn === groupBy ? ofTable : ofWeeks
  const target =
    {
      oee: workCenter.targetOee,
      availability: workCenter.targetAvailability,
      performance: workCenter.targetPerformance,
      quality: workCenter.targetQuality,
    }[key] ?? null
  const mayRead = mayReadAnalytics(useViewer())
  const [openNote, setOpenNote] = useState<string | null>(null)
  const { start, end } = asked.filter.period
  const timeline = useTimelineNotes(
    {
      workCenterIds: [workCenter.id],
      dates: [dateAt(format.timeZone, Date.parse(start)), movedDate(dateAt(format.timeZone, Date.parse(end)), -1)],
    },
    !mayRead,
  )
  const marks = useMemo(() => {
    const dates = [...new Set(bars.map(({ date }) => date))].toSorted()
    return marksOfShifts(bars, marksOfColumns(marksOfNotes(timeline.notes), drawn === 'WEEK' ? 'WEEK' : 'DAY', dates))
  }, [bars, drawn, timeline.notes])
  if (points === undefined || drawnPoints === undefined) return null
  const known = bars.flatMap(({ value }) => (value === null ? [] : [value]))
  const summary =
    known.length === 0
      ? t('trend.none')
      : t('trend.summary', {
          name: t(`figure.${factor}`),
          min: format.percentOf(Math.min(...known), 1),
          max: format.percentOf(Math.max(...known), 1),
        })
  const inFile: readonly FileColumn<(typeof rows)[number]>[] = [
    { title: t('byTime.day'), value: ({ date }) => date },
    ...(groupBy === 'SHIFT' ? [{ title: t('shifts.date'), value: ({ shift }: (typeof rows)[number]) => shift }] : []),
    { title: t(`figure.${factor}`), kind: 'number', unit: '%', value: ({ value }) => value },
    ...(earlier === undefined
      ? []
      : [
          {
            title: t('compare.past'),
            kind: 'number' as const,
            unit: '%',
            value: ({ before: was }: (typeof rows)[number]) => was,
          },
        ]),
  ]
  const percent = (value: number) => format.percentOf(value, 1)
  return (
    <ChartFigure
      title={t(`trend.${TITLES[drawn]}`)}
      summary={drawn === 'WEEK' ? `${summary} ${t('trend.weeks', { most: MOST_DRAWN_DAYS })}` : summary}
      file={{ title: t('trend.title'), rows, columns: inFile }}
      tools={
        <ChoiceGroup
          label={t('trend.factor')}
          isLabelHidden
          value={factor}
          choices={FACTORS.map((value) => ({ value, label: t(`figure.${value}`) }))}
          onChange={(value) => change({ factor: value === 'OEE' ? undefined : value })}
        />
      }
      notes={
        mayRead && (
          <Suspense fallback={null}>
            <LazyTimelineNotes
              timeline={timeline}
              workCenterId={workCenter.id}
              zone={format.timeZone}
              openId={openNote}
              onOpen={setOpenNote}
            />
          </Suspense>
        )
      }
      legend={
        <ChartLegend
          hasTarget={target !== null}
          hasBefore={bars.some(({ before: was }) => was !== null)}
          hasPartial={bars.some(({ isPartial }) => isPartial)}
          hasBands
        />
      }
      table={
        <Table
          caption={t('trend.title')}
          rows={rows}
          rowKey={(bar) => bar.key}
          columns={[
            { key: 'name', title: t('shifts.date'), cell: (bar) => bar.name },
            { key: 'value', title: t(`figure.${factor}`), isNumber: true, cell: (bar) => format.percentOf(bar.value, 1) },
            ...(earlier
              ? [
                  {
                    key: 'before',
                    title: t('compare.title'),
                    cell: (bar: (typeof rows)[number]) => (
                      <ChangeNote
                        now={bar.value}
                        before={bar.before}
                        direction={bar.isJudged ? 'more' : 'neutral'}
                        digits={1}
                        format={percent}
                        formatDifference={(value) => t('change.points', { value: format.number(value, 1) })}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <BarsChart
        bars={bars}
        least={100}
        target={target}
        formatMark={(value) => format.percentOf(value)}
        over={(column) => {
          const own = marks.get(column)
          return own === undefined ? null : <MarkSigns marks={own} onNote={setOpenNote} />
        }}
      />
    </ChartFigure>
  )
}
