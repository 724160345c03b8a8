import { type ReactNode, useState } from 'react'
import { bundleStops, type StopBundle, type WaitingStop } from '#engine/loss/bundleStops.ts'
import { ClassifyDrawer } from '#web/parts/classify/ClassifyDrawer.tsx'
import type { Choice, Stop } from '#web/parts/classify/stops.view.ts'
import type { Classify } from '#web/parts/classify/useClassify.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import classes from './ClosingAssistant.module.css'
import { bundlesFirst } from './closing.view.ts'
import { StopTiles, type ChooseTile } from './StopTiles.tsx'
import { StopWords } from './StopWords.tsx'
import type { SayBundle } from './useSayBundle.ts'

/** A stop as bundles see it: all are of one shift. */
type Waiting = WaitingStop & { readonly stop: Stop }

type StopsStepProps = {
  /** Those that wait for a reason. */
  readonly stops: readonly Stop[]
  readonly classify: Classify
  readonly bundle: SayBundle
  /** Tells what presses the tile of a number; null = no tiles are shown. */
  readonly onTiles: (choose: ChooseTile | null) => void
  readonly now: number
  readonly children: ReactNode
}

/** Returns the stops without a reason, one after the other with its tiles, alike neighbours together: a tap gives the reason, and the next ones follow. */
export function StopsStep({ stops, classify, bundle, onTiles, now, children }: StopsStepProps) {
  const { t } = useTexts('shift')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [asked, setAsked] = useState<Stop | null>(null)
  const open = stops.filter(({ id }) => !classify.isSaving(id))
  const rows = bundlesFirst(bundleStops(open.map((stop) => waitingOf(stop))), now)
  const idOf = (row: StopBundle<Waiting>) => row.stops[0].stop.id
  const current = rows.find((row) => idOf(row) === chosenId) ?? rows[0]
  const [problem] = bundle.change.problems
  const say = (row: StopBundle<Waiting>, choice: Choice) => {
    const [first, ...others] = row.stops.map(({ stop }) => stop)
    if (first === undefined) return
    // What demands a word is said where there is a field for it.
    if (choice.requireExtraNotes || first.refusal !== null) setAsked(first)
    else if (others.length > 0) bundle.say([first, ...others], choice.id)
    else {
      // What is taken back next is this, no longer the bundle before it.
      bundle.change.forget()
      classify.save({ stop: first, reasonId: choice.id, reason: choice.name, type: choice.type, comment: first.comment })
    }
  }
  return (
    <>
      {stops.length === 0 && <p>{t('stopsStep.none')}</p>}
      {problem && <Alert>{problemText(t, problem)}</Alert>}
      {current !== undefined && (
        <section key={idOf(current)} className={classes['current']} aria-label={t('stopsStep.current')}>
          <p>
            <StopWords row={current} now={now} />
          </p>
          <StopTiles
            stop={current.stops[0].stop}
            onTiles={onTiles}
            onChoose={(choice) => say(current, choice)}
            onAll={() => setAsked(current.stops[0].stop)}
          />
        </section>
      )}
      <ul className={classes['queue']}>
        {rows
          .filter((row) => row !== current)
          .map((row) => (
            <li key={idOf(row)}>
              <button type="button" className={classes['row']} onClick={() => setChosenId(idOf(row))}>
                <StopWords row={row} now={now} />
              </button>
            </li>
          ))}
      </ul>
      <div className={classes['buttons']}>{children}</div>
      <ClassifyDrawer list={{ stops: open, openCount: open.length }} classify={classify} asked={asked} onAsk={setAsked} />
    </>
  )
}

function waitingOf(stop: Stop): Waiting {
  const { workCenterId, start, end, kind, statusRuleId } = stop
  return { workCenterId, shiftStart: 0, status: statusRuleId === null ? kind : `${kind} ${statusRuleId}`, start, end, stop }
}
