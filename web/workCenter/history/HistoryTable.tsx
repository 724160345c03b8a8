import type { Under } from '#web/texts/translate.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { fileNamePart, localDateTime } from '#web/parts/csv/csv.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusColor } from '#web/parts/statusStyle.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { usePageSearch } from '../page/pageSearch.ts'
import { historyRows, type HistoryRow, ROW_LANES, ROW_VALUES, type RowLane } from './historyRows.ts'
import { ROW_CHOICE, ROW_COLUMNS, ROW_ORDER, type RowColumn } from './rowColumns.ts'
import classes from './HistoryTable.module.css'
import type { History } from './useHistory.ts'

/** What the history as a list needs. */
export type HistoryTableProps = {
  readonly history: History
  readonly name: string
  readonly unit: string
  readonly period: TimeWindow
  readonly now: number
  readonly shiftId: number | null
  /** Only losses of one reason are wanted. */
  readonly isOfReason: boolean
  readonly onSelect: (row: HistoryRow) => void
}

/** Returns the history as a list of the chosen lanes, sorted by any heading, and as a file: the form for screen readers, for print and for looking a time up. */
export function HistoryTable({ history, name, unit, period, now, shiftId, isOfReason, onSelect }: HistoryTableProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const texts = useSpanTexts()
  const page = usePageSearch()
  const [lanes, setLanes] = useState<readonly RowLane[]>([isOfReason ? 'loss' : 'status'])
  const rows = useMemo(
    () => historyRows(history, { ...texts, output: t('lane.output') }, { period, now, lanes, shiftId }),
    [history, texts, t, period, now, lanes, shiftId],
  )
  const cells: Partial<Record<RowColumn, (row: HistoryRow) => ReactNode>> = {
    name: (row) => (
      <button type="button" data-open className={classes['open']} onClick={() => onSelect(row)}>
        {row.style !== null && (
          <span style={{ color: statusColor(row.style, row.color) }}>
            <StatusIcon style={row.style} size={14} />
          </span>
        )}
        {row.name}
      </button>
    ),
    from: (row) => <span className={classes['time']}>{`${format.day(row.start)}, ${format.timeWithSeconds(row.start)}`}</span>,
    to: (row) => (
      <span className={classes['time']}>
        {row.end === null ? t('timeline.ongoing') : `${format.day(row.end)}, ${format.timeWithSeconds(row.end)}`}
      </span>
    ),
    duration: (row) => format.duration(row.ms),
    total: (row) => (row.total === null ? '' : format.number(row.total)),
    rejected: (row) => (row.rejected === null ? '' : format.number(row.rejected)),
  }
  const isHidden = (column: RowColumn) =>
    (column === 'lane' && lanes.length < 2) || (['total', 'rejected'].includes(column) && !lanes.includes('output'))
  const columns = ROW_COLUMNS.map((key): ListColumn<HistoryRow> => {
    const value = key === 'lane' ? (row: HistoryRow) => t(`lane.${row.lane}`) : ROW_VALUES[key]
    return {
      key,
      title: t(`column.${key}`, { unit }),
      cell: cells[key] ?? value,
      value,
      isSortable: true,
      isAlwaysInFile: true,
      isTitle: key === 'name',
      isOnlyInFile: isHidden(key),
      ...(key === 'to' && { rank: ({ end }: HistoryRow) => end ?? Infinity }),
      ...columnKind(key),
      fileTitles: FILE_TITLES[key].map((title) => t(`csv.${title}`, { unit })),
    }
  })
  const days = [period.from, period.to - 1].map((at) => localDateTime(at, format.timeZone).slice(0, 10))
  return (
    <ListView<HistoryRow>
      name="HISTORY"
      caption={t('title')}
      url={{
        search: { sort: page.search.order, cols: page.search.cols, invalid: [] },
        texts: page.texts,
        show: page.show,
        change: (next: { readonly sort?: string | undefined; readonly cols?: readonly string[] | null }) =>
          page.change({
            ...('sort' in next && { order: ROW_ORDER.read(next.sort ?? '').value }),
            ...(next.cols !== undefined && { cols: ROW_CHOICE.read(next.cols?.join(',') ?? '').value }),
          }),
      }}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowName={(row) => `${row.name}, ${format.timeWithSeconds(row.start)}`}
      filters={
        <fieldset className={classes['lanes']}>
          <legend>{t('table.lanes')}</legend>
          {ROW_LANES.map((lane) => (
            <label key={lane}>
              <input
                type="checkbox"
                checked={lanes.includes(lane)}
                onChange={() => setLanes(ROW_LANES.filter((one) => (one === lane ? !lanes.includes(one) : lanes.includes(one))))}
              />
              {t(`lane.${lane}`)}
            </label>
          ))}
        </fieldset>
      }
      chips={[]}
      onClear={() => {}}
      count={t('table.rows', { count: rows.length })}
      actions={[]}
      file={{
        name: `${fileNamePart(t('fileName'))}_${days[0]}_${days[1]}_${fileNamePart(name)}`,
        note: history.isThinned ? t('table.joined') : null,
      }}
      empty={{ title: t('table.none'), text: t('table.noneHelp') }}
      noMatch={{ title: t('table.none'), text: t('table.noneHelp') }}
    />
  )
}

/** Titles in the file: every time both with its offset and as the clock on the wall, every length in seconds and as a clock. */
const FILE_TITLES: Record<RowColumn, readonly Under<'csv', 'history'>[]> = {
  lane: ['lane'],
  name: ['name'],
  reason: ['reason'],
  from: ['from', 'fromLocal'],
  to: ['to', 'toLocal'],
  duration: ['seconds', 'duration'],
  orders: ['orders'],
  total: ['total'],
  rejected: ['rejected'],
  comment: ['comment'],
  by: ['by'],
}

function columnKind(key: RowColumn): Pick<ListColumn<HistoryRow>, 'kind'> {
  if (key === 'from' || key === 'to') return { kind: 'instant' }
  if (key === 'duration') return { kind: 'duration' }
  return key === 'total' || key === 'rejected' ? { kind: 'number' } : {}
}

function keyOf(row: HistoryRow): string {
  return `${row.lane}-${row.start}-${row.name}`
}
