import type { Ref } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ListColumn } from '../listColumn.ts'
import classes from './ListTable.module.css'

type ListRowProps<Row> = {
  readonly row: Row
  readonly rowKey: string
  readonly index: number
  /** Columns drawn as such. */
  readonly shown: readonly ListColumn<Row>[]
  /** Columns that stand below the title. */
  readonly folded: readonly ListColumn<Row>[]
  readonly isSelected: boolean
  /** Whether what it stands for is open beside the list. */
  readonly isOpen: boolean
  /** Undefined where rows cannot be selected. */
  readonly onSelect?: ((key: string, event: unknown) => void) | undefined
  /** What the box selects, in words. */
  readonly name: string
  readonly measure: Ref<HTMLTableRowElement> | undefined
}

/** Returns a row: its box, its columns, and below its title those for which the window is too narrow. */
export function ListRow<Row>({ row, rowKey, index, shown, folded, isSelected, isOpen, onSelect, name, measure }: ListRowProps<Row>) {
  const { t } = useTexts('table')
  return (
    <tr
      ref={measure}
      className={classes['row']}
      data-row={rowKey}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-current={isOpen || undefined}
      aria-rowindex={index + 2}
      // The keys come to rows that have nothing to open.
      tabIndex={-1}
    >
      {onSelect !== undefined && (
        <td className={classes['box']}>
          <label title={t('select', { name })}>
            <input type="checkbox" aria-label={t('select', { name })} checked={isSelected} onChange={(event) => onSelect(rowKey, event)} />
          </label>
        </td>
      )}
      {shown.map((column) => (
        <td key={column.key} data-number={isFigure(column) || undefined} data-title={column.isTitle || undefined}>
          {column.cell(row)}
          {column.isTitle === true && folded.length > 0 && (
            <div className={classes['folded']}>
              {folded.map((one) => (
                <FoldedCell key={one.key} column={one} row={row} />
              ))}
            </div>
          )}
        </td>
      ))}
    </tr>
  )
}

function FoldedCell<Row>({ column, row }: { readonly column: ListColumn<Row>; readonly row: Row }) {
  if (column.value !== undefined && isNothing(column.value(row))) return null
  return (
    <div className={classes['fold']}>
      {column.isPlain !== true && <span className={classes['label']}>{column.title}</span>}
      <span>{column.cell(row)}</span>
    </div>
  )
}

function isNothing(value: string | number | null): boolean {
  return value === null || value === ''
}

/** Returns whether the column stands on the right. */
export function isFigure<Row>({ kind }: ListColumn<Row>): boolean {
  return kind === 'number' || kind === 'duration'
}
