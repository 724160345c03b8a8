import { useNavigate } from '@tanstack/react-router'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { mayAddWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { ConnectMachinePart } from '#web/base/firstStart/connectMachinePart.ts'
import { switchCompany } from '#web/base/tenant.ts'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './EndCards.module.css'
import { END_CARDS, type EndCard, endCards } from './endCards.view.ts'

const ADD_PATH = '/addbox'
const HIDDEN_KEY = 'trueline.hiddenCards'

/** Returns the promo cards at the end of a short list (U-20, U-28). Each can be hidden for the session. */
export default function EndCards() {
  const { t } = useTexts('list')
  const viewer = useViewer()
  const navigate = useNavigate()
  const isScreen = useIsScreen()
  const [hidden, setHidden] = useState(readHidden)
  const [isAsked, setAsked] = useState(false)
  const demo = viewer.companies.find(({ id }) => id === DEMO_COMPANY_ID)
  const cards = endCards({
    isDemo: isInDemo(viewer),
    canAdd: mayAddWorkCenters(viewer) && isScreen(ADD_PATH),
    hasDemo: demo !== undefined,
  }).filter((card) => !hidden.includes(card))
  const hide = (card: EndCard) => {
    const next = [...hidden, card]
    sessionStorage.setItem(HIDDEN_KEY, next.join(','))
    setHidden(next)
  }
  const action: Record<EndCard, () => void> = {
    buy: () => setAsked(true),
    add: () => void navigate({ to: ADD_PATH }),
    demo: () => {
      if (demo) switchCompany(demo)
    },
  }
  return (
    <>
      {cards.map((card) => (
        <Card key={card} title={t(`cards.${card}.title`)} text={t(`cards.${card}.text`)} onHide={() => hide(card)}>
          <ActionButton onClick={action[card]}>{t(`cards.${card}.action`)}</ActionButton>
          {card === 'buy' && isAsked && (
            <Suspense fallback={null}>
              <ConnectMachinePart isOpen onClose={() => setAsked(false)} />
            </Suspense>
          )}
        </Card>
      ))}
    </>
  )
}

type CardProps = { readonly title: string; readonly text: string; readonly onHide: () => void; readonly children: ReactNode }

function Card({ title, text, onHide, children }: CardProps) {
  const { t } = useTexts('list')
  const id = useId()
  return (
    <li>
      <section className={classes['card']} data-print="no" aria-labelledby={id}>
        <div className={classes['head']}>
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            className={classes['hide']}
            aria-label={t('cards.hide', { title })}
            title={t('cards.hide', { title })}
            onClick={onHide}
          >
            <Icon name="close" size={18} />
          </button>
        </div>
        <p>{text}</p>
        {children}
      </section>
    </li>
  )
}

function readHidden(): readonly EndCard[] {
  const stored = sessionStorage.getItem(HIDDEN_KEY)?.split(',') ?? []
  return END_CARDS.filter((card) => stored.includes(card))
}
