import { useDeferredValue, useEffect, useId, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { cardsInSight, heightOfCards } from './card.view.ts'
import classes from './CardGrid.module.css'
import { GroupHead } from './GroupHead.tsx'
import { groupSections, type GroupSection } from './groups.view.ts'
import type { ListedCard } from './listedCard.ts'
import { type CardColor, type GroupChoice, toggled } from './listSearch.view.ts'
import { WorkCenterCard } from './WorkCenterCard.tsx'

type CardGridProps = {
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

type GroupedCardsProps = CardGridProps & {
  readonly closed: readonly GroupChoice[]
  readonly onClosed: (closed: readonly GroupChoice[]) => void
}

/** Returns the cards under the heads of their groups, each of which folds. */
export function GroupedCards({ workCenters, color, end, closed, onClosed }: GroupedCardsProps) {
  const format = useFormat()
  const sections = groupSections(workCenters, format.compare)
  const inSight = cardsInSight(innerWidth, innerHeight)
  return (
    <div className={classes['groups']}>
      {sections.map((section, index) => {
        const isOpen = !closed.includes(section.key)
        const before = sections.slice(0, index).filter(({ key }) => !closed.includes(key))
        const drawnFirst = before.reduce((left, { members }) => Math.max(0, left - members.length), inSight)
        return (
          <CardSection
            key={section.key}
            section={section}
            color={color}
            drawnFirst={drawnFirst}
            isOpen={isOpen}
            onToggle={() => onClosed(toggled(closed, section.key))}
          />
        )
      })}
      <ul className={classes['cards']}>{end}</ul>
    </div>
  )
}

type CardSectionProps = {
  readonly section: GroupSection<ListedCard>
  readonly color: CardColor
  readonly drawnFirst: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function CardSection({ section, color, drawnFirst, isOpen, onToggle }: CardSectionProps) {
  const { t } = useCommonTexts()
  const id = useId()
  return (
    <section>
      <GroupHead section={section} isOpen={isOpen} panelId={id} onToggle={onToggle} />
      <ul id={id} className={classes['cards']} hidden={!isOpen} aria-label={section.group?.name ?? t('boxes.noGroup')}>
        {isOpen && <Cards workCenters={section.members} color={color} drawnFirst={drawnFirst} />}
      </ul>
    </section>
  )
}

type CardsProps = { readonly workCenters: readonly ListedCard[]; readonly color: CardColor; readonly drawnFirst: number }

/** Who comes back to the list finds it whole, where they had scrolled to. */
let wasWhole = false

/** Those in sight come first, alone: of 500 machines the others take longer to make than the page to load. Until then one place is kept for all of them. */
function Cards({ workCenters, color, drawnFirst }: CardsProps) {
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
