import { Suspense, useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { mayReadAnalytics } from '#engine/access/mayReadAnalytics.ts'
import { bandOf } from '#engine/oee/band.ts'
import { dateAt, movedDate } from '#engine/time/statPeriod.ts'
import { type OeeFactor, TrendOfPeriodDocument, type TrendOfPeriodQuery } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { BarsChart } from '#web/chart/BarsChart.tsx'
import { type FileColumn } from '#web/parts/list/table/RowsFile.tsx'
import { LazyTimelineNotes } from '#web/parts/timelineNote/LazyTimelineNotes.tsx'
import { MarkSigns } from '#web/parts/timelineNote/MarkSigns.tsx'
import { marksOfColumns, marksOfNotes } from '#web/parts/timelineNote/timelineNote.view.ts'
import { useTimelineNotes } from '#web/parts/timelineNote/useTimelineNotes.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table } from '#web/ui/Table.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import { type Asked, noonOf, trendGrain } from './askedPeriod.view.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { usePageSearch } from '../page/pageSearch.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { isFair, knownSeconds, pointsBefore } from './compare.view.ts'
import { FIGURES } from './figureKinds.ts'

type TrendSectionProps = {
  readonly workCenter: LoadedWorkCenter
  readonly period: TimeWindow
  readonly asked: Asked
  /** Null = not compared. */
  readonly before: Asked | null
}

const FACTORS: readonly OeeFactor[] = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY']
const KEYS = { OEE: 'oee', AVAILABILITY: 'availability', PERFORMANCE: 'performance', QUALITY: 'quality' } as const

type Point = TrendOfPeriodQuery['oeeStatistics'][number]

/** Returns OEE or one of its factors shift by shift or day by day, over an axis of 0 to 100, with the target and the period before. */
export function TrendSection({ workCenter, period, asked, before }: TrendSectionProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const { search, change } = usePageSearch()
  const factor = FACTORS.find((one) => one === search['factor']) ?? 'OEE'
  const key = KEYS[factor]
  const groupBy = trendGrain(period)
  const interest = { workCenterIds: asked.filter.workCenterIds ?? null, kinds: FIGURES }
  const ofPast = before ?? asked
  const [result] = useFreshQuery(
    TrendOfPeriodDocument,
    useMemo(() => ({ filter: asked.filter, groupBy }), [asked.filter, groupBy]),
    { ...interest, period: asked.window },
  )
  const [past] = useFreshQuery(
    TrendOfPeriodDocument,
    useMemo(() => ({ filter: ofPast.filter, groupBy }), [ofPast.filter, groupBy]),
    { ...interest, period: ofPast.window },
    { pause: before === null },
  )
  const points = result.data?.oeeStatistics
  const earlier = before === null ? undefined : past.data?.oeeStatistics
  const target =
    {
      oee: workCenter.targetOee,
      availability: workCenter.targetAvailability,
      performance: workCenter.targetPerformance,
      quality: workCenter.targetQuality,
    }[key] ?? null
  const bars = useMemo(() => {
    const dayOf = (point: Point) => format.dayMonth(noonOf(point.dateStart, format.timeZone))
    const past = before && earlier ? pointsBefore(points ?? [], earlier, { current: asked, before, timeZone: format.timeZone }) : []
    return (points ?? []).map((point, index) => {
      const pastPoint = past[index] ?? null
      const value = point[key]?.exactValue ?? null
      const band = bandOf(value)
      const name = groupBy === 'SHIFT' ? `${dayOf(point)} · ${t('trend.shift', { number: point.shiftId ?? 0 })}` : dayOf(point)
      return {
        key: `${point.dateStart} ${point.shiftId ?? ''}`,
        date: point.dateStart,
        shift: point.shiftId ?? null,
        // The axis says each date once, at its first shift.
        label: index > 0 && points?.[index - 1]?.dateStart === point.dateStart ? '' : dayOf(point),
        name: point.isProvisional ? `${name} · ${t('shifts.soFar')}` : name,
        title: `${name}: ${format.percentOf(value, 1)}`,
        value,
        before: pastPoint?.[key]?.exactValue ?? null,
        isJudged: pastPoint !== null && isFair(knownSeconds(point), knownSeconds(pastPoint)),
        isPartial: point.isProvisional,
        color: band === null ? 'var(--muted)' : `var(--band-${band})`,
      }
    })
  }, [points, earlier, asked, before, key, groupBy, format, t])
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
  // The shifts of a date stand side by side: what happened on it stands over the first of them.
  const marks = useMemo(() => {
    const columns = new Map(bars.toReversed().map(({ date, key: column }) => [date, column]))
    const byDate = marksOfColumns(marksOfNotes(timeline.notes), 'DAY', [...columns.keys()].toSorted())
    return new Map([...byDate].map(([date, over]) => [columns.get(date) ?? '', over]))
  }, [bars, timeline.notes])
  if (points === undefined) return null
  const known = bars.flatMap(({ value }) => (value === null ? [] : [value]))
  const summary =
    known.length === 0
      ? t('trend.none')
      : t('trend.summary', {
          name: t(`figure.${factor}`),
          min: format.percentOf(Math.min(...known), 1),
          max: format.percentOf(Math.max(...known), 1),
        })
  const inFile: readonly FileColumn<(typeof bars)[number]>[] = [
    { title: t('byTime.day'), value: ({ date }) => date },
    ...(groupBy === 'SHIFT' ? [{ title: t('shifts.date'), value: ({ shift }: (typeof bars)[number]) => shift }] : []),
    { title: t(`figure.${factor}`), kind: 'number', unit: '%', value: ({ value }) => value },
    ...(earlier === undefined
      ? []
      : [
          {
            title: t('compare.past'),
            kind: 'number' as const,
            unit: '%',
            value: ({ before: was }: (typeof bars)[number]) => was,
          },
        ]),
  ]
  const percent = (value: number) => format.percentOf(value, 1)
  return (
    <ChartFigure
      title={groupBy === 'SHIFT' ? t('trend.byShift') : t('trend.byDay')}
      summary={summary}
      file={{ title: t('trend.title'), rows: bars, columns: inFile }}
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
          hasBefore={earlier !== undefined}
          hasPartial={bars.some(({ isPartial }) => isPartial)}
          hasBands
        />
      }
      table={
        <Table
          caption={t('trend.title')}
          rows={bars}
          rowKey={(bar) => bar.key}
          columns={[
            { key: 'name', title: t('shifts.date'), cell: (bar) => bar.name },
            { key: 'value', title: t(`figure.${factor}`), isNumber: true, cell: (bar) => format.percentOf(bar.value, 1) },
            ...(earlier
              ? [
                  {
                    key: 'before',
                    title: t('compare.title'),
                    cell: (bar: (typeof bars)[number]) => (
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
