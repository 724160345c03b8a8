import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import { type Choice, firstChoices, type Stop } from '#web/parts/classify/stops.view.ts'
import { useRankings } from '#web/parts/classify/useRankings.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'

/** As many tiles as there are keys. */
const TILES = 9

/** Presses the tile of a number, from 0 on. */
export type ChooseTile = (tile: number) => void

type StopTilesProps = {
  readonly stop: Stop
  readonly onTiles: (choose: ChooseTile | null) => void
  readonly onChoose: (choice: Choice) => void
  /** Opens all reasons. */
  readonly onAll: () => void
}

/** Returns nine reasons as tiles, those first that stops like this had; the keys 1 to 9 press them. */
export function StopTiles({ stop, onTiles, onChoose, onAll }: StopTilesProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const [result] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId: stop.workCenterId, source: stop.source } })
  const rankings = useRankings(stop.workCenterId)
  const [openedAt] = useState(serverNow)
  const choices = result.data?.lossCategories.map(({ reason }) => reason) ?? []
  const tiles =
    rankings === null
      ? []
      : tilesOf(
          choices,
          firstChoices(rankings, choices, stop, openedAt).map(({ choice }) => choice),
          format.compare,
        )
  useEffect(() => {
    onTiles((tile) => {
      const choice = tiles[tile]
      if (choice !== undefined) onChoose(choice)
    })
    return () => onTiles(null)
  })
  return (
    <>
      {stop.refusal !== null && <p role="status">{t(`classify.problem.${stop.refusal}`)}</p>}
      <ul className={classes['tiles']}>
        {tiles.map((choice, at) => (
          <li key={choice.id}>
            <button type="button" className={classes['tile']} aria-keyshortcuts={String(at + 1)} onClick={() => onChoose(choice)}>
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
    </>
  )
}

/** Those given to stops like this first, then the others, unplanned ones before planned ones, by name. */
function tilesOf(
  choices: readonly Choice[],
  first: readonly Choice[],
  compare: (left: string, right: string) => number,
): readonly Choice[] {
  const others = choices
    .filter(({ id }) => first.every((choice) => choice.id !== id))
    .toSorted((left, right) => Number(left.type === 'PLANNED') - Number(right.type === 'PLANNED') || compare(left.name, right.name))
  return [...first, ...others].slice(0, TILES)
}
