import { SortHead } from '#web/parts/list/table/SortHead.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { LineColumn } from '../list/lineColumns.ts'
import type { Sort } from '../list/listSearch.view.ts'
import { COLUMN_WIDTHS, sortOf } from './lineView.view.ts'
import classes from './LineView.module.css'

type LineHeadProps = { readonly columns: readonly LineColumn[]; readonly sort: Sort; readonly onSort: (sort: Sort) => void }

const NUMBERS: readonly LineColumn[] = ['oee', 'availability', 'performance', 'quality', 'output', 'rejected', 'reasons']

/** Returns the header of the lines; a click on a column orders the whole list by it, another turns the order, a third gives it up. */
export function LineHead({ columns, sort, onSort }: LineHeadProps) {
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
                title={t(`lines.names.${column}`)}
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
