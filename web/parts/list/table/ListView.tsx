import type { RowData } from '@tanstack/react-table'
import { Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ListName } from '#engine/user/savedView.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usePrinting } from '#web/ui/printing.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { useElementWidth } from '#web/ui/useElementWidth.ts'
import { fileColumns, type ListColumn, sortRows } from '../listColumn.ts'
import { useRowKeys } from '../rowKeys.ts'
import type { ListUrl } from '../useListSearch.ts'
import { type Chip, Chips } from './Chips.tsx'
import { type ListFile, useSaveFile } from './FileButton.tsx'
import { BOX_WIDTH, HeadRow } from './HeadRow.tsx'
import { ListRow } from './ListRow.tsx'
import { useListTable, type ListTable } from './listTable.ts'
import type { ListPaging } from '../pagingOf.ts'
import { ListPager } from './ListPager.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ListTools } from './ListTools.tsx'
import classes from './ListTable.module.css'
import { type ListAction, SelectionBar } from './SelectionBar.tsx'
import { TableFrame } from './TableFrame.tsx'
import { NARROW, PHONE, useMedia } from './useMedia.ts'
import { useRowHeight } from './useRowHeight.ts'

const USUAL_WIDTH = 140
/** Of a row on a phone, before it is measured. */
const CARD_HEIGHT = 96
const PAGER_HEIGHT = 56
/** Below this width of the list its further columns stand below the title, in px. */
const NARROW_LIST = 880

/** The part of the URL state that every list has. */
type ListState = { readonly sort: string; readonly cols: readonly string[] | null; readonly invalid: readonly string[] }

/** The URL state of any page that has what a list needs; its setter takes at least that. */
type AnyListUrl = Pick<ListUrl<ListState>, 'show' | 'texts'> & {
  /** Left out where the page begins with no saved view. */
  readonly begin?: ListUrl<ListState>['begin']

  readonly search: ListState
  // A method, so that a setter that takes more fits as well.
  change(next: object, options?: { readonly isStep?: boolean }): void
}

type ListViewProps<Row> = {
  /** Names the list among the saved views of a person; without it views cannot be saved. */
  readonly name?: ListName
  /** What the list holds, read out to people who do not see it. */
  readonly caption: string
  readonly url: AnyListUrl
  readonly columns: readonly ListColumn<Row>[]
  /** Undefined while they are not known. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  /** What a row is called where it is selected. */
  readonly rowName: (row: Row) => string
  /** The rows come sorted: the server does it. */
  readonly isSorted?: boolean
  /** What stands above the list: search and filters. */
  readonly filters?: ReactNode
  readonly chips: readonly Chip[]
  readonly onClear: () => void
  /** How many there are, in words. */
  readonly count?: string
  readonly paging?: ListPaging
  /** What can be done with selected rows, beside a file of them; without it rows cannot be selected. */
  readonly actions?: readonly ListAction<Row>[]
  /** What letters do with the selected rows, else with the one that has the focus; none where neither is. */
  readonly letters?: Readonly<Record<string, (rows: readonly Row[]) => void>>
  /** What Alt with an arrow does with the row that has the focus: a place up or down. */
  readonly onMove?: (row: Row, by: -1 | 1) => void
  readonly file?: ListFile<Row>
  /** What stands instead of the list when there is nothing in it, and when the filters leave nothing. */
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  readonly noMatch: { readonly title: string; readonly text: string }
  /** Why the rows are not known. */
  readonly failure?: { readonly title: string; readonly onRetry: () => void } | null
  readonly mayRead?: boolean
  /** The key of the row that is open beside the list. */
  readonly openKey?: string | null
}

/**
 * Returns a list: its filters and tools, and a table with a head that sorts and stays in sight, whose rows are selected with the mouse or the keyboard;
 * on phones cards of the same columns. What it shows instead while it loads, when it fails, when it is empty and when the viewer may not see it.
 */
export function ListView<Row extends RowData>(props: ListViewProps<Row>) {
  const { t } = useTexts('table')
  const format = useFormat()
  const { url, columns, rows, isSorted = false, chips, mayRead = true, failure = null } = props
  const { search, change } = url
  const sorted = useMemo(
    () => (rows === undefined || isSorted ? rows : sortRows(rows, columns, search.sort, format.compare)),
    // The columns are made anew with every picture; their values are not.
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, isSorted, search.sort, format],
  )
  const isSlow = useDelayed(rows === undefined && failure === null)
  const hasRows = sorted !== undefined && sorted.length > 0
  if (!mayRead) return <EmptyState title={t('noRight')} text={t('noRightHelp')} />
  return (
    <div className={classes['list']}>
      <ListTools {...props} rows={sorted} />
      <Chips chips={chips} invalid={search.invalid} onInvalid={() => change({})} onClear={props.onClear} hasClear={sorted?.length !== 0} />
      {props.count !== undefined && (
        <p className={classes['count']} role="status">
          {props.count}
        </p>
      )}
      {failure !== null && <PanelError title={failure.title} retryLabel={t('state.retry')} onRetry={failure.onRetry} />}
      {isSlow && <ListSkeleton label={t('state.loading')} />}
      {failure === null && hasRows && <Rows {...props} rows={sorted} />}
      {failure === null && sorted?.length === 0 && (
        <Suspense fallback={null}>
          {chips.length > 0 ? (
            <EmptyState title={props.noMatch.title} text={props.noMatch.text}>
              <ActionButton onClick={props.onClear}>{t('clear')}</ActionButton>
            </EmptyState>
          ) : (
            <EmptyState title={props.empty.title} text={props.empty.text}>
              {props.empty.action}
            </EmptyState>
          )}
        </Suspense>
      )}
    </div>
  )
}

