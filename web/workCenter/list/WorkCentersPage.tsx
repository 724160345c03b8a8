import { useConnection } from '#web/api/live.ts'
import { Suspense, useEffect, useMemo } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { mayAddWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { logFailure } from '#web/ui/log.ts'
import { isOutage } from '#web/api/outage.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { leadsToOperatorMode } from '#web/base/operatorHome.ts'
import { useIsSettled } from '#web/base/settled.ts'
import { useStepsHidden } from '#web/base/firstStart/useStepsHidden.ts'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { loadSignalChart } from '../loadSignalChart.ts'
import { ActiveOrdersContext } from './activeOrders.ts'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import { CardSkeletons } from './CardSkeletons.tsx'
import { CompareContext } from './compareChoice.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListHead } from './ListHead.tsx'
import { CompareBar, CompareView, EndCards, NeedsYou, OperatorBoard, StepsAbove, TvBoard, loadTable } from './listParts.ts'
import { COMPARED_RANGES, LIST_SEARCH, NO_FILTERS, sortHere } from './listSearch.view.ts'
import { ShiftStripsContext } from './shiftStrips.ts'
import { ShownList } from './ShownList.tsx'
import { useActiveOrdersOf, useShiftStripsOf, useWorkCenters } from './useWorkCenters.ts'
import { useCompare } from './useCompare.ts'
import { useShownOrder } from './useShownOrder.ts'
import classes from './WorkCentersPage.module.css'

const AHEAD_AFTER_MS = 3000
/** With more machines than this a company sees no promo cards, and one line that says who waits for a person. */
const FEW = 3
/** A company with more machines than this has taken its first steps, and is not asked about them. */
const MOST_WITH_STEPS = 12

/** Returns the list of work centers (spec 001 §2, U-20): cards or a table, their filters and order, all in the address; or up to three compared. */
export function WorkCentersPage() {
  const { t } = useCommonTexts()
  const url = useListSearch(LIST_SEARCH)
  const { search, change } = url
  // Phones have no room for a table.
  const isPhone = useMedia(PHONE)
  const isTable = isPhone ? false : search.view === 'table'
  const { workCenters, error, isFetching, refetch } = useWorkCenters()
  const isSlow = useDelayed(isFetching && workCenters === undefined)
  const order = useShownOrder(
    workCenters,
    useMemo(() => ({ ...search, sort: sortHere(search.sort, isPhone) }), [search, isPhone]),
  )
  const compare = useCompare(search.compare)
  const orders = useActiveOrdersOf(workCenters !== undefined)
  const strips = useShiftStripsOf(workCenters !== undefined)
  const viewer = useViewer()
  const isSettled = useIsSettled()
  useEffect(() => {
    // Who asked for something else gets that.
    if (location.search === '' && mayEditLosses(viewer) && leadsToOperatorMode(viewer)) change({ isOperator: true })
    // Once, where somebody lands.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  usePageTitle(t('page.boxes'))
  usePageAhead()
  const mayHaveSteps = !isInDemo(viewer) && mayAddWorkCenters(viewer) && workCenters !== undefined && workCenters.length <= MOST_WITH_STEPS
  const [isStepsHidden, setStepsHidden] = useStepsHidden(!mayHaveSteps)
  const clear = () => change({ ...NO_FILTERS, q: '' })
  const hasEnd = isInDemo(viewer) || (workCenters !== undefined && workCenters.length <= FEW)

  if (workCenters !== undefined && search.isOperator) {
    return (
      <Suspense fallback={null}>
        <OperatorBoard workCenters={workCenters} search={search} onLeave={() => change({ isOperator: false })} />
      </Suspense>
    )
  }
  if (search.isBoard && workCenters === undefined && !error) return <BoardSkeleton />
  if (workCenters !== undefined && search.isBoard) {
    return (
      <Suspense fallback={<BoardSkeleton />}>
        <TvBoard workCenters={workCenters} search={search} onExit={() => change({ isBoard: false })} />
      </Suspense>
    )
  }
  if (workCenters !== undefined && search.compare.length > 0) {
    return (
      <Suspense fallback={null}>
        <ShiftStripsContext value={strips}>
          <CompareView
            ids={search.compare}
            workCenters={workCenters}
            range={search.comparedRange}
            onChange={(ids) => change({ compare: ids })}
            onRange={(comparedRange) => change({ comparedRange })}
            onClose={() => change({ compare: [], comparedRange: COMPARED_RANGES[0] }, { isStep: true })}
          />
        </ShiftStripsContext>
      </Suspense>
    )
  }
  return (
    <CompareContext value={compare.choice}>
      <PageHeading className={classes['title']}>{t('page.boxes')}</PageHeading>
      <StylePatterns />
      {mayHaveSteps && !isStepsHidden && workCenters.length > 0 && (
        <Suspense fallback={<div className={classes['steps']} />}>
          <StepsAbove onHide={(kept) => setStepsHidden(true, kept)} />
        </Suspense>
      )}
      {workCenters !== undefined && workCenters.length > FEW && (
        <Suspense fallback={<div className={classes['needs']} />}>
          <NeedsYou workCenters={workCenters} />
        </Suspense>
      )}
      {workCenters !== undefined && workCenters.length > 0 && (
        <ActiveOrdersContext value={orders}>
          <ListHead workCenters={workCenters} shown={order.shown} url={url} isTable={isTable} compare={compare} onClear={clear} />
        </ActiveOrdersContext>
      )}
      {/* The banner tells of an outage; the last cards say how old they are. */}
      {error && !(workCenters !== undefined && isOutage(error)) && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
      )}
      {order.isChanged && (
        <div className={classes['changed']}>
          <button type="button" onClick={order.refresh}>
            {t('boxes.orderChanged')}
          </button>
        </div>
      )}
      {isSlow && <CardSkeletons label={t('state.loading')} />}
      {workCenters !== undefined && order.shown.length > 0 && (
        <ActiveOrdersContext value={orders}>
          <ShiftStripsContext value={strips}>
            <ShownList
              shown={order.shown}
              holders={order.holders}
              search={search}
              isTable={isTable}
              change={change}
              compare={compare}
              end={
                hasEnd &&
                isSettled && (
                  <Suspense fallback={null}>
                    <EndCards />
                  </Suspense>
                )
              }
            />
          </ShiftStripsContext>
        </ActiveOrdersContext>
      )}
      {workCenters !== undefined && order.shown.length === 0 && (
        <EmptyList isFirstStart={workCenters.length === 0} canAdd={mayAddWorkCenters(viewer)} onClear={clear} />
      )}
      {compare.isOn && (
        <Suspense fallback={null}>
          <CompareBar
            ids={compare.choice.ids}
            workCenters={workCenters ?? []}
            onCompare={() => change({ compare: compare.choice.ids }, { isStep: true })}
            onRemove={compare.choice.toggle}
            onStop={compare.stop}
          />
        </Suspense>
      )}
    </CompareContext>
  )
}

/** Loads the files of the page that a card leads to, and of the table that is printed, while nothing else happens: a card opens at once, and without a connection. */
function usePageAhead(): void {
  // On a slow machine it would otherwise come before the live values of this page.
  const isConnecting = useConnection().status === 'connecting'
  useEffect(() => {
    if (isConnecting) return undefined
    const timer = setTimeout(() => {
      void Promise.all([import('../page/WorkCenterPage.tsx'), loadSignalChart(), loadTable()]).catch((error: unknown) =>
        logFailure('A page could not be loaded ahead', error),
      )
    }, AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isConnecting])
}
