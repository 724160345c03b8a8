import { useState } from 'react'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument, SplitLossDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { splitEdit } from './lossEdit.ts'
import { ReasonTiles } from './ReasonTiles.tsx'
import { cutRange, cutStep, firstCut, movedCut } from './split.view.ts'
import classes from './SplitStop.module.css'
import type { Choice, Stop } from './stops.view.ts'
import { useUnsentEdits } from './useUnsentEdits.ts'

/** What the way to cut a stop needs. */
export type SplitStopProps = {
  readonly stop: Stop
  /** The zone of the plant. */
  readonly zone: string
  /** The gesture by which it is taken back; null where it waits to be sent. */
  readonly onDone: (batchId: string | null) => void
  readonly onCancel: () => void
}

/** Returns the way to cut a stop in two and to say why each part was: one change, saved with the last reason that is missing (docs/screens.md U-48). */
export function SplitStop({ stop, zone, onDone, onCancel }: SplitStopProps) {
  const { t } = useTexts('problem')
  const { duration } = useFormat()
  const format = useZoneFormat(zone)
  const [openedAt] = useState(serverNow)
  const end = stop.end ?? openedAt
  const [at, setAt] = useState(() => firstCut(stop.start, end))
  const [later, setLater] = useState<Choice | null>(null)
  const [result, ask] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId: stop.workCenterId, source: stop.source } })
  const split = useChange(SplitLossDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const choices = result.data?.lossCategories.map(({ reason }) => reason) ?? []
  const move = (ms: number) => setAt((known) => movedCut(known + ms, stop.start, end))
  const unsent = useUnsentEdits()
  const save = async (...parts: readonly [Choice | null, Choice]) => {
    const pieces = parts.map((part) => (part === null ? {} : { reasonId: part.id }))
    const keep = () => unsent.add(splitEdit(stop, [at], parts, unsent.now()))
    // What waits already goes first.
    if (unsent.isWaiting() && (await keep())) return onDone(null)
    const input = { id: stop.id, version: stop.version, splitPoints: [new Date(at).toISOString()], pieces }
    const batchId = newRequestKey()
    const { data, problems } = await split.run({ input, batchId })
    if (data !== null) onDone(batchId)
    else if (isTransient(problems) && (await keep())) onDone(null)
  }
  const choose = (choice: Choice) => {
    if (later !== null) void save(choice, later)
    else if (stop.reasonId === null) setLater(choice)
    else void save(null, choice)
  }
  const [problem] = split.problems
  const range = cutRange(stop.start, end)
  const part = later === null ? [at, end] : [stop.start, at]
  if (end - stop.start < 2000) return <p>{t('split.tooShort')}</p>
  return (
    <div className={classes['split']} aria-busy={split.isBusy}>
      <label>
        <span>{t('split.at', { time: format.timeWithSeconds(at) })}</span>
        <input
          type="range"
          min={range.first}
          max={range.last}
          step={cutStep(stop.start, end)}
          value={at}
          aria-valuetext={format.timeWithSeconds(at)}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      </label>
      <div className={classes['steps']}>
        {[-60_000, -10_000, 10_000, 60_000].map((ms) => (
          <button key={ms} type="button" onClick={() => move(ms)}>
            {ms < 0 ? '−' : '+'}
            {duration(Math.abs(ms))}
          </button>
        ))}
      </div>
      <p>{t('split.parts', { earlier: duration(at - stop.start), later: duration(end - at) })}</p>
      {problem && <Alert>{problemText(t, problem)}</Alert>}
      <h3>
        {t(later === null ? 'split.later' : 'split.earlier')} {part.map((instant) => format.time(instant)).join('–')}
      </h3>
      {result.error && !result.data && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {result.data && (
        <ReasonTiles choices={choices.filter(({ requireExtraNotes }) => !requireExtraNotes)} chosenId={null} onChoose={choose} />
      )}
      <div>
        <ActionButton onClick={onCancel}>{t('split.cancel')}</ActionButton>
      </div>
    </div>
  )
}
