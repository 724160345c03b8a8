import { Suspense, useMemo, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { mayConfirmOutput } from '#engine/output/mayConfirmOutput.ts'
import { mayDateOrders, mayPlanOrders, mayReadOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { useLiveOrders } from '#web/api/liveOrders.ts'
import {
  JobOrderCountsDocument,
  JobOrderLatenessDocument,
  JobOrderPlacesDocument,
  type JobOrderPlacesQuery,
  JobOrdersListDocument,
  type ListedOrderFragment,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { Later, lazyPart } from '#web/base/lazyPart.tsx'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { useLetter } from '#web/ui/useLetter.ts'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { JobOrderFilters } from './JobOrderFilters.tsx'
import { ordersQuery, type RowAction } from './jobOrders.view.ts'
import { JobOrderTabs } from './JobOrderTabs.tsx'
import { ManyOrders, useManyOrders } from './ManyOrders.tsx'
import { CloseDialog, JobOrderPanel, MovedNotice, StartDialog } from './orderDialogs.ts'
import { OrderSavedBar } from './OrderSavedBar.tsx'
import { NO_OPEN_ORDER, NO_ORDER_FILTERS, ORDERS_SEARCH } from './jobOrdersSearch.ts'
import classes from './JobOrdersPage.module.css'
import { withLiveFigures } from './liveFigures.ts'
import { type AskedRow, RowDialogs } from './RowDialogs.tsx'
import { useOrderActs } from './useOrderActs.ts'
import { useOrderChips } from './useOrderChips.ts'
import { useChosenProducts } from './useChosenProducts.ts'
import { useForecasts } from './useForecasts.ts'
import { useOrderLetters } from './useOrderLetters.ts'
import { useOrderColumns } from './useOrderColumns.tsx'
import { useRowMoves } from './useRowMoves.ts'
import { ViewLinks } from './ViewLinks.tsx'
import { useStart } from './useStart.ts'

/** So often it is asked how many are late. */
const LATENESS_MS = 2 * MINUTE_MS
const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 200
const NO_PLACES: JobOrderPlacesQuery['workCenters'] = []

type Order = ListedOrderFragment

const FirstSteps = lazyPart<object>(() => import('./FirstSteps.tsx').then((module) => ({ default: module.FirstSteps })))
/** What a company without orders begins with; the page stands while its files come. */
const firstSteps = (
  <Suspense fallback={null}>
    <FirstSteps />
  </Suspense>
)
const ImportWizard = lazyPart(() => withTexts('orderImport', import('./orderImport/ImportWizard.tsx')))

/** Returns the job orders of the company, or the import of a file of them: which of both is in the address. */
export function JobOrdersPage() {
  const { search, change } = useListSearch(ORDERS_SEARCH)
  const mayPlan = mayPlanOrders(useViewer())
  const [importId] = search.import
  if (importId === undefined || !mayPlan) return <OrdersList />
  return (
    <Suspense>
      <ImportWizard
        importId={importId === 'new' ? null : importId}
        onOpen={(id) => change({ import: [id] }, { isStep: true })}
        onClose={() => change({ import: [] }, { isStep: true })}
      />
    </Suspense>
  )
}

/** Returns the list of job orders: tab, filters, order, page and the open one are in the address. */
function OrdersList() {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const viewer = useViewer()
  const client = useClient()
  const url = useListSearch(ORDERS_SEARCH)
  const { search, change } = url
  const [known] = useQuery({ query: JobOrderPlacesDocument })
  const places = known.data?.workCenters ?? NO_PLACES
  const zone = known.data?.companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? format.timeZone
  const variables = useMemo(() => ordersQuery(search, zone), [search, zone])
  const [result, ask] = useFreshQuery(
    JobOrdersListDocument,
    useMemo(() => ({ ...variables, page: search.page, size: PAGE_SIZE }), [variables, search.page]),
    // What machines count comes by the hub, order by order: nobody asks the list again for it.
    { workCenterIds: null, kinds: ['order'] },
  )
  // Output changes no status: machines that write it do not make the orders be counted.
  const [counted, count] = useFreshQuery(
    JobOrderCountsDocument,
    useMemo(() => ({ filter: { ...variables.filter, statuses: null } }), [variables]),
    { workCenterIds: null, kinds: ['order'] },
  )
  // It follows from the forecasts of all queues: asked beside the list, so that nobody waits for it.
  const [late] = useFreshQuery(
    JobOrderLatenessDocument,
    useMemo(() => ({ filter: { ...variables.filter, statuses: null, lateness: null } }), [variables]),
    { workCenterIds: null, kinds: ['order'] },
    // Orders become late by the clock.
    { everyMs: LATENESS_MS },
  )
  const askAll = () => {
    ask()
    count()
  }
  const acts = useOrderActs(askAll)
  const start = useStart(acts)
  const many = useManyOrders(askAll)
  const [asked, setAsked] = useState<{ readonly act: 'CANCEL' | 'DELETE'; readonly order: Pick<Order, 'id' | 'orderCode'> } | null>(null)
  const [closing, setClosing] = useState<Order | null>(null)
  const [askedRow, setAskedRow] = useState<AskedRow | null>(null)
  /** The order whose drawer opens with its form. */
  const [editing, setEditing] = useState<number | null>(null)
  // Also where it was closed by the way back.
  const isClosed = search.id[0] === undefined
  const [wasClosed, setWasClosed] = useState(isClosed)
  if (isClosed !== wasClosed) {
    setWasClosed(isClosed)
    if (isClosed) setEditing(null)
  }
  const mayPlan = mayPlanOrders(viewer)
  const rights = { mayPlan, mayConfirm: mayConfirmOutput(viewer), mayDate: mayDateOrders(viewer) }
  usePageTitle(t('page.job-orders'))
  useLetter('b', () => change({ view: 'board' }, { isStep: true }))
  useLetter('c', () => {
    if (mayPlan) change({ id: ['new'] }, { isStep: true })
  })

  const copy = (how: { readonly remainderOnly: boolean }) => (order: Order) =>
    void acts.run('COPY', order, how).then((copyId) => {
      if (copyId !== null) change({ id: [copyId] })
    })
  const edit = ({ id }: Pick<Order, 'id'>) => {
    setEditing(id)
    change({ id: [id] }, { isStep: true })
  }
  const onAct = (act: RowAction, order: Order) => {
    switch (act) {
      case 'START':
        return void start.start(order)
      case 'CANCEL':
      case 'DELETE':
        return setAsked({ act, order })
      case 'CONFIRM':
      case 'MOVE':
      case 'STOP_AT':
      case 'CLOSE_AT':
        return setAskedRow({ action: act, order })
      case 'EDIT':
        return edit(order)
      case 'COPY':
      case 'COPY_MISSING':
        return copy({ remainderOnly: act === 'COPY_MISSING' })(order)
      case 'CLOSE':
        return order.status === 'TECHNICALLY_COMPLETED' ? setClosing(order) : void acts.run(act, order)
      default:
        void acts.run(act, order)
    }
  }
  const letters = useOrderLetters({ onAct, onEdit: edit, mayEdit: mayPlan })
  const forecasts = useForecasts(result.data?.jobOrdersPages.items)
  const columns = useOrderColumns({
    onOpen: ({ id }) => change({ id: [id] }, { isStep: true }),
    onMessages: ({ id }) => change({ id: [id], panel: 'conversation' }, { isStep: true }),
    onAct,
    rights,
    isBusy: (id) => start.askingId === id || acts.busyOf(id) !== null,
    zone,
    forecasts,
  })
  const products = useChosenProducts(search.product)
  const chips = useOrderChips(url, { places, products })
  const list = result.data?.jobOrdersPages
  const heard = useLiveOrders(ask)
  const rows = useMemo(() => list?.items.map((order) => withLiveFigures(order, heard.get(order.id))), [list, heard])
  const moves = useRowMoves({
    rows: list?.items,
    onMoved: () => {
      acts.forget()
      ask()
    },
    onRefused: acts.refuse,
  })
  // Something else was done since, or the list is of something else: the move is not the last that can be taken back.
  const shownFilter = JSON.stringify(variables.filter)
  const [last, setLast] = useState({ done: acts.done, shownFilter })
  if (acts.done !== last.done || shownFilter !== last.shownFilter) {
    setLast({ done: acts.done, shownFilter })
    if (acts.done !== null || shownFilter !== last.shownFilter) moves.forget()
  }
  const [problem] = problemsOf(result.error)
  const [openId = null] = search.id
  // What is refused of a row stands in its drawer.
  const shownId = openId ?? acts.refused?.orderId ?? null
  const readPage = async (page: number) => {
    const answer = await client
      .query(JobOrdersListDocument, { ...variables, page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data == null) throw answer.error ?? new Error('The job orders cannot be read')
    return answer.data.jobOrdersPages
  }
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.job-orders')}</PageHeading>
        {mayPlan && (
          <div className={classes['acts']}>
            <ActionButton onClick={() => change({ import: ['new'] }, { isStep: true })}>{t('importFile')}</ActionButton>
            <ActionButton isMain onClick={() => change({ id: ['new'] }, { isStep: true })}>
              {t('create')}
            </ActionButton>
          </div>
        )}
      </div>
      <ViewLinks view="table" />
      <JobOrderTabs search={search} counts={counted.data?.jobOrdersPages.counts} />
      <ListView<Order>
        name="JOB_ORDERS"
        caption={t('page.job-orders')}
        url={url}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowName={({ orderCode, product }) => (product === null ? orderCode : `${orderCode}, ${product.name}`)}
        isSorted
        mayRead={mayReadOrders(viewer)}
        filters={
          <JobOrderFilters
            search={search}
            workCenters={places}
            late={late.data?.jobOrdersPages.latenessCounts}
            onChange={(next) => change({ page: 1, ...next })}
          />
        }
        chips={chips}
        onClear={() => change(NO_ORDER_FILTERS)}
        {...pagingOf(list, change)}
        actions={mayPlan ? many.actions : []}
        letters={letters}
        {...(mayPlan && { onMove: moves.move })}
        file={{ name: fileNamePart(t('page.job-orders')), readPage }}
        empty={{
          title: search.tab === 'all' ? t('empty.all') : t('empty.status', { status: t(`tab.${search.tab}`) }),
          text: t('empty.help'),
          ...(mayPlan && search.tab === 'all' && { action: firstSteps }),
        }}
        noMatch={{ title: t('empty.noMatch'), text: t('empty.noMatchHelp') }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
      <Later isAsked={shownId !== null}>
        <JobOrderPanel
          openId={shownId}
          search={search}
          places={known.data}
          workCenterId={search.wc.length === 1 ? (search.wc[0] ?? null) : null}
          zone={zone}
          mayPlan={mayPlan}
          rights={rights}
          acts={acts}
          isAsking={(id) => start.askingId === id}
          onAct={onAct}
          editId={editing}
          onCopyMissing={copy({ remainderOnly: true })}
          onOpen={(id) => change({ id: [id] })}
          onChanged={askAll}
          onClose={() => {
            setEditing(null)
            change(NO_OPEN_ORDER)
            if (acts.refused !== null) acts.forget()
          }}
        />
      </Later>
      <Later isAsked={start.asked !== null}>
        <StartDialog start={start} />
      </Later>
      <RowDialogs asked={askedRow} places={places} acts={acts} onChanged={askAll} onClose={() => setAskedRow(null)} />
      <ManyOrders many={many} places={places.filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE')} zone={zone} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : t(`confirm.${asked.act}`, { code: asked.order.orderCode })}
        confirmLabel={asked === null ? '' : t(`act.${asked.act}`)}
        cancelLabel={t('form.cancel')}
        closeLabel={t('state.close')}
        isDanger
        onConfirm={() => {
          if (asked === null) return
          if (asked.act === 'DELETE') change(NO_OPEN_ORDER)
          void acts.run(asked.act, asked.order)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        {asked !== null && <p>{t(`confirmHelp.${asked.act}`)}</p>}
      </ConfirmDialog>
      <Later isAsked={closing !== null}>
        <CloseDialog
          order={closing}
          onConfirm={(order, comment) => {
            setClosing(null)
            void acts.run('CLOSE', order, { ...(comment !== '' && { comment }) })
          }}
          onClose={() => setClosing(null)}
        />
      </Later>
      {/* The open drawer has one of its own: what lies behind it cannot be reached. */}
      {shownId === null && <OrderSavedBar acts={acts} />}
      {shownId === null && acts.done === null && moves.moved !== null && (
        <Suspense>
          <MovedNotice
            sentence={moves.moved.sentence}
            effect={moves.moved.effect}
            zone={moves.moved.order.workCenter?.timeZone ?? zone}
            isOver
            onUndo={moves.moved.isBack ? null : () => void moves.undo()}
            onClose={moves.forget}
          />
        </Suspense>
      )}
    </>
  )
}
