import { Link, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useQuery } from 'urql'
import { SettingsWorkCenterDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the settings of one work center (spec 001 §2, U-25); an invalid or unknown id shows a notice. */
export function SettingsPage() {
  const { t } = useTexts('frame')
  const { deviceId = '' }: { readonly deviceId?: string } = useParams({ strict: false })
  if (!GUID.test(deviceId)) return <NoWorkCenter title={t('workCenter.invalidId')} text={t('workCenter.invalidIdHelp')} />
  return <LoadedSettings key={deviceId} deviceId={deviceId} />
}

function LoadedSettings({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTexts('frame')
  const [result, ask] = useQuery({ query: SettingsWorkCenterDocument, variables: { deviceId }, requestPolicy: 'cache-and-network' })
  const workCenter = result.data?.workCenter ?? null
  const isSlow = useDelayed(result.fetching && workCenter === null)
  const refetch = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  if (workCenter !== null) return <SettingsFrame workCenter={workCenter} refetch={refetch} />
  const isUnknown = result.error?.graphQLErrors.some((error) => error.extensions['code'] === 'WORK_CENTER_NOT_FOUND') === true
  if (isUnknown || (result.data && !result.fetching))
    return <NoWorkCenter title={t('boxes.notFound')} text={t('workCenter.notFoundHelp')} />
  return (
    <>
      <PageHeading className="hidden-text">{t('page.settings')}</PageHeading>
      {result.error && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {isSlow && <p role="status">{t('state.loading')}</p>}
    </>
  )
}

function NoWorkCenter({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTexts('frame')
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
