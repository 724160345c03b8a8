import { Suspense, useState, type ReactNode } from 'react'
import type { ListName } from '#engine/user/savedView.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ToolbarSelect } from '#web/ui/ToolbarSelect.tsx'
import { fileColumns, type ListColumn } from '../listColumn.ts'
import { columnOf, isDescending } from '../sort.ts'
import { FileButton, type ListFile } from './FileButton.tsx'
import classes from './ListTable.module.css'
import { NARROW, PHONE, useMedia } from './useMedia.ts'

const SavedViews = lazyPart(() => import('./SavedViews.tsx'))
const ColumnsPanel = lazyPart(() => import('./ColumnsPanel.tsx'))

type ListToolsProps<Row> = {
  readonly name?: ListName
  readonly url: {
    readonly search: { readonly sort: string; readonly cols: readonly string[] | null }
    readonly texts: Readonly<Record<string, string>>
    readonly show: (texts: Readonly<Record<string, string>>) => void
    readonly begin?: (texts: Readonly<Record<string, string>>) => void
    change(next: object): void
  }
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly filters?: ReactNode
  readonly file?: ListFile<Row>
}

/** Returns what stands above a list: its filters, its order where there is no head to press, and what can be done with all of it. */
export function ListTools<Row>({ name, url, columns, rows = [], filters, file }: ListToolsProps<Row>) {
  const { t } = useTexts('table')
  const isPhone = useMedia(PHONE)
  const isNarrow = useMedia(NARROW)
  const [isChoosing, setChoosing] = useState(false)
  // It stays once it was opened, so that it closes as any other.
  const [wasChoosing, setWasChoosing] = useState(false)
  const { search, change } = url
  const sortable = columns.filter((column) => column.isSortable === true)
  const isOrderHidden = sortable.length > 0 && (isPhone || (isNarrow && sortable.some(({ foldsBelow }) => foldsBelow === 992)))
  const choices = columns.filter((column) => column.isTitle !== true && column.isOnlyInFile !== true)
  const inFile = fileColumns(columns, search.cols)
  const column = columnOf(search.sort)
  return (
    <div className={classes['tools']} data-print="no">
      {filters}
      {isOrderHidden && (
        <div className={classes['order']}>
          <ToolbarSelect
            label={t('order')}
            value={column}
            choices={sortable.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(key) => change({ sort: sortable.find((one) => one.key === key)?.startsDown === true ? `-${key}` : key, page: 1 })}
          />
          <button
            type="button"
            className={classes['turn']}
            aria-label={t('turn')}
            title={t('turn')}
            onClick={() => change({ sort: isDescending(search.sort) ? column : `-${column}`, page: 1 })}
          >
            <span aria-hidden>{isDescending(search.sort) ? '↓' : '↑'}</span>
          </button>
        </div>
      )}
      <div className={classes['buttons']}>
        {name !== undefined && (
          <Suspense fallback={null}>
            <SavedViews list={name} texts={url.texts} onShow={url.show} {...(url.begin && { onBegin: url.begin })} />
          </Suspense>
        )}
        {choices.length > 1 && (
          <button
            type="button"
            className={classes['tool']}
            aria-haspopup="dialog"
            onClick={() => {
              setChoosing(true)
              setWasChoosing(true)
            }}
          >
            <Icon name="columns" size={18} /> {t('columns')}
          </button>
        )}
        {file !== undefined && <FileButton file={file} columns={inFile} rows={rows} />}
      </div>
      {wasChoosing && (
        <Suspense fallback={null}>
          <ColumnsPanel
            isOpen={isChoosing}
            columns={choices}
            chosen={search.cols}
            onChange={(cols) => change({ cols })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
