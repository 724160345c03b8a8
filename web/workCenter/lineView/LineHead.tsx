import type { ReactNode } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import type { LineColumn } from '../list/lineColumns.ts'
import type { Sort } from '../list/listSearch.view.ts'
import { COLUMN_WIDTHS, sortOf, type SortableColumn } from './lineView.view.ts'
import classes from './LineView.module.css'

type LineHeadProps = { readonly columns: readonly LineColumn[]; readonly sort: Sort; readonly onSort: (sort: Sort) => void }

const NUMBERS: readonly LineColumn[] = ['oee', 'availability', 'performance', 'quality', 'output', 'rejected', 'reasons']
const SHORT: readonly LineColumn[] = ['availability', 'performance', 'quality']

/** Returns the header of the lines; a click on a column orders the whole list by it, another turns the order, a third gives it up. */
export function LineHead({ columns, sort, onSort }: LineHeadProps) {
  const { t } = useTexts('list')
  const letterOf = (column: LineColumn) =>
    column === 'availability' ? t('oee.availabilityLetter') : column === 'performance' ? t('oee.performanceLetter') : t('oee.qualityLetter')
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
          <SortHead column="name" sort={sort} onSort={onSort}>
            {t('lines.names.name')}
          </SortHead>
          {columns.map((column) => {
            const name = t(`lines.names.${column}`)
            if (column === 'order' || column === 'strip')
              return (
                <th key={column} scope="col">
                  {name}
                </th>
              )
            return (
              <SortHead key={column} column={column} sort={sort} onSort={onSort} isNumber={NUMBERS.includes(column)} title={name}>
                {SHORT.includes(column) ? (
                  <>
                    <span aria-hidden>{letterOf(column)}</span>
                    <span className="hidden-text">{name}</span>
                  </>
                ) : (
                  name
                )}
              </SortHead>
            )
          })}
        </tr>
      </thead>
    </>
  )
}

type SortHeadProps = {
  readonly column: SortableColumn
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly isNumber?: boolean
  readonly title?: string
  readonly children: ReactNode
}

function SortHead({ column, sort, onSort, isNumber = false, title, children }: SortHeadProps) {
  const { now, next } = sortOf(column, sort)
  return (
    <th scope="col" aria-sort={now} data-number={isNumber || undefined}>
      <button type="button" className={classes['sort']} title={title} onClick={() => onSort(next)}>
        {children}
        <span className={classes['arrow']} aria-hidden>
          {now === 'ascending' ? '↑' : now === 'descending' ? '↓' : ''}
        </span>
      </button>
    </th>
  )
}
