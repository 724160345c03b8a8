import { useEffect } from 'react'
import { useQuery } from 'urql'
import { AddedWorkCenterDocument, type AddedWorkCenterQuery } from '#web/api/generated/graphql.ts'
import { useLiveStore, useLiveWorkCenter } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { FirstData } from './FirstData.tsx'
import { NameForm } from './NameForm.tsx'

const ASK_EVERY_MS = 5000

export type Added = NonNullable<AddedWorkCenterQuery['workCenter']>

type AddedStepsProps = {
  readonly id: number
  readonly step: 'data' | 'name'
  readonly onData: () => void
  readonly onAnother: () => void
}

/** Returns what follows once the device is claimed: its name and source, then its first data; both can be come back to by the address. */
export function AddedSteps({ id, step, onData, onAnother }: AddedStepsProps) {
  const { t } = useTexts('addWorkCenter')
  const store = useLiveStore()
  const [{ data, error }, ask] = useQuery({ query: AddedWorkCenterDocument, variables: { id }, requestPolicy: 'cache-and-network' })
  const workCenter = data?.workCenter ?? null
  const queried = workCenter?.live
  const hasData = useLiveWorkCenter(id)?.lastSampleAt != null
  useEffect(() => {
    if (queried) store.apply([liveFromQuery(queried)])
  }, [queried, store])
  useEffect(() => {
    if (hasData) return undefined
    // The hub tells the first data as a rule; a proxy that keeps sockets away must not keep people waiting.
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [hasData, ask])
  if (workCenter === null) {
    const isGone = error?.graphQLErrors.some(({ extensions }) => extensions['code'] === 'WORK_CENTER_NOT_FOUND') === true
    if (isGone) return <EmptyState title={t('gone')} />
    if (error !== undefined) {
      return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
    }
    return <p role="status">{t('state.loading')}</p>
  }
  return step === 'name' ? (
    <NameForm workCenter={workCenter} groups={data?.workCenterGroups ?? []} onSaved={onData} />
  ) : (
    <FirstData workCenter={workCenter} onAnother={onAnother} />
  )
}
