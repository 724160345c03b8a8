import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { WorkCentersDocument } from '#web/api/generated/graphql.ts'
import { useLiveStore, useRefetchOnGap } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'
import { logFailure } from '#web/api/log.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LookPatterns } from '#web/parts/timeline/LookPattern.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { EmptyList } from './EmptyList.tsx'
import { loadSignalChart } from '../loadSignalChart.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { StatusCounters } from './StatusCounters.tsx'
import { useShownOrder } from './useShownOrder.ts'
import { WorkCenterCard } from './WorkCenterCard.tsx'
import { type ListSearch, readSearch, writeSearch } from './workCenters.view.ts'
import classes from './WorkCentersPage.module.css'

/** Two screens' worth; the rest is drawn as it comes near. */
const DRAWN_FIRST = 24
const AHEAD_AFTER_MS = 3000

/** Returns the list of work centers as cards (spec 001 §2, ux.md §6.1); search, filter, order and colour are in the address. */
export function WorkCentersPage() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const navigate = useNavigate()
  const rawSearch: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => readSearch(rawSearch), [rawSearch])
  const store = useLiveStore()
  const [result, ask] = useQuery({ query: WorkCentersDocument })
  const workCenters = result.data?.workCenters
  const isSlow = useDelayed(result.fetching && workCenters === undefined)
  usePageTitle(t('page.boxes'))

  useEffect(() => {
    if (workCenters) store.apply(workCenters.flatMap(({ live }) => (live ? [liveFromQuery(live)] : [])))
  }, [workCenters, store])
  useRefetchOnGap(useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]))
  usePageAhead()

  const order = useShownOrder(workCenters, search)
  const change = (next: Partial<ListSearch>) => void navigate({ to: '/boxes', search: writeSearch({ ...search, ...next }), replace: true })
  const openInPage = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    void navigate({ to: link.pathname })
  }

  return (
    <>
      <PageHeading className={classes['title']}>{t('page.boxes')}</PageHeading>
      <LookPatterns />
      {workCenters !== undefined && workCenters.length > 0 && (
        <>
          <ListToolbar search={search} onChange={change} />
          <StatusCounters workCenters={workCenters} chosen={search.status} onChange={(status) => change({ status })} />
        </>
      )}
      {result.error && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {order.isChanged && (
        <button type="button" className={classes['changed']} onClick={order.refresh}>
          {t('boxes.orderChanged')}
        </button>
      )}
      {isSlow && <CardSkeletons label={t('state.loading')} />}
      {workCenters !== undefined && (
        // The cards' links open inside the page; one listener for all of them.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <ul className={classes['cards']} aria-label={t('page.boxes')} onClick={openInPage} {...order.holders}>
          {order.shown.map((workCenter, index) => (
            <li key={workCenter.id}>
              <WorkCenterCard workCenter={workCenter} color={search.color} isFirst={index < DRAWN_FIRST} />
            </li>
          ))}
        </ul>
      )}
      {workCenters !== undefined && order.shown.length === 0 && (
        <EmptyList
          isFirstStart={workCenters.length === 0}
          canAdd={viewer.readable.has('NEW_WORK_CENTER')}
          onClear={() => change({ q: '', status: [] })}
        />
      )}
    </>
  )
}

/** Loads the files of the page that a card leads to while nothing else happens, so that a card opens at once, and without a connection. */
function usePageAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.all([import('../page/WorkCenterPage.tsx'), loadSignalChart()]).catch((error: unknown) =>
        logFailure('A page could not be loaded ahead', error),
      )
    }, AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
