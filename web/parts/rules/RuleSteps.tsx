import { RULE_LIMITS } from '#engine/notification/ruleForm.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { AudienceField } from './AudienceField.tsx'
import classes from './notifications.module.css'
import type { RuleChoice, StepChoice } from './ruleForm.view.ts'

const FIRST_MINUTES = 15

type RuleStepsProps = {
  readonly steps: readonly StepChoice[]
  readonly audiences: readonly { readonly value: string; readonly label: string }[]
  readonly ackMinutes: string
  readonly errors: { readonly steps: string | null; readonly ackMinutes: string | null }
  readonly onChange: (next: Pick<RuleChoice, 'ackMinutes'> | Pick<RuleChoice, 'steps'>) => void
}

/** Returns who is told later, as long as nobody takes care of it: up to three steps, each after so many minutes. */
export function RuleSteps({ steps, audiences, ackMinutes, errors, onChange: say }: RuleStepsProps) {
  const { t } = useTexts('notification')
  const onChange = (next: readonly StepChoice[]) => say({ steps: next })
  const change = (place: number, next: Partial<StepChoice>) =>
    onChange(steps.map((step, index) => (index === place ? { ...step, ...next } : step)))
  const add = () => {
    const last = Number(steps.at(-1)?.minutes ?? 0)
    const minutes = String((Number.isFinite(last) ? last : 0) + FIRST_MINUTES)
    onChange([...steps, { minutes, audience: 'ROLES:ADMIN' }])
  }
  return (
    <fieldset className={classes['steps']}>
      <legend>{t('step.title')}</legend>
      {steps.map((step, place) => (
        // Steps have no names of their own: their place is what they are.
        <div key={place} className={classes['step']}>
          <NumberField
            name={`step-minutes-${place}`}
            label={t('step.minutes')}
            isWhole
            value={step.minutes}
            onChange={(minutes) => change(place, { minutes })}
            error={place === 0 ? errors.steps : null}
          />
          <AudienceField
            name={`step-audience-${place}`}
            label={t('step.audience')}
            value={step.audience}
            options={audiences}
            onChange={(audience) => change(place, { audience })}
          />
          <ActionButton onClick={() => onChange(steps.filter((_, index) => index !== place))}>{t('step.remove')}</ActionButton>
        </div>
      ))}
      {steps.length > 0 && (
        <NumberField
          name="ack"
          label={t('step.ack')}
          isWhole
          value={ackMinutes}
          onChange={(next) => say({ ackMinutes: next })}
          error={errors.ackMinutes}
        />
      )}
      {steps.length < RULE_LIMITS.steps && (
        <div>
          <ActionButton onClick={add}>{t('step.add')}</ActionButton>
        </div>
      )}
    </fieldset>
  )
}
