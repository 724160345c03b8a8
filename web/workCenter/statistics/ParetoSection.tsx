import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StatisticsOfPeriodQuery } from '#web/api/generated/graphql.ts'
import { type FileColumn, filePercent } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table } from '#web/ui/Table.tsx'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { LossBars } from './LossBars.tsx'
import { usePageSearch } from '../page/pageSearch.ts'
import classes from './ParetoSection.module.css'
import {
  classifiedOf,
  lossesOf,
  paretoBars,
  type ParetoLevel,
  type ParetoMeasure,
  type RankedBar,
  readLevel,
  writeLevel,
} from './pareto.view.ts'

type ParetoSectionProps = {
  readonly data: StatisticsOfPeriodQuery
  readonly before: StatisticsOfPeriodQuery | null
  /** Whether both periods have enough data that a change is better or worse. */
  readonly isJudged: boolean
}

/** Returns the Pareto of losses: by time or number, down from category over group to reason, and from there to the history (U-24). */
export function ParetoSection({ data, before, isJudged }: ParetoSectionProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const { search, change } = usePageSearch()
  const level = readLevel(search)
  const measure: ParetoMeasure = search['pareto'] === 'count' ? 'count' : 'duration'
  const losses = useMemo(() => lossesOf(data), [data])
  const past = useMemo(() => before && lossesOf(before), [before])
  const bars = paretoBars(losses, level, measure, past)
  const classified = classifiedOf(data.stops)
  const write = (value: number) => (measure === 'duration' ? format.duration(value * 1000) : format.number(value))
  const nameOf = (bar: RankedBar) => {
    if (bar.kind === 'category') return t(`category.${bar.category}`)
    if (bar.kind === 'unclassified') return t('stops.unclassified')
    if (bar.kind === 'planned') return t('stops.planned')
    if (bar.kind === 'notNeeded') return t('stops.notNeeded')
    if (bar.kind === 'noGroup') return t('pareto.noGroup')
    return bar.kind === 'smallStops' ? t('pareto.smallStop', { name: bar.name ?? '' }) : (bar.name ?? '')
  }
  const [first] = bars
  const summary = [
    first ? t('pareto.summary', { name: nameOf(first), share: format.percent(first.share), value: write(first.value) }) : t('pareto.none'),
    ...(classified === null
      ? []
      : [t('pareto.classified', { byDuration: format.percent(classified.byDuration), byCount: format.percent(classified.byCount) })]),
  ].join(' ')
  const table = (
    <Table
      caption={t('pareto.title')}
      rows={bars}
      rowKey={(bar) => bar.key}
      columns={[
        { key: 'name', title: t('pareto.loss'), cell: nameOf },
        { key: 'duration', title: t('timeline.duration'), isNumber: true, cell: (bar) => format.duration(bar.seconds * 1000) },
        { key: 'count', title: t('pareto.count'), isNumber: true, cell: (bar) => format.number(bar.count) },
        { key: 'share', title: t('shares.share'), isNumber: true, cell: (bar) => format.percent(bar.share) },
        { key: 'cumulative', title: t('pareto.cumulative'), isNumber: true, cell: (bar) => format.percent(bar.cumulative) },
        ...(past
          ? [
              {
                key: 'before',
                title: t('compare.title'),
                cell: (bar: RankedBar) => (
                  <ChangeNote now={bar.value} before={bar.before} direction={isJudged ? 'less' : 'neutral'} digits={0} format={write} />
                ),
              },
            ]
          : []),
      ]}
    />
  )
  const inFile: readonly FileColumn<RankedBar>[] = [
    { title: t('pareto.loss'), value: nameOf },
    { title: t('timeline.duration'), kind: 'duration', value: (bar) => bar.seconds * 1000 },
    { title: t('pareto.count'), kind: 'number', value: (bar) => bar.count },
    { title: t('shares.share'), kind: 'number', unit: '%', value: (bar) => filePercent(bar.share) },
    { title: t('pareto.cumulative'), kind: 'number', unit: '%', value: (bar) => filePercent(bar.cumulative) },
    ...(past === null
      ? []
      : [
          measure === 'duration'
            ? {
                title: t('compare.past'),
                kind: 'duration' as const,
                value: (bar: RankedBar) => (bar.before === null ? null : bar.before * 1000),
              }
            : { title: t('compare.past'), kind: 'number' as const, value: (bar: RankedBar) => bar.before },
        ]),
  ]
  return (
    <ChartFigure
      title={t('pareto.title')}
      summary={summary}
      table={table}
      file={{ title: t('pareto.title'), rows: bars, columns: inFile }}
      tools={
        <ChoiceGroup
          label={t('pareto.measure')}
          isLabelHidden
          value={measure}
          choices={[
            { value: 'duration', label: t('timeline.duration') },
            { value: 'count', label: t('pareto.count') },
          ]}
          onChange={(value) => change({ pareto: value === 'count' ? 'count' : undefined })}
        />
      }
      legend={<Trail level={level} groupName={groupName(losses, level) ?? t('pareto.noGroup')} />}
    >
      {bars.length > 0 && <LossBars bars={bars} nameOf={nameOf} write={write} isCompared={past !== null} />}
    </ChartFigure>
  )
}

function groupName(losses: ReturnType<typeof lossesOf>, level: ParetoLevel): string | null {
  if (level.kind !== 'reasons' || level.groupId === null) return null
  return losses.find(({ reason }) => reason?.group?.id === level.groupId)?.reason?.group?.name ?? null
}

/** Where the drill stands, each step a link back. */
function Trail({ level, groupName: group }: { readonly level: ParetoLevel; readonly groupName: string }) {
  const { t } = useTexts('statistics')
  if (level.kind === 'categories') return null
  const to = (next: ParetoLevel) => (known: Record<string, unknown>) => ({ ...known, ...writeLevel(next) })
  return (
    <nav className={classes['trail']} aria-label={t('pareto.trail')}>
      <Link from="/boxes/$deviceId" to="." search={to({ kind: 'categories' })} resetScroll={false}>
        {t('pareto.all')}
      </Link>
      <span aria-hidden>›</span>
      {level.kind === 'groups' ? (
        <span aria-current="true">{t(`category.${level.category}`)}</span>
      ) : (
        <>
          <Link from="/boxes/$deviceId" to="." search={to({ kind: 'groups', category: level.category })} resetScroll={false}>
            {t(`category.${level.category}`)}
          </Link>
          <span aria-hidden>›</span>
          <span aria-current="true">{group}</span>
        </>
      )}
    </nav>
  )
}
