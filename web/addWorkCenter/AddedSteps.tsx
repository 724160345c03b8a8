import { useEffect, useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { AddedWorkCenterDocument, type AddedWorkCenterQuery } from '#web/api/generated/graphql.ts'
import { useLiveStore, useLiveWorkCenter } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { FirstData } from './FirstData.tsx'
import { NameForm } from './NameForm.tsx'
import type { TrialDevice } from './trial.view.ts'

const ASK_EVERY_MS = 5000

export type ArrivedSensor = AddedWorkCenterQuery['sensors'][number]
export type Added = NonNullable<AddedWorkCenterQuery['workCenter']>

type AddedStepsProps = {
  readonly id: number
  readonly step: 'data' | 'name'
  /** Made to try with, as long as the page is open: the secret is shown once. */
  readonly trial: TrialDevice | null
  readonly onData: () => void
  readonly onAnother: () => void
}

/** Returns what follows once the device is claimed: its name and source, then its first data; both can be come back to by the address. */
export function AddedSteps({ id, step, trial, onData, onAnother }: AddedStepsProps) {
  const { t } = useTexts('addWorkCenter')
  const store = useLiveStore()
  const hasData = useLiveWorkCenter(id)?.lastSampleAt != null
  const [{ data, error }, refetch] = useFreshQuery(
    AddedWorkCenterDocument,
    useMemo(() => ({ id }), [id]),
    { workCenterIds: [id], kinds: ['workCenter'] },
    // The hub tells the first data as a rule; a proxy that keeps sockets away must not keep people waiting.
    { everyMs: hasData && step === 'name' ? null : ASK_EVERY_MS },
  )
  const workCenter = data?.workCenter ?? null
  const queried = workCenter?.live
  useEffect(() => {
    if (queried) store.apply([liveFromQuery(queried)])
  }, [queried, store])
  if (workCenter === null) {
    const isGone = error?.graphQLErrors.some(({ extensions }) => extensions['code'] === 'WORK_CENTER_NOT_FOUND') === true
    if (isGone) return <EmptyState title={t('gone')} />
    if (error !== undefined) {
      return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
    }
    return <p role="status">{t('state.loading')}</p>
  }
  return step === 'name' ? (
    <NameForm workCenter={workCenter} groups={data?.workCenterGroups ?? []} onSaved={onData} />
  ) : (
    <FirstData workCenter={workCenter} sensors={data?.sensors ?? []} trial={trial} onAnother={onAnother} />
  )
}
