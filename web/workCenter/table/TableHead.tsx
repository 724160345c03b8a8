import { SortHead } from '#web/parts/list/table/SortHead.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { TableColumn } from '../list/tableColumns.ts'
import type { Sort } from '../list/listSearch.view.ts'
import { COLUMN_WIDTHS, sortOf } from './table.view.ts'
import classes from './WorkCenterTable.module.css'

type TableHeadProps = { readonly columns: readonly TableColumn[]; readonly sort: Sort; readonly onSort: (sort: Sort) => void }

const NUMBERS: readonly TableColumn[] = ['oee', 'availability', 'performance', 'quality', 'output', 'rejected', 'reasons']

/** Returns the head of the table; a click on a column orders the whole list by it, another turns the order, a third gives it up. */
export function TableHead({ columns, sort, onSort }: TableHeadProps) {
  const { t } = useTexts('list')
  const letterOf = (factor: Factor) => t(`oee.${factor}Letter`)
  return (
    <>
      <colgroup>
        <col className={classes['nameColumn']} />
        {columns.map((column) => (
          <col key={column} style={column === 'strip' ? undefined : { width: COLUMN_WIDTHS[column] }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {(['name', ...columns] as const).map((column) => {
            const isSortable = column !== 'order' && column !== 'strip'
            const { now, next } = isSortable ? sortOf(column, sort) : { now: undefined, next: sort }
            return (
              <SortHead
                key={column}
                title={t(`table.names.${column}`)}
                short={isFactor(column) ? letterOf(column) : undefined}
                isNumber={column !== 'name' && NUMBERS.includes(column)}
                direction={now}
                onSort={() => onSort(next)}
              />
            )
          })}
        </tr>
      </thead>
    </>
  )
}

type Factor = 'availability' | 'performance' | 'quality'

function isFactor(column: string): column is Factor {
  return column === 'availability' || column === 'performance' || column === 'quality'
}
