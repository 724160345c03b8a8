import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { FirstStartDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useIsScreen } from '../useIsScreen.ts'
import classes from './FirstStart.module.css'
import { doneSteps, FIRST_STEPS, stepPath, type FirstStep } from './steps.ts'

const NONE = { workCenters: [] }
const NOTHING_ASKED = {}
/** What the steps tick themselves from. */
const STEP_RECORDS = { workCenterIds: null, kinds: ['company', 'people', 'settings', 'workCenter'] } as const

type FirstStepsProps = {
  readonly onHide: () => void
  /** Above a list: one line with the next step, which unfolds; it goes when all are done. */
  readonly isFoldable?: boolean
}

/** Returns the card with the first steps of a company. Each ticks itself from real data and links to its screen. */
export function FirstSteps({ onHide, isFoldable = false }: FirstStepsProps) {
  const { t } = useTexts('firstStart')
  const id = useId()
  const [{ data, error }, ask] = useFreshQuery(FirstStartDocument, NOTHING_ASKED, STEP_RECORDS)
  const [isUnfolded, setUnfolded] = useState(!isFoldable)
  const done = data === undefined ? null : doneSteps(data)
  const next = FIRST_STEPS.find((step) => done !== null && !done.has(step))
  const isOver = isFoldable && done !== null && next === undefined
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (isOver) hide()
  }, [isOver])
  return (
    <section className={classes['steps']} aria-labelledby={id}>
      <div className={classes['head']}>
        <div>
          <h2 id={id}>{t('steps.title')}</h2>
          <p className={classes['meta']}>
            {done !== null && t('steps.progress', { done: done.size, all: FIRST_STEPS.length })}
            {!isUnfolded && next !== undefined && ` · ${t('steps.next', { step: t(`steps.${next}`) })}`}
          </p>
        </div>
        <div className={classes['headActions']}>
          {isFoldable && (
            <ActionButton isExpanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? t('steps.fold') : t('steps.unfold')}
            </ActionButton>
          )}
          <ActionButton onClick={onHide}>{t('steps.hide')}</ActionButton>
        </div>
      </div>
      {data === undefined && error !== undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />}
      {isUnfolded && (
        <ol>
          {FIRST_STEPS.map((step, index) => (
            <Step
              key={step}
              step={step}
              path={stepPath(step, data ?? NONE)}
              number={index + 1}
              isDone={done === null ? null : done.has(step)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type StepProps = { readonly step: FirstStep; readonly path: string | null; readonly number: number; readonly isDone: boolean | null }

function Step({ step, path, number, isDone }: StepProps) {
  const { t } = useTexts('firstStart')
  const navigate = useNavigate()
  const isScreen = useIsScreen()
  const title = t(`steps.${step}`)
  return (
    <li className={classes['step']} data-done={isDone === true || undefined}>
      <span className={classes['number']} aria-hidden>
        {isDone === true ? <Icon name="check" size={16} /> : number}
      </span>
      <div>
        <p className={classes['stepTitle']}>
          {path !== null && isScreen(path.replace(/\?.*/, '')) ? (
            <a
              href={path}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                void navigate({ href: path })
              }}
            >
              {title}
            </a>
          ) : (
            title
          )}
          {isDone !== null && <span className="hidden-text">, {t(isDone ? 'steps.isDone' : 'steps.isOpen')}</span>}
        </p>
        <p className={classes['meta']}>{t(`steps.help.${step}`)}</p>
      </div>
    </li>
  )
}
