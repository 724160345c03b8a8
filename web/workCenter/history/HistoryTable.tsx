import { useMemo, useState } from 'react'
import { downloadCsv } from '#web/parts/csv/downloadCsv.ts'
import { fileNamePart, localDateTime, toCsv } from '#web/parts/csv/csv.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusColor } from '#web/parts/statusLook.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import {
  CSV_COLUMNS,
  csvCells,
  historyRows,
  type HistoryRow,
  ROW_COLUMNS,
  ROW_LANES,
  type RowColumn,
  type RowLane,
  type RowOrder,
  sortRows,
} from './historyRows.ts'
import classes from './HistoryTable.module.css'
import type { History } from './useHistory.ts'

const PAGE_SIZE = 100

type HistoryTableProps = {
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

/** Returns the history as a table of the chosen lanes, sorted by any heading, and as a file: the form for screen readers, for print and for looking a time up. */
export function HistoryTable({ history, name, unit, period, now, shiftId, isOfReason, onSelect }: HistoryTableProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const texts = useSpanTexts()
  const [lanes, setLanes] = useState<readonly RowLane[]>([isOfReason ? 'loss' : 'status'])
  const [order, setOrder] = useState<RowOrder>({ column: 'from', isUp: true })
  const [page, setPage] = useState(0)
  const rows = useMemo(() => {
    const found = historyRows(history, { ...texts, output: t('lane.output') }, { period, now, lanes, shiftId })
    return sortRows(found, order, format.compare)
  }, [history, texts, t, period, now, lanes, shiftId, order, format])
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const shown = Math.min(page, pages - 1)
  const save = () => {
    const cells = rows.map((row) => csvCells(row, t(`lane.${row.lane}`), format.timeZone))
    const days = [period.from, period.to - 1].map((at) => localDateTime(at, format.timeZone).slice(0, 10))
    downloadCsv(
      `${fileNamePart(t('fileName'))}_${days[0]}_${days[1]}_${fileNamePart(name)}.csv`,
      toCsv(
        CSV_COLUMNS.map((column) => t(`csv.${column}`, { unit })),
        history.isThinned ? [...cells, [t('table.joined')]] : cells,
      ),
    )
  }
  const cellOf: Record<RowColumn, (row: HistoryRow) => React.ReactNode> = {
    lane: (row) => t(`lane.${row.lane}`),
    name: (row) => (
      <button type="button" className={classes['open']} onClick={() => onSelect(row)}>
        {row.look !== null && (
          <span style={{ color: statusColor(row.look, row.color) }}>
            <StatusIcon look={row.look} size={14} />
          </span>
        )}
        {row.name}
      </button>
    ),
    reason: (row) => row.reason,
    from: (row) => <span className={classes['time']}>{`${format.day(row.start)}, ${format.timeWithSeconds(row.start)}`}</span>,
    to: (row) => (
      <span className={classes['time']}>
        {row.end === null ? t('timeline.ongoing') : `${format.day(row.end)}, ${format.timeWithSeconds(row.end)}`}
      </span>
    ),
    duration: (row) => format.duration(row.ms),
    orders: (row) => row.orders,
    total: (row) => (row.total === null ? '' : format.number(row.total)),
    rejected: (row) => (row.rejected === null ? '' : format.number(row.rejected)),
    comment: (row) => row.comment,
    by: (row) => row.by,
  }
  const wanted = ROW_COLUMNS.filter(
    (column) => (column !== 'lane' || lanes.length > 1) && (!['total', 'rejected'].includes(column) || lanes.includes('output')),
  )
  const columns = wanted.map((column): Column<HistoryRow> => ({
    key: column,
    title: t(`column.${column}`, { unit }),
    cell: cellOf[column],
    isNumber: column === 'duration' || column === 'total' || column === 'rejected',
    sort: column !== order.column ? 'none' : order.isUp ? 'ascending' : 'descending',
    onSort: () => {
      setOrder({ column, isUp: column === order.column ? !order.isUp : true })
      setPage(0)
    },
  }))
  return (
    <div className={classes['table']}>
      <div className={classes['tools']}>
        <fieldset className={classes['lanes']}>
          <legend>{t('table.lanes')}</legend>
          {ROW_LANES.map((lane) => (
            <label key={lane}>
              <input
                type="checkbox"
                checked={lanes.includes(lane)}
                onChange={() => {
                  setLanes(ROW_LANES.filter((one) => (one === lane ? !lanes.includes(one) : lanes.includes(one))))
                  setPage(0)
                }}
              />
              {t(`lane.${lane}`)}
            </label>
          ))}
        </fieldset>
        <p className={classes['count']} role="status">
          {t('table.rows', { count: rows.length })}
        </p>
        <ActionButton onClick={save} isDisabled={rows.length === 0}>
          {t('table.csv')}
        </ActionButton>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('table.none')} text={t('table.noneHelp')} />
      ) : (
        <Table
          caption={t('title')}
          columns={columns}
          rows={rows.slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE)}
          rowKey={(row) => `${row.lane}-${row.start}-${row.name}`}
        />
      )}
      {pages > 1 && (
        <nav className={classes['pages']} aria-label={t('table.pages')}>
          <ActionButton isDisabled={shown === 0} onClick={() => setPage(shown - 1)}>
            {t('table.previous')}
          </ActionButton>
          <span>{t('table.page', { page: shown + 1, pages })}</span>
          <ActionButton isDisabled={shown === pages - 1} onClick={() => setPage(shown + 1)}>
            {t('table.next')}
          </ActionButton>
        </nav>
      )}
    </div>
  )
}
