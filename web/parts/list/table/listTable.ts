import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type RowData,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { ListColumn } from '../listColumn.ts'
import { columnOf, isDescending } from '../sort.ts'

const FEATURES = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })

type ListTableOptions<Row extends RowData> = {
  readonly columns: readonly ListColumn<Row>[]
  /** Keys of the columns that are drawn as such. */
  readonly shown: readonly string[]
  /** In the order in which they are shown. */
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort: string
  readonly onSort: (sort: string | null) => void
  readonly isSelectable: boolean
}

/**
 * Returns the table of a list: columns that are shown, rows, order and selection. The order is the URL's and the rows come in it; a third press on a
 * head gives it up, which is null.
 */
export function useListTable<Row extends RowData>({ columns, shown, rows, rowKey, sort, onSort, isSelectable }: ListTableOptions<Row>) {
  const [rowSelection, setSelection] = useState<Record<string, true>>({})
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof FEATURES, Row> => ({
        id: column.key,
        header: column.title,
        accessorFn: (row) => column.value?.(row),
        enableSorting: column.isSortable ?? false,
        sortDescFirst: column.startsDown ?? false,
        enableHiding: column.isTitle !== true,
      })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const sorting = useMemo(() => (sort === '' ? [] : [{ id: columnOf(sort), desc: isDescending(sort) }]), [sort])
  const columnVisibility = useMemo(() => Object.fromEntries(columns.map(({ key }) => [key, shown.includes(key)])), [columns, shown])
  return useTable({
    features: FEATURES,
    columns: defs,
    data,
    getRowId: rowKey,
    state: { sorting, columnVisibility, rowSelection },
    manualSorting: true,
    enableMultiSort: false,
    enableRowSelection: isSelectable,
    isRowRangeSelectionEvent: isRange,
    onRowSelectionChange: setSelection,
    onSortingChange: (next) => {
      const [wanted] = typeof next === 'function' ? next(sorting) : next
      onSort(wanted === undefined ? null : `${wanted.desc ? '-' : ''}${wanted.id}`)
    },
  })
}

export type ListTable<Row extends RowData> = ReturnType<typeof useListTable<Row>>

/** Shift while a box is ticked, by the mouse or by what the keys of rows hand on. */
function isRange(event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false
  if ('shiftKey' in event) return event.shiftKey === true
  return 'nativeEvent' in event && isRange(event.nativeEvent)
}
