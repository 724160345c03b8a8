import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { mayConfirmShifts } from '#engine/shift/mayEditShift.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  type ListedShiftFragment,
  ShiftCellsDocument,
  ShiftPlacesDocument,
  type ShiftPlacesQuery,
  ShiftsListDocument,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { Chips } from '#web/parts/list/table/Chips.tsx'
import { FileButton } from '#web/parts/list/table/FileButton.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { PAGE_SIZES, pagingOf } from '#web/parts/list/pagingOf.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import tabClasses from '#web/parts/list/listTabs.module.css'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { ShiftBoardProps } from '../board/ShiftBoard.tsx'
import { CloseOfDate } from '../close/CloseOfDate.tsx'
import { NO_SHIFT_FILTERS, SHIFT_TABS, SHIFTS_SEARCH } from '../shiftsSearch.ts'
import type { CarriedItemsProps } from './CarriedItems.tsx'
import { ChangeOfPeriod } from './ChangeOfPeriod.tsx'
import { CloseShifts, type ToClose } from './CloseShifts.tsx'
import { ShiftFilters } from './ShiftFilters.tsx'
import { ShiftMatrix } from './ShiftMatrix.tsx'
import { isMatrix, isTooLong, movedDate, shiftsFilter, shiftsOrder } from './shifts.view.ts'
import classes from './ShiftsPage.module.css'
import { useShiftChips } from './useShiftChips.ts'
import { useShiftColumns } from './useShiftColumns.tsx'

/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000
const ShiftBoard = lazyPart<ShiftBoardProps>(() =>
  withTexts('tv', import('../board/ShiftBoard.tsx')).then((module) => ({ default: module.ShiftBoard })),
)
const CarriedItems = lazyPart<CarriedItemsProps>(() =>
  withTexts('handover', import('./CarriedItems.tsx')).then((module) => ({ default: module.CarriedItems })),
)
const NO_PLACES: ShiftPlacesQuery['workCenters'] = []
const OF_SHIFTS: readonly RecordKind[] = ['loss', 'output', 'shift']

