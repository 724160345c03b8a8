import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { WorkCenterByDeviceDocument } from '#web/api/generated/graphql.ts'
import { useLiveStore } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormatContext, useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { isDeviceId } from '../isDeviceId.ts'
import { OperatorMode } from './OperatorMode.tsx'

/** Returns operator mode of the machine in the address (U-50), without the files of its page; an invalid or unknown id shows a notice. */
export function OperatorPage() {
  const { deviceId = '' }: { readonly deviceId?: string } = useParams({ strict: false })
  return isDeviceId(deviceId) ? <Loaded key={deviceId} deviceId={deviceId} /> : <NoMachine />
}

function Loaded({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTexts('operator')
  const store = useLiveStore()
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const [known, setKnown] = useState<number | null>(null)
  const [result, refetch] = useFreshQuery(
    WorkCenterByDeviceDocument,
    useMemo(() => ({ deviceId }), [deviceId]),
    { workCenterIds: known === null ? null : [known], kinds: ['shift', 'workCenter'] },
  )
  const workCenter = result.data?.workCenter ?? null
  if (workCenter !== null && workCenter.id !== known) setKnown(workCenter.id)
  const viewer = useFormat()
  // All times are the plant's, as on the page of the machine.
  const format = useZoneFormat(workCenter?.timeZone ?? viewer.timeZone)
  const isSlow = useDelayed(result.fetching && workCenter === null)
  usePageTitle(workCenter === null ? t('title') : `${workCenter.name} · ${t('title')}`)
  const queriedLive = workCenter?.live ?? null
  useLayoutEffect(() => {
    if (queriedLive) store.apply([liveFromQuery(queriedLive)])
  }, [queriedLive, store])
  if (workCenter !== null)
    return (
      <FormatContext value={format}>
        <OperatorMode
          workCenter={workCenter}
          onLeave={() => void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, mode: undefined }) })}
          onMachines={() => void navigate({ to: '/boxes', search: { isOperator: true } })}
        />
      </FormatContext>
    )
  const isUnknown =
    result.error?.graphQLErrors.some((error) => error.extensions['code'] === 'WORK_CENTER_NOT_FOUND') === true ||
    (result.data !== undefined && !result.fetching)
  if (isUnknown) return <NoMachine />
  return (
    <>
      <PageHeading className="hidden-text">{t('title')}</PageHeading>
      {result.error && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {isSlow && <p role="status">{t('state.loading')}</p>}
    </>
  )
}

function NoMachine() {
  const { t } = useTexts('operator')
  usePageTitle(t('boxes.notFound'))
  return (
    <>
      <PageHeading className="hidden-text">{t('boxes.notFound')}</PageHeading>
      <EmptyState title={t('boxes.notFound')} text={t('workCenter.notFoundHelp')}>
        <Link to="/boxes" search={{ isOperator: true }}>
          {t('board.title')}
        </Link>
      </EmptyState>
    </>
  )
}
