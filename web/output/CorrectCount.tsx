import { CorrectCountDocument, type ListedOutputFragment } from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { readUnits, unitProblems } from '#web/parts/posting/posting.view.ts'
import classes from '#web/parts/posting/Posting.module.css'

type CorrectCountProps = { readonly output: ListedOutputFragment; readonly unit: string; readonly onDone: () => void }

/** Returns the form that says what the device should have counted; its own counts stay known. */
export function CorrectCount({ output, unit, onDone }: CorrectCountProps) {
  const { t } = useTexts('output')
  const { locale } = useFormat()
  const change = useChange(CorrectCountDocument, KEYED)
  const form = useForm({
    initial: {
      acceptedOutput: numberText(output.acceptedOutput, locale),
      rejectedOutput: numberText(output.rejectedOutput, locale),
      comment: '',
    },
    check: (values) => unitProblems(values, locale),
    save: async (values) => {
      const { accepted, rejected } = readUnits(values, locale)
      const { problems } = await change.run({
        outputIIoTId: output.id,
        totalOutput: Math.round((accepted + rejected) * 1000) / 1000,
        acceptedOutput: accepted,
        rejectedOutput: rejected,
        comment: values.comment.trim(),
      })
      if (problems.length === 0) {
        showToast(t('count.done'))
        onDone()
      }
      return problems
    },
  })
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit} aria-label={t('count.open')}>
      <p className={classes['muted']}>{t('count.help')}</p>
      <NumberField {...fieldOf(form, 'acceptedOutput', sentence)} label={`${t('column.accepted')}, ${unit}`} />
      <NumberField {...fieldOf(form, 'rejectedOutput', sentence)} label={`${t('column.rejected')}, ${unit}`} />
      <TextField {...fieldOf(form, 'comment', sentence)} label={t('reason')} maxLength={2000} isLong />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {sentence(problem)}
        </Alert>
      ))}
      <ConfirmedShiftLink problems={form.others} />
      <div className={classes['acts']}>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('count.save')}
        </ActionButton>
      </div>
    </form>
  )
}
