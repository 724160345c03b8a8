import { useRef, useState } from 'react'
import { toCsv } from '#web/parts/csv/csv.ts'
import { downloadCsv, downloadFile } from '#web/parts/csv/downloadCsv.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { collectRows, type ListPage } from '../collectRows.ts'
import { fileTable, type ListColumn } from '../listColumn.ts'
import classes from './ListTable.module.css'
import { useFileWords } from './useFileWords.ts'
import { PHONE, useMedia } from './useMedia.ts'

/** More rows than a spreadsheet opens at ease. */
const MOST_ROWS = 50_000

/** How the rows of a list become a file. */
export type ListFile<Row> = {
  /** Without the ending. */
  readonly name: string
  /** Returns a page of all that the filters leave; without it the rows of the list are all of them. */
  readonly readPage?: (page: number) => Promise<ListPage<Row>>
  /** Stands after the last row. */
  readonly note?: string | null
}

type FileButtonProps<Row> = {
  readonly file: ListFile<Row>
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  /** Whether there is nothing to save; unless said, without rows. */
  readonly isEmpty?: boolean
}

/** Returns the buttons that save the list as a file, all pages of it; they say how far it is, and a second press gives it up. */
export function FileButton<Row>({ file, columns, rows, isEmpty = rows.length === 0 }: FileButtonProps<Row>) {
  const { t } = useTexts('table')
  const format = useFormat()
  const isPhone = useMedia(PHONE)
  const save = useSaveFile(columns)
  const [progress, setProgress] = useState<{ readonly count: number; readonly total: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  const collect = async (form: FileForm) => {
    if (file.readPage === undefined) {
      await save(file, rows.slice(0, MOST_ROWS), form).catch(() => showToast(t('fileFailed')))
      if (rows.length > MOST_ROWS) showToast(t('fileCut', { count: format.number(MOST_ROWS) }))
      return
    }
    const stop = new AbortController()
    running.current = stop
    setProgress({ count: 0, total: 0 })
    try {
      const found = await collectRows({
        readPage: file.readPage,
        most: MOST_ROWS,
        onProgress: (count, total) => setProgress({ count, total }),
        signal: stop.signal,
      })
      if (found === null) return
      await save(file, found.rows, form)
      if (found.isCut) showToast(t('fileCut', { count: format.number(MOST_ROWS) }))
    } catch {
      showToast(t('fileFailed'))
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  if (progress !== null) {
    return (
      <button type="button" className={classes['tool']} onClick={() => running.current?.abort()}>
        <Icon name="download" size={18} />
        <span role="status">
          {progress.total === 0
            ? t('fileBegins')
            : t('fileProgress', { count: format.number(progress.count), total: format.number(progress.total) })}
        </span>{' '}
        · {t('fileStop')}
      </button>
    )
  }
  return (
    <>
      {FILE_FORMS.map((form) => (
        <button
          key={form}
          type="button"
          className={classes['tool']}
          aria-disabled={isEmpty || undefined}
          aria-label={form === 'xlsx' ? t('fileXlsx') : t('file')}
          onClick={() => !isEmpty && void collect(form)}
        >
          {form === 'csv' ? (
            <>
              <Icon name="download" size={18} /> {isPhone ? 'CSV' : t('file')}
            </>
          ) : (
            'XLSX'
          )}
        </button>
      ))}
    </>
  )
}

/** A file of plain text that every program reads, and a workbook. */
const FILE_FORMS = ['csv', 'xlsx'] as const
type FileForm = (typeof FILE_FORMS)[number]

/** Returns the function that saves rows as a file of the columns; as plain text unless told otherwise. */
export function useSaveFile<Row>(
  columns: readonly ListColumn<Row>[],
): (file: ListFile<Row>, rows: readonly Row[], form?: FileForm) => Promise<void> {
  const format = useFormat()
  const words = useFileWords()
  return async (file, rows, form = 'csv') => {
    if (form === 'xlsx') {
      const [{ writeXlsx }, { sheetTable }] = await Promise.all([import('../writeXlsx.ts'), import('../xlsxTable.ts')])
      downloadFile(`${file.name}.xlsx`, await writeXlsx(file.name, sheetTable(columns, rows, format.timeZone, words)))
      return
    }
    const { header, cells } = fileTable(columns, rows, format.timeZone, words)
    downloadCsv(`${file.name}.csv`, toCsv(header, file.note == null ? cells : [...cells, [file.note]]))
  }
}
