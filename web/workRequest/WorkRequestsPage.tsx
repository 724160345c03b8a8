import { useMemo, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { mayAskForWork } from '#engine/workRequest/mayUseRequests.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type ListedRequestFragment, WorkRequestPlacesDocument, WorkRequestsListDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useLetter } from '#web/ui/useLetter.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { openMoves } from './openMoves.ts'
import { RequestBoard } from './RequestBoard.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { NO_OPEN_REQUEST, NO_REQUEST_FILTERS, REQUESTS_SEARCH } from './requestsSearch.ts'
import { useRequestChips } from './useRequestChips.ts'
import { useRequestColumns } from './useRequestColumns.tsx'
import { usePeopleAhead } from './usePeopleAhead.ts'
import { useRequestMoves } from './useRequestMoves.ts'
import { requestsQuery, titleOf, withMove } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

const PAGE_SIZE = 50
/** Of the board, which has no pages. */
const BOARD_SIZE = 200
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000

/** Returns the work requests as a board or a list; filters, view and the open one are in the address. */
export function WorkRequestsPage() {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const viewer = useViewer()
  const client = useClient()
  const url = useListSearch(REQUESTS_SEARCH)
  const { search, change } = url
  const isPhone = useMedia(PHONE)
  const isBoard = isPhone || search.view === 'board'
  const [known] = useQuery({ query: WorkRequestPlacesDocument })
  const places = known.data?.workCenters ?? []
  const variables = useMemo(() => requestsQuery(search, isBoard), [search, isBoard])
  const [result, ask] = useFreshQuery(
    WorkRequestsListDocument,
    useMemo(
      () => ({ ...variables, page: isBoard ? 1 : search.page, size: isBoard ? BOARD_SIZE : PAGE_SIZE }),
      [variables, search.page, isBoard],
    ),
    { workCenterIds: null, kinds: ['workRequest'] },
  )
  const moves = useRequestMoves({
    onMoved: ask,
    onRefused: (id, problem) => {
      // The drawer says it by itself.
      if (search.id[0] !== id) showToast(problemText(t, problem))
    },
  })
  /** The request that was opened to write beside it. */
  const [writingId, setWritingId] = useState<number | null>(null)
  const open = (id: number | 'new') => {
    setWritingId(null)
    change({ id: [id] }, { isStep: true })
  }
  const write = (id: number) => {
    open(id)
    setWritingId(id)
  }
  const columns = useRequestColumns(moves, open)
  const chips = useRequestChips(url, places)
  usePageTitle(t('page.work-requests'))
  const mayWrite = mayAskForWork(viewer)
  useLetter('b', () => change({ view: isBoard ? 'table' : 'board' }, { isStep: true }))
  useLetter('n', () => {
    if (mayWrite) open('new')
  })
  const list = result.data?.workRequests
  const requests = list?.items.map((one) =>
    withMove(
      one,
      moves.waiting.findLast(({ id }) => id === one.id),
    ),
  )
  usePeopleAhead(mayWrite ? requests : undefined)
  const [problem] = problemsOf(result.error)
  const failure = result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null
  const create = mayWrite && (
    <ActionButton isMain onClick={() => open('new')}>
      {t('create')}
    </ActionButton>
  )
  const filters = <RequestFilters search={search} places={places} onChange={(next) => change({ page: 1, ...next })} />
  const readPage = async (page: number) => {
    const answer = await client
      .query(WorkRequestsListDocument, { ...variables, page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data == null) throw answer.error ?? new Error('The work requests cannot be read')
    return answer.data.workRequests
  }
  return (
    <>
      <div className={classes['pageHead']}>
        <PageHeading>{t('page.work-requests')}</PageHeading>
        <div className={classes['acts']}>
          {!isPhone && (
            <ActionButton onClick={() => change({ view: isBoard ? 'table' : 'board' }, { isStep: true })}>
              {t(isBoard ? 'view.table' : 'view.board')}
            </ActionButton>
          )}
          {create}
        </div>
      </div>
      {isBoard ? (
        <>
          {filters}
          {failure !== null && requests === undefined && (
            <PanelError title={failure.title} retryLabel={t('state.retry')} onRetry={failure.onRetry} />
          )}
          {requests?.length === 0 && (
            <EmptyState title={t(chips.length > 0 ? 'noMatch' : 'none')} text={t(chips.length > 0 ? 'noMatchHelp' : 'noneHelp')}>
              {chips.length > 0 ? <ActionButton onClick={() => change(NO_REQUEST_FILTERS)}>{t('clear')}</ActionButton> : create}
            </EmptyState>
          )}
          {list?.hasNext === true && <p role="status">{t('first', { count: BOARD_SIZE })}</p>}
          {requests !== undefined && requests.length > 0 && (
            <RequestBoard requests={requests} zone={format.timeZone} moves={moves} isPhone={isPhone} onOpen={open} onWrite={write} />
          )}
        </>
      ) : (
        <ListView<ListedRequestFragment>
          name="WORK_REQUESTS"
          caption={t('page.work-requests')}
          url={url}
          columns={columns}
          rows={requests}
          rowKey={({ id }) => String(id)}
          rowName={titleOf}
          isSorted
          filters={filters}
          chips={chips}
          onClear={() => change(NO_REQUEST_FILTERS)}
          {...(list && {
            paging: {
              page: list.current,
              size: list.size,
              total: list.totalItems,
              isTotalExact: list.isTotalExact,
              onPage: (page: number) => change({ page }, { isStep: true }),
            },
          })}
          letters={{
            c: ([one]) => {
              if (one !== undefined) write(one.id)
            },
            m: ([one]) => {
              if (one !== undefined) openMoves(one.id)
            },
          }}
          file={{ name: fileNamePart(t('page.work-requests')), readPage }}
          empty={{ title: t('none'), text: t('noneHelp'), action: create }}
          noMatch={{ title: t('noMatch'), text: t('noMatchHelp') }}
          failure={failure}
        />
      )}
      <RequestPanel
        openId={search.id[0] ?? null}
        writingId={writingId}
        lossId={search.loss[0] ?? null}
        notificationId={search.notice === '' ? null : search.notice}
        causePlaceId={search.place[0] ?? null}
        places={places}
        zone={format.timeZone}
        moves={moves}
        onOpen={(id) => change({ ...NO_OPEN_REQUEST, id: [id] })}
        onChanged={ask}
        onClose={() => change(NO_OPEN_REQUEST)}
      />
      <MoveDialog moves={moves} />
    </>
  )
}
