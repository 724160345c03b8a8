import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { WorkCenterByDeviceDocument } from '#web/api/generated/graphql.ts'
import { useLiveStore, useLiveWorkCenter } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { noteVisit } from '#web/base/visitedPlaces.ts'
import { useViewer } from '#web/api/viewer.ts'
import { FormatContext, useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { PageStops } from '../stops/PageStops.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PageActions } from './PageActions.tsx'
import { PageTabs } from './PageTabs.tsx'
import { PeriodOfPage } from './PeriodOfPage.tsx'
import { PlantZone } from './PlantZone.tsx'
import { isPastOnly } from './tabs.ts'
import { TabContent } from './TabContent.tsx'
import { useListed } from './useListed.ts'
import { usePeriod } from './usePeriod.ts'
import { type LoadedWorkCenter as Loaded, WorkCenterHeader } from './WorkCenterHeader.tsx'
import { isDeviceId } from '../isDeviceId.ts'
import type { DeviceStatus } from '#web/api/generated/graphql.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './DeviceNotice.module.css'

type TvProps = { readonly workCenter: Loaded; readonly onExit: () => void }

const TvWorkCenter = lazyPart<TvProps>(() =>
  withTexts('tv', import('../tv/TvWorkCenter.tsx')).then((module) => ({ default: module.TvWorkCenter })),
)

/** Returns the page of one work center (spec 001 §2, U-21); an invalid or unknown id shows a notice. */
export function WorkCenterPage() {
  const { t } = useCommonTexts()
  const { deviceId = '' }: { readonly deviceId?: string } = useParams({ strict: false })
  if (!isDeviceId(deviceId)) return <NoWorkCenter title={t('workCenter.invalidId')} text={t('workCenter.invalidIdHelp')} />
  return <LoadedWorkCenter key={deviceId} deviceId={deviceId} />
}

function LoadedWorkCenter({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTexts('page')
  const store = useLiveStore()
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const search = useSearch({ from: '/boxes/$deviceId' })
  const isTv = search['tv'] === '1'
  const [known, setKnown] = useState<number | null>(null)
  const exitTv = useCallback(
    () => void navigate({ to: '.', search: (known: Record<string, unknown>) => ({ ...known, tv: undefined }) }),
    [navigate],
  )
  const [result, refetch] = useFreshQuery(
    WorkCenterByDeviceDocument,
    useMemo(() => ({ deviceId }), [deviceId]),
    // Late samples and edits change what the timeline was loaded with; its end is told live.
    { workCenterIds: known === null ? null : [known], kinds: ['loss', 'shift', 'status', 'workCenter'] },
  )
  const workCenter = result.data?.workCenter ?? null
  if (workCenter !== null && workCenter.id !== known) setKnown(workCenter.id)
  const listed = useListed(deviceId)
  const { id: userId, company } = useViewer()
  const companyId = company?.id
  // The chat bot offers the machines first whose pages were opened last.
  useEffect(() => {
    if (companyId !== undefined) noteVisit({ userId, companyId }, deviceId)
  }, [deviceId, userId, companyId])
  const live = useLiveWorkCenter(workCenter?.id ?? -1)
  const isSlow = useDelayed(result.fetching && workCenter === null)
  const viewer = useFormat()
  // Days and shifts of figures are the plant's for everybody, and so are all times of the page.
  const format = useZoneFormat(workCenter?.timeZone ?? viewer.timeZone)
  const { tab, period, choice, context, previousShift, onPeriod } = usePeriod(workCenter?.id ?? -1, format.timeZone)
  const name = workCenter?.name ?? listed?.name
  usePageTitle(name === undefined ? t('page.boxes') : `${name} · ${t(`tab.${tab}`)}`)

  const queriedLive = workCenter?.live ?? null
  const hasAnswer = workCenter !== null
  // The page is drawn once the live store knows the state that came with it: drawn without, it would move what a thumb aims at.
  const [isDrawn, setDrawn] = useState(false)
  useLayoutEffect(() => {
    if (queriedLive) store.apply([liveFromQuery(queriedLive)])
    if (hasAnswer) setDrawn(true)
  }, [queriedLive, hasAnswer, store])

  // A new shift has statuses, targets and a ledger of its own.
  const shiftStart = live?.shift?.start
  const loadedShiftStart = queriedLive === null ? undefined : (queriedLive.shift?.start ?? undefined)
  const isNewShift = shiftStart !== undefined && loadedShiftStart !== undefined && Date.parse(loadedShiftStart) !== shiftStart
  useEffect(() => {
    if (isNewShift) refetch()
  }, [isNewShift, refetch])

  if (workCenter !== null && isDrawn && isTv)
    return (
      <FormatContext value={format}>
        <Suspense fallback={null}>
          <TvWorkCenter workCenter={workCenter} onExit={exitTv} />
        </Suspense>
      </FormatContext>
    )
  if (workCenter !== null && isDrawn)
    return (
      <FormatContext value={format}>
        <PageStops workCenterId={workCenter.id} name={workCenter.name}>
          <WorkCenterHeader
            workCenter={workCenter}
            actions={<PageActions workCenter={workCenter} deviceId={deviceId} choice={choice} context={context} />}
            tabs={<PageTabs tab={tab} />}
            period={
              <>
                <PeriodOfPage
                  workCenterId={workCenter.id}
                  isPastOnly={isPastOnly(tab)}
                  choice={choice}
                  context={context}
                  onChoice={onPeriod}
                />
                <PlantZone timeZone={format.timeZone} viewerZone={viewer.timeZone} now={context.now} />
              </>
            }
          />
          {workCenter.deviceStatus !== 'ACTIVE' && <DeviceNotice status={workCenter.deviceStatus} />}
          <TabContent tab={tab} workCenter={workCenter} period={period} choice={choice} previousShift={previousShift} onPeriod={onPeriod} />
        </PageStops>
      </FormatContext>
    )
  if (
    result.error?.graphQLErrors.some((error) => error.extensions['code'] === 'WORK_CENTER_NOT_FOUND') ||
    (result.data && workCenter === null && !result.fetching)
  )
    return <NoWorkCenter title={t('boxes.notFound')} text={t('workCenter.notFoundHelp')} />
  return (
    <>
      {listed === null && <PageHeading className="hidden-text">{t('page.boxes')}</PageHeading>}
      {result.error && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {(isSlow || listed !== null) && <PageSkeleton label={t('state.loading')} listed={listed} />}
    </>
  )
}

function NoWorkCenter({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useCommonTexts()
  usePageTitle(title)
  return (
    <>
      <PageHeading className="hidden-text">{title}</PageHeading>
      <EmptyState title={title} text={text}>
        <Link to="/boxes">{t('workCenter.toList')}</Link>
      </EmptyState>
    </>
  )
}

/**
 * Returns the notice that the device is temporarily disabled (spec 000 §2, G-25): its data is still recorded, and nobody is notified; or that it is
 * archived.
 */
function DeviceNotice({ status }: { readonly status: DeviceStatus }) {
  const { t } = useTexts('page')
  const isArchived = status === 'ARCHIVE'
  return (
    <div className={classes['notice']} role="status">
      <Icon name="alert" />
      <p>
        <strong>{isArchived ? t('archived') : t('workCenter.disabled')}</strong>{' '}
        {isArchived ? t('archivedHelp') : t('workCenter.disabledHelp')}
      </p>
    </div>
  )
}
