import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { Form } from '#web/ui/form/useForm.ts'
import classes from './Section.module.css'

/** Returns the end of a form: refusals without a field, and the save button. */
export function FormEnd<Values>({ form, label }: { readonly form: Form<Values>; readonly label: string }) {
  const { t } = useTexts('profile')
  return (
    <>
      <div role="alert">
        {form.others.map((problem) => (
          <p key={problem.code} className={classes['error']}>
            <Explained>{problemText(t, problem)}</Explained>
          </p>
        ))}
      </div>
      <div className={classes['row']}>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {label}
        </ActionButton>
      </div>
    </>
  )
}