function Rows<Row extends RowData>({
  caption,
  url,
  columns,
  rows,
  rowKey,
  rowName,
  paging,
  actions,
  letters,
  onMove,
  file,
  openKey,
}: ListViewProps<Row> & { readonly rows: readonly Row[] }) {
  const { t } = useTexts('table')
  const host = useRef<HTMLDivElement>(null)
  const scroller = useRef<((edge: 'first' | 'last') => void) | null>(null)
  const isPrinted = usePrinting()
  // A sheet is as narrow as a tablet, and takes a table as that does.
  const isPhone = useMedia(PHONE) && !isPrinted
  // A panel beside the list takes from its room.
  const [measure, width] = useElementWidth()
  const isNarrow = useMedia(NARROW) || isPrinted || (width > 0 && width < NARROW_LIST)
  const height = useRowHeight()
  const { search, change } = url
  const { shown, folded } = useMemo(() => layOut(columns, search.cols, isPhone, isNarrow), [columns, search.cols, isPhone, isNarrow])
  const shownKeys = useMemo(() => shown.map(({ key }) => key), [shown])
  const save = useSaveFile(fileColumns(columns, search.cols))
  const isSelectable = actions !== undefined
  const saveSelected: ListAction<Row> | null =
    file === undefined
      ? null
      : {
          key: 'file',
          label: t('saveSelected'),
          run: (selected) => void save({ name: file.name }, selected),
        }
  const table = useListTable({
    columns,
    shown: shownKeys,
    rows,
    rowKey,
    sort: search.sort,
    onSort: (sort) => change({ sort: sort ?? undefined, page: 1 }),
    isSelectable,
  })
  const selection = useSelected(table, rows, rowKey)
  const actedOn = (key: string | null): readonly Row[] =>
    selection.rows.length > 0 ? selection.rows : rows.filter((row) => rowKey(row) === key)
  useRowKeys(host, {
    onSelect: (key) => isSelectable && selection.toggle(key, {}),
    ...(isSelectable && { onSelectTo: (key: string) => selection.toggle(key, { shiftKey: true }, true) }),
    onClear: () => {
      if (selection.rows.length === 0) return false
      selection.clear()
      return true
    },
    onEdge: (edge) => scroller.current?.(edge),
    ...(onMove && {
      onMove: (key: string, by: -1 | 1) => {
        const row = rows.find((one) => rowKey(one) === key)
        if (row !== undefined) onMove(row, by)
      },
    }),
    ...(letters && { letters: new Map(Object.entries(letters).map(([letter, run]) => [letter, (key) => run(actedOn(key))])) }),
  })
  return (
    <div ref={measure}>
      <div ref={host}>
        <TableFrame
          caption={caption}
          scroller={scroller}
          isCards={isPhone}
          roomBelow={paging === undefined ? 0 : PAGER_HEIGHT}
          count={rows.length}
          keyOf={(index) => (rows[index] === undefined ? String(index) : rowKey(rows[index]))}
          heightOf={() => (isPhone ? CARD_HEIGHT : height)}
          minWidth={shown.reduce((sum, { width = USUAL_WIDTH }) => sum + width, isSelectable ? BOX_WIDTH : 0)}
          head={<HeadRow table={table} shown={shown} sort={search.sort} isPhone={isPhone} isSelectable={isSelectable} />}
          row={(index, measure) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <ListRow
                key={key}
                row={row}
                rowKey={key}
                index={index}
                shown={shown}
                folded={folded}
                isSelected={selection.has(key)}
                isOpen={key === openKey}
                onSelect={isSelectable ? selection.tick : undefined}
                name={rowName(row)}
                measure={measure}
              />
            )
          }}
        />
        {paging !== undefined && <ListPager {...paging} />}
        {selection.rows.length > 0 && (
          <SelectionBar
            rows={selection.rows}
            actions={[...(actions ?? []), ...(saveSelected === null ? [] : [saveSelected])]}
            onClear={selection.clear}
          />
        )}
        <p className="hidden-text">{t('keys')}</p>
      </div>
    </div>
  )
}

/** Returns the chosen columns, parted into those that fit the window and those that stand below the title. */
function layOut<Row>(columns: readonly ListColumn<Row>[], chosen: readonly string[] | null, isPhone: boolean, isNarrow: boolean) {
  const wanted = columns.filter(
    ({ key, isTitle, isOnlyInFile }) => isOnlyInFile !== true && (isTitle === true || chosen === null || chosen.includes(key)),
  )
  const isShown = ({ isTitle, foldsBelow }: ListColumn<Row>) => isTitle === true || (!isPhone && !(isNarrow && foldsBelow === 992))
  return { shown: wanted.filter(isShown), folded: wanted.filter((column) => !isShown(column)) }
}

/** Returns the selected rows, also those of pages that were shown before, and what changes the selection. */
function useSelected<Row extends RowData>(table: ListTable<Row>, rows: readonly Row[], rowKey: (row: Row) => string) {
  const [seen] = useState(() => new Map<string, Row>())
  for (const row of rows) seen.set(rowKey(row), row)
  const has = (key: string) => table.state.rowSelection[key] === true
  const toggle = (key: string, event: object, isSelected = !has(key)) => {
    const row = table.getRowModel().rowsById[key]
    row?.getToggleSelectedHandler()({ ...event, target: { checked: isSelected } })
  }
  const tick = useCallback((key: string, event: unknown) => table.getRowModel().rowsById[key]?.getToggleSelectedHandler()(event), [table])
  return {
    rows: Object.keys(table.state.rowSelection).flatMap((key): Row[] => {
      const row = seen.get(key)
      return row === undefined ? [] : [row]
    }),
    has,
    toggle,
    tick,
    clear: () => table.resetRowSelection(true),
  }
}
