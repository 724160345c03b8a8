import type { ReactNode } from 'react'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { type BoundField, fieldOf } from '#web/ui/form/fieldOf.ts'
import { type FieldProblem, useForm } from '#web/ui/form/useForm.ts'
import classes from './Stock.module.css'

type StockFormProps<Values> = {
  readonly initial: Values
  readonly check: (values: Values) => readonly FieldProblem[]
  readonly save: (values: Values) => Promise<readonly FieldProblem[]>
  readonly saveLabel: string
  readonly onClose: () => void
  /** The fields, each bound by its name. */
  readonly children: (field: <Name extends keyof Values & string>(name: Name) => BoundField<Name, Values[Name]>) => ReactNode
}

/** Returns the form of a dialog about stock, with what is refused of it and its two buttons. */
export function StockForm<Values extends object>({ initial, check, save, saveLabel, onClose, children }: StockFormProps<Values>) {
  const { t } = useTexts('stock')
  const form = useForm({ initial, check, save })
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit}>
      {children((name) => fieldOf(form, name, (problem) => problemText(t, problem)))}
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['danger']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {saveLabel}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