/** Returns the shifts of the company by work center and date, or as a list: what is confirmed, what waits for it, and what it lacks. */
export function ShiftsPage() {
  const { t } = useTexts('shift')
  const format = useFormat()
  const viewer = useViewer()
  const client = useClient()
  const url = useListSearch(SHIFTS_SEARCH)
  const { search, change } = url
  const now = useCoarseNow(MINUTE_MS)
  const [known] = useQuery({ query: ShiftPlacesDocument })
  const places = known.data?.workCenters ?? NO_PLACES
  const zone = known.data?.companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? format.timeZone
  const today = dateAt(zone, now)
  const isCells = isMatrix(search, today)
  const filter = useMemo(() => shiftsFilter(search, today), [search, today])
  const interest = { workCenterIds: search.wc.length > 0 ? search.wc : null, kinds: OF_SHIFTS }
  const [cells, askCells] = useFreshQuery(
    ShiftCellsDocument,
    useMemo(() => ({ filter }), [filter]),
    interest,
    {
      pause: !isCells || search.close || search.tv,
    },
  )
  const order = useMemo(() => shiftsOrder(search.sort), [search.sort])
  const [list, askList] = useFreshQuery(
    ShiftsListDocument,
    useMemo(() => ({ filter, order, page: search.page, size: Number(search.size) }), [filter, order, search.page, search.size]),
    interest,
    { pause: isCells || search.close || search.tv },
  )
  const [toClose, setToClose] = useState<ToClose | null>(null)
  const mayConfirm = mayConfirmShifts(viewer)
  const columns = useShiftColumns({ mayConfirm })
  const chips = useShiftChips(url, { places, groups: known.data?.workCenterGroups ?? NO_PLACES })
  const isSlow = useDelayed(isCells && cells.fetching && cells.data === undefined)
  usePageTitle(t('page.shifts'))
  if (search.tv)
    return (
      <Suspense fallback={null}>
        <ShiftBoard workCenterIds={search.wc} since={movedDate(today, -1)} onExit={() => change({ tv: false })} />
      </Suspense>
    )
  if (search.close) return <CloseOfDate date={search.date === '' ? movedDate(today, -1) : search.date} today={today} />

  const page = list.data?.shiftsPages
  const shown = isCells ? cells.data?.shifts : page?.items
  const error = isCells ? cells.error : list.error
  const problem = problemsOf(error)[0]
  const failure =
    error && shown === undefined
      ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: isCells ? askCells : askList }
      : null
  const readPage = async (current: number) => {
    const answer = await client
      .query(ShiftsListDocument, { filter, order, page: current, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data === undefined) throw answer.error ?? new Error('The shifts cannot be read')
    const { totalItems, ...rest } = answer.data.shiftsPages
    return { ...rest, totalItems, isTotalExact: true }
  }
  const file = { name: fileNamePart(t('page.shifts')), readPage }
  const filters = <ShiftFilters search={search} workCenters={places} onChange={(next) => change({ page: 1, ...next })} />
  const empty = { title: t(`empty.${search.tab}`), text: t('empty.help') }
  const noMatch = { title: t('noMatch'), text: t('noMatchHelp') }
  const view = (
    <ChoiceGroup
      label={t('view.label')}
      isLabelHidden
      value={isCells ? 'matrix' : 'list'}
      choices={[
        { value: 'matrix', label: t('view.matrix') },
        { value: 'list', label: t('view.list') },
      ]}
      onChange={(value) => change({ view: value === 'matrix' ? 'matrix' : 'list', page: 1 }, { isStep: true })}
    />
  )
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.shifts')}</PageHeading>
        <div className={classes['headTools']} data-print="no">
          {view}
          <ActionButton onClick={() => change({ tv: true }, { isStep: true })}>{t('board.open')}</ActionButton>
          {mayConfirm && (
            <ActionButton onClick={() => setToClose({ kind: 'date', date: movedDate(today, -1), workCenterIds: search.wc })}>
              {t('close.byDate')}
            </ActionButton>
          )}
        </div>
      </div>
      <nav className={tabClasses['tabs']} aria-label={t('page.shifts')}>
        {SHIFT_TABS.map((tab) => (
          <Link
            key={tab}
            to="/shifts"
            search={{ ...search, tab, page: 1 }}
            className={tabClasses['tab']}
            aria-current={tab === search.tab ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {isCells ? (
        <div className={classes['matrixPage']}>
          <div className={classes['tools']} data-print="no">
            {filters}
            <div className={classes['file']}>
              <FileButton
                file={file}
                columns={columns}
                rows={NO_ROWS}
                isEmpty={cells.data === undefined || cells.data.shifts.length === 0}
              />
            </div>
          </div>
          <Chips
            chips={chips}
            invalid={search.invalid}
            onInvalid={() => change({})}
            onClear={() => change(NO_SHIFT_FILTERS)}
            hasClear={cells.data?.shifts.length !== 0}
          />
          {failure !== null && <PanelError title={failure.title} retryLabel={t('state.retry')} onRetry={failure.onRetry} />}
          {isSlow && <p role="status">{t('state.loading')}</p>}
          {cells.data !== undefined && cells.data.shifts.length > 0 && <ShiftMatrix cells={cells.data.shifts} places={places} />}
          {cells.data?.shifts.length === 0 &&
            (chips.length > 0 ? (
              <EmptyState title={noMatch.title} text={noMatch.text}>
                <ActionButton onClick={() => change(NO_SHIFT_FILTERS)}>{t('clear')}</ActionButton>
              </EmptyState>
            ) : (
              <EmptyState title={empty.title} text={empty.text} />
            ))}
        </div>
      ) : (
        <>
          {search.view === 'matrix' && isTooLong(search, today) && <p className={classes['meta']}>{t('matrix.tooLong')}</p>}
          <ListView<ListedShiftFragment>
            name="SHIFTS"
            caption={t('page.shifts')}
            url={url}
            columns={columns}
            rows={page?.items}
            rowKey={keyOf}
            rowName={(shift) => `${shift.workCenter.name}, ${shift.shiftDate}, ${shift.name}`}
            isSorted
            filters={filters}
            chips={chips}
            onClear={() => change(NO_SHIFT_FILTERS)}
            {...(page && { count: t('count', { count: page.totalItems }) })}
            {...pagingOf(page, change, {
              choices: PAGE_SIZES,
              onSize: (size) => change({ page: 1, size: PAGE_SIZES.find((one) => one === size) ?? '50' }),
            })}
            {...(mayConfirm && {
              actions: [
                {
                  key: 'close',
                  label: t('close.chosen'),
                  isMain: true,
                  run: (chosen: readonly ListedShiftFragment[]) => setToClose({ kind: 'chosen', shifts: chosen }),
                },
              ],
            })}
            file={file}
            empty={empty}
            noMatch={noMatch}
            failure={failure}
          />
        </>
      )}
      {mayConfirm && (
        <Suspense fallback={null}>
          <CarriedItems workCenterIds={search.wc} />
        </Suspense>
      )}
      <ChangeOfPeriod search={search} today={today} />
      <CloseShifts
        asked={toClose}
        today={today}
        onAsk={setToClose}
        onClose={() => {
          setToClose(null)
          if (isCells) askCells()
          else askList()
        }}
      />
    </>
  )
}

const NO_ROWS: readonly ListedShiftFragment[] = []

function keyOf(shift: ListedShiftFragment): string {
  return `${shift.workCenterId}@${shift.timeStart}`
}
