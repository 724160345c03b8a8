import { useMemo } from 'react'
import { useQuery } from 'urql'
import { SettingsLossTrackingDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { TrackingForm } from './TrackingForm.tsx'

/** Returns which reason a stop gets by how long it lasts, status by status (domain.md S-23). */
export function LossTrackingTab(props: SettingsTabProps) {
  const { t } = useTexts('lossTracking')
  const [{ data, error }, ask] = useQuery({
    query: SettingsLossTrackingDocument,
    variables: useMemo(() => ({ workCenterId: props.workCenter.id }), [props.workCenter.id]),
  })
  const reload = () => ask({ requestPolicy: 'network-only' })
  if (error && !data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={reload} />
  if (!data) return <p role="status">{t('state.loading')}</p>
  return <TrackingForm {...props} data={data} reload={reload} />
}
