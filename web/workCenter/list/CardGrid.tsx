import { useDeferredValue, useEffect, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { cardsInSight, heightOfCards } from './card.view.ts'
import classes from './CardGrid.module.css'
import type { ListedCard } from './listedCard.ts'
import type { CardColor } from './listSearch.view.ts'
import { WorkCenterCard } from './WorkCenterCard.tsx'

/** What is shown as cards. */
export type CardGridProps = {
  readonly workCenters: readonly ListedCard[]
  readonly color: CardColor
  /** Stands after the last card. */
  readonly end: ReactNode
}

/** Returns the cards, as many in a row as fit. */
export function CardGrid({ workCenters, color, end }: CardGridProps) {
  const { t } = useCommonTexts()
  return (
    <ul className={classes['cards']} aria-label={t('page.boxes')}>
      <Cards workCenters={workCenters} color={color} drawnFirst={cardsInSight(innerWidth, innerHeight)} />
      {end}
    </ul>
  )
}

type CardsProps = { readonly workCenters: readonly ListedCard[]; readonly color: CardColor; readonly drawnFirst: number }

/** Who comes back to the list finds it whole, where they had scrolled to. */
let wasWhole = false

/** Returns the cards as items of a list. Those in sight come first, alone: of 500 machines the others take longer to make than the page to load. Until then one place is kept for all of them. */
export function Cards({ workCenters, color, drawnFirst }: CardsProps) {
  const made = useDeferredValue(Infinity, wasWhole ? Infinity : drawnFirst)
  const left = Math.max(0, workCenters.length - made)
  useEffect(() => {
    if (left === 0) wasWhole = true
  }, [left])
  return (
    <>
      {workCenters.slice(0, made).map((workCenter, index) => (
        <li key={workCenter.id}>
          <WorkCenterCard workCenter={workCenter} color={color} isFirst={index < drawnFirst} />
        </li>
      ))}
      {left > 0 && <li className={classes['places']} style={{ height: heightOfCards(left, innerWidth) }} data-places={left} aria-hidden />}
    </>
  )
}
