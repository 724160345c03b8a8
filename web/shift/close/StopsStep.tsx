import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import { ClassifyDrawer } from '#web/parts/classify/ClassifyDrawer.tsx'
import { type Choice, firstChoices, type Stop } from '#web/parts/classify/stops.view.ts'
import type { Classify } from '#web/parts/classify/useClassify.ts'
import { useRankings } from '#web/parts/classify/useRankings.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'

/** As many tiles as there are keys. */
const TILES = 9

/** Presses the tile of a number, from 0 on. */
export type ChooseTile = (tile: number) => void

type StopsStepProps = {
  /** Those that wait for a reason, in the order in which they are asked. */
  readonly stops: readonly Stop[]
  readonly classify: Classify
  readonly chooseTile: RefObject<ChooseTile | null>
  readonly now: number
  readonly children: ReactNode
}

/** Returns the stops without a reason, one after the other with its tiles: a tap gives the reason, and the next one follows. */
export function StopsStep({ stops, classify, chooseTile, now, children }: StopsStepProps) {
  const { t } = useTexts('shift')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [asked, setAsked] = useState<Stop | null>(null)
  const open = stops.filter(({ id }) => !classify.isSaving(id))
  const current = open.find(({ id }) => id === chosenId) ?? open[0]
  return (
    <>
      {stops.length === 0 && <p>{t('stopsStep.none')}</p>}
      {current !== undefined && (
        <CurrentStop
          key={current.id}
          stop={current}
          now={now}
          classify={classify}
          chooseTile={chooseTile}
          onAll={() => setAsked(current)}
        />
      )}
      <ul className={classes['queue']}>
        {open
          .filter((stop) => stop !== current)
          .map((stop) => (
            <li key={stop.id}>
              <button type="button" className={classes['row']} onClick={() => setChosenId(stop.id)}>
                <StopWords stop={stop} now={now} />
              </button>
            </li>
          ))}
      </ul>
      <div className={classes['buttons']}>{children}</div>
      <ClassifyDrawer list={{ stops: open, openCount: open.length }} classify={classify} asked={asked} onAsk={setAsked} />
    </>
  )
}

type CurrentStopProps = {
  readonly stop: Stop
  readonly now: number
  readonly classify: Classify
  readonly chooseTile: RefObject<ChooseTile | null>
  /** Opens all reasons. */
  readonly onAll: () => void
}

function CurrentStop({ stop, now, classify, chooseTile, onAll }: CurrentStopProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const [result] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId: stop.workCenterId, source: stop.source } })
  const rankings = useRankings(stop.workCenterId)
  const [openedAt] = useState(serverNow)
  const choices = result.data?.lossCategories.map(({ reason }) => reason) ?? []
  const tiles = rankings === null ? [] : tilesOf(choices, firstChoices(rankings, choices, stop, openedAt).map(({ choice }) => choice), format.compare)
  const choose = (choice: Choice) => {
    // What demands a word is said where there is a field for it.
    if (choice.requireExtraNotes || stop.refusal !== null) onAll()
    else classify.save({ stop, reasonId: choice.id, reason: choice.name, type: choice.type, comment: stop.comment })
  }
  useEffect(() => {
    chooseTile.current = (tile) => {
      const choice = tiles[tile]
      if (choice !== undefined) choose(choice)
    }
    return () => {
      chooseTile.current = null
    }
  })
  return (
    <section className={classes['current']} aria-label={t('stopsStep.current')}>
      <p>
        <StopWords stop={stop} now={now} />
      </p>
      {stop.refusal !== null && <p role="status">{t(`classify.problem.${stop.refusal}`)}</p>}
      <ul className={classes['tiles']}>
        {tiles.map((choice, at) => (
          <li key={choice.id}>
            <button type="button" className={classes['tile']} aria-label={choice.name} aria-keyshortcuts={String(at + 1)} onClick={() => choose(choice)}>
              <span className={classes['swatch']} style={{ background: choice.color }} aria-hidden />
              <span>{choice.name}</span>
              <kbd aria-hidden>{at + 1}</kbd>
            </button>
          </li>
        ))}
        <li>
          <ActionButton onClick={onAll}>{t('stopsStep.all')}</ActionButton>
        </li>
      </ul>
    </section>
  )
}

function StopWords({ stop, now }: { readonly stop: Stop; readonly now: number }) {
  const format = useFormat()
  const texts = useSpanTexts()
  return (
    <>
      <b>{format.duration((stop.end ?? now) - stop.start)}</b> · {texts.range(stop.start, stop.end)} ·{' '}
      {texts.nameOf({ kind: stop.kind, name: stop.statusName })}
    </>
  )
}

/** Those given to stops like this first, then the others, unplanned ones before planned ones, by name. */
function tilesOf(choices: readonly Choice[], first: readonly Choice[], compare: (left: string, right: string) => number): readonly Choice[] {
  const others = choices
    .filter(({ id }) => first.every((choice) => choice.id !== id))
    .toSorted((left, right) => Number(left.type === 'PLANNED') - Number(right.type === 'PLANNED') || compare(left.name, right.name))
  return [...first, ...others].slice(0, TILES)
}
