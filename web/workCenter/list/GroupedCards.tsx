import { useId } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { cardsInSight } from './card.view.ts'
import { type CardGridProps, Cards } from './CardGrid.tsx'
import classes from './CardGrid.module.css'
import { GroupHead } from './GroupHead.tsx'
import { groupSections, type GroupSection } from './groups.view.ts'
import type { ListedCard } from './listedCard.ts'
import { type CardColor, type GroupChoice, toggled } from './listSearch.view.ts'

/** What is shown as cards by group. */
export type GroupedCardsProps = CardGridProps & {
  readonly closed: readonly GroupChoice[]
  readonly onClosed: (closed: readonly GroupChoice[]) => void
}

/** Returns the cards under the heads of their groups, each of which folds. */
export default function GroupedCards({ workCenters, color, end, closed, onClosed }: GroupedCardsProps) {
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
