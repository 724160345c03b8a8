import { useEffect, useId, useRef, type ReactNode } from 'react'
import { ColorField } from '#web/parts/color/ColorField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldProblem, Form } from '#web/ui/form/useForm.ts'
import type { SensorValues } from './sensorForm.view.ts'
import classes from './Sensors.module.css'

type SensorFormFrameProps = {
  readonly title: string
  readonly submitLabel: string
  readonly form: Form<SensorValues>
  readonly toText: (problem: FieldProblem) => string
  readonly onClose: () => void
  readonly children?: ReactNode
  /** What stands after name and colour. */
  readonly after?: ReactNode
  /** Text before the buttons. */
  readonly notice?: ReactNode
}

/** Returns the common parts of both sensor forms: name and colour, problems without a field, and the buttons; Escape cancels. */
export function SensorFormFrame({ title, submitLabel, form, toText, onClose, children, after, notice }: SensorFormFrameProps) {
  const { t } = useTexts('sensors')
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  return (
    <form
      ref={element}
      className={classes['form']}
      aria-labelledby={id}
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <h3 id={id}>{title}</h3>
      {children}
      <TextField {...fieldOf(form, 'name', toText)} label={t('field.name')} optional={t('optional')} maxLength={200} />
      <div className={classes['colors']}>
        <ColorField {...fieldOf(form, 'color', toText)} />
      </div>
      {after}
      {notice}
      <div role="alert">
        {form.others
          .filter(({ code }) => code !== 'CONFLICT')
          .map((problem) => (
            <p key={problem.code} className={classes['bad']}>
              <Explained>{toText(problem)}</Explained>
            </p>
          ))}
      </div>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {submitLabel}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
