import { useEffect, useState, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ChecklistForecastDocument, type ChecklistsPageQuery, StartChecklistDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { onServerState, serverState } from '#web/base/serverState.ts'
import { keptRuns, runKey } from '#web/parts/handIn/keptRuns.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow, useCoarseNow } from '#web/ui/clock.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { logFailure } from '#web/ui/log.ts'
import classes from './ChecklistsPage.module.css'
import { allOffers, begunHere, probablyDue, type StartOffer, startedRun, startOffers } from './startedHere.view.ts'

export type StartChecklistProps = {
  readonly data: ChecklistsPageQuery
  readonly places: readonly number[]
  /** What is open, as `checklist/workCenter`. */
  readonly open: ReadonlySet<string>
  readonly onStarted: (id: number) => void
  /** It was begun on this device, at the instant (UTC ms). */
  readonly onStartedHere: (at: number) => void
}

/**
 * Returns the checklists that may be started by hand, each at the work centers that it belongs to. Without a connection one begins on this device, also
 * one that is probably due by then (domain.md CL-10).
 */
export function StartChecklist({ data, places, open, onStarted, onStartedHere }: StartChecklistProps) {
  const { t } = useTexts('checklist')
  const { t: common } = useCommonTexts()
  const { id: userId, company } = useViewer()
  const start = useChange(StartChecklistDocument)
  const unsent = useUnsent()
  const [chosen, setChosen] = useState<string | null>(null)
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set())
  const [isFull, setFull] = useState(false)
  const isAway = useSyncExternalStore(onServerState, () => serverState() === 'away')
  const owner = `${userId}@${company?.id ?? ''}`
  useEffect(() => {
    let isGone = false
    keptRuns.list().then(
      (rows) => {
        if (!isGone) setBegun(begunHere(rows, owner))
      },
      (error: unknown) => logFailure('What was begun here could not be read', error),
    )
    return () => {
      isGone = true
    }
  }, [owner, isAway])
  const [forecast] = useQuery({
    query: ChecklistForecastDocument,
    variables: places.length === 0 ? {} : { workCenterIds: [...places] },
    pause: !isAway,
  })
  const now = useCoarseNow(MINUTE_MS)
  const probable = isAway ? probablyDue(data, forecast.data?.checklistForecast.runs ?? [], { places, now, open: open.union(begun) }) : []
  const offers = allOffers(startOffers(data, places), probable)
  const [first] = offers
  // What is shown first stays chosen: nothing takes its place under a thumb.
  if (chosen === null && first !== undefined) setChosen(first.key)
  const offer = offers.find(({ key }) => key === chosen)
  if (first === undefined) return null
  const beginHere = async ({ checklist, place }: StartOffer) => {
    const at = unsent.now() ?? serverNow()
    const zone = data.workCenters.find(({ id }) => id === place.id)
    if (zone === undefined) return
    const run = startedRun(checklist, zone, at)
    try {
      await keptRuns.put({ key: runKey(owner, run.id), owner, madeAt: Date.now(), run })
      onStartedHere(at)
    } catch {
      setFull(true)
    }
  }
  const begin = async (asked: StartOffer) => {
    setFull(false)
    if (asked.isProbable || !navigator.onLine || serverState() === 'away') return beginHere(asked)
    const where = { checklistId: asked.checklist.id, workCenterId: asked.place.id }
    const { data: answer, problems } = await start.run({ ...where, requestKey: newRequestKey() })
    if (answer !== null) return onStarted(answer.startChecklist.id)
    if (isTransient(problems)) await beginHere(asked)
  }
  return (
    <div className={classes['start']}>
      <SelectField
        name="start"
        label={t('start.which')}
        value={offer?.key ?? ''}
        {...(offer === undefined && { placeholder: '–' })}
        options={offers.map(({ key, checklist, place, isProbable }) => {
          const text = `${checklist.name} · ${place.name}`
          return { value: key, label: isProbable ? t('start.probable', { name: text }) : text }
        })}
        onChange={setChosen}
      />
      <ActionButton isBusy={start.isBusy} isDisabled={offer === undefined} onClick={() => void (offer && begin(offer))}>
        {t('start.now')}
      </ActionButton>
      {isFull && <Alert>{common('unsent.full')}</Alert>}
      {start.problems
        .filter((problem) => !isTransient([problem]))
        .map((problem) => (
          <Alert key={problem.code}>{problemText(t, problem)}</Alert>
        ))}
    </div>
  )
}
