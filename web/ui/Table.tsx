import type { ReactNode } from 'react'
import classes from './Table.module.css'

export type Column<Row> = {
  readonly key: string
  readonly title: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Figures stand to the right. */
  readonly isNumber?: boolean
  /** Left out below this width of the page in px; the cell's content must then stand elsewhere, or not matter there. */
  readonly hideBelow?: 600 | 992
}

type TableProps<Row> = {
  /** What the table holds, read out to people who do not see it. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** Returns a table with a header that stays in sight; it scrolls sideways by itself where it is wider than the page. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    // What scrolls by itself must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['frame']} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes['table']}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-number={column.isNumber || undefined} data-hide={column.hideBelow}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} data-number={column.isNumber || undefined} data-hide={column.hideBelow}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
