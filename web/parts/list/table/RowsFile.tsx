import { fileNamePart } from '#web/parts/csv/csv.ts'
import type { ListColumn } from '../listColumn.ts'
import { FileButton, type ListFile } from './FileButton.tsx'

/** A column of a file: shares are percent, durations ms, instants UTC ms. */
export type FileColumn<Row> = Pick<ListColumn<Row>, 'kind' | 'title' | 'unit'> & { readonly value: NonNullable<ListColumn<Row>['value']> }

export type RowsFileProps<Row> = {
  /** Of what is shown; the file is named after it. */
  readonly title: string
  readonly rows: readonly Row[]
  readonly columns: readonly FileColumn<Row>[]
  /** Returns a page of all rows, where only some are shown. */
  readonly readPage?: ListFile<Row>['readPage']
}

/** Returns the buttons that save figures, which stand in a chart or in a table of its own, as a file (U-42). */
export function RowsFile<Row>({ title, rows, columns, readPage }: RowsFileProps<Row>) {
  return (
    <FileButton
      file={{ name: fileNamePart(title), ...(readPage && { readPage }) }}
      columns={columns.map((column, at) => ({ ...column, key: String(at), cell: () => null }))}
      rows={rows}
    />
  )
}

/** Returns a share, a fraction of 1, as a file has it. */
export function filePercent(share: number | null | undefined): number | null {
  return share == null ? null : share * 100
}
