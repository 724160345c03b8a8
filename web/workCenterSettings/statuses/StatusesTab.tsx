import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { SettingsStatusRulesDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import type { SavedRule } from './ruleDraft.view.ts'
import type { SourceChanged } from './source/SourceResult.tsx'
import { StatusesForm } from './StatusesForm.tsx'

const NONE: readonly SavedRule[] = []

/** Returns the status rules of a work center over its real signal (U-5, U-25). */
export function StatusesTab(props: SettingsTabProps) {
  const { t } = useTexts('statuses')
  const [{ data, error }, ask] = useQuery({
    query: SettingsStatusRulesDocument,
    variables: useMemo(() => ({ workCenterId: props.workCenter.id }), [props.workCenter.id]),
  })
  // After a change of the source the rules are others: what was begun for the old ones does not fit them.
  const [generation, setGeneration] = useState(0)
  const [sourceChanged, setSourceChanged] = useState<SourceChanged | null>(null)
  const reload = () => ask({ requestPolicy: 'network-only' })
  if (error && !data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={reload} />
  if (!data) return <p role="status">{t('state.loading')}</p>
  return (
    <StatusesForm
      key={`${props.workCenter.statusSource} ${generation}`}
      {...props}
      rules={data.statusRules ?? NONE}
      reload={reload}
      sourceChanged={sourceChanged}
      onSourceChanged={(changed) => {
        setSourceChanged(changed)
        if (changed === null) return
        setGeneration((before) => before + 1)
        reload()
        props.refetch()
      }}
    />
  )
}
