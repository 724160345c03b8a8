import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useQuery } from 'urql'
import { FirstStartDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useIsScreen } from '../useIsScreen.ts'
import classes from './FirstStart.module.css'
import { doneSteps, FIRST_STEPS, STEP_PATHS, type FirstStep } from './steps.ts'

/** Returns the card with the first steps of a company. Each ticks itself from real data and links to its screen. */
export function FirstSteps({ onHide }: { readonly onHide: () => void }) {
  const { t } = useTexts('firstStart')
  const id = useId()
  const [{ data, error }, ask] = useQuery({ query: FirstStartDocument })
  const done = data === undefined ? null : doneSteps(data)
  return (
    <section className={classes['steps']} aria-labelledby={id}>
      <div className={classes['head']}>
        <div>
          <h2 id={id}>{t('steps.title')}</h2>
          <p className={classes['meta']}>{done !== null && t('steps.progress', { done: done.size, all: FIRST_STEPS.length })}</p>
        </div>
        <ActionButton onClick={onHide}>{t('steps.hide')}</ActionButton>
      </div>
      {data === undefined && error !== undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      <ol>
        {FIRST_STEPS.map((step, index) => (
          <Step key={step} step={step} number={index + 1} isDone={done === null ? null : done.has(step)} />
        ))}
      </ol>
    </section>
  )
}

type StepProps = { readonly step: FirstStep; readonly number: number; readonly isDone: boolean | null }

function Step({ step, number, isDone }: StepProps) {
  const { t } = useTexts('firstStart')
  const navigate = useNavigate()
  const isScreen = useIsScreen()
  const path = STEP_PATHS[step]
  const title = t(`steps.${step}`)
  return (
    <li className={classes['step']} data-done={isDone === true || undefined}>
      <span className={classes['number']} aria-hidden>
        {isDone === true ? <Icon name="check" size={16} /> : number}
      </span>
      <div>
        <p className={classes['stepTitle']}>
          {path !== null && isScreen(path) ? (
            <a
              href={path}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                void navigate({ to: path })
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
