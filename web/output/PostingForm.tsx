import { CancelPostingDocument, CorrectPostingDocument } from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
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
import { type PostedUnits, readUnits, unitProblems } from './output.view.ts'
import classes from './OutputPage.module.css'

type PostingFormProps = {
  readonly act: 'CANCEL' | 'CORRECT'
  /** A row of the posting. */
  readonly id: number
  readonly units: PostedUnits
  readonly unit: string
  /** Told the posting that stands for it; null where none does. */
  readonly onDone: (postingId: number | null) => void
}

/** Returns the form that takes a posting back, or puts other units in its place; material and reasons follow in proportion. */
export function PostingForm({ act, id, units, unit, onDone }: PostingFormProps) {
  const { t } = useTexts('output')
  const { locale } = useFormat()
  const cancelling = useChange(CancelPostingDocument, KEYED)
  const correcting = useChange(CorrectPostingDocument, KEYED)
  const form = useForm({
    initial: { acceptedOutput: numberText(units.accepted, locale), rejectedOutput: numberText(units.rejected, locale), comment: '' },
    check: (values) => unitProblems(values, locale),
    save: async (values) => {
      const comment = values.comment.trim()
      if (act === 'CANCEL') {
        const { problems } = await cancelling.run({ id, comment })
        if (problems.length === 0) {
          showToast(t('postingDone.CANCEL'))
          onDone(null)
        }
        return problems
      }
      const { accepted, rejected } = readUnits(values, locale)
      const { data, problems } = await correcting.run({ id, comment, acceptedOutput: accepted, rejectedOutput: rejected })
      if (problems.length === 0) {
        showToast(t('postingDone.CORRECT'))
        onDone(data?.correctOutputConfirmation[0]?.postingId ?? null)
      }
      return problems
    },
  })
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit} aria-label={t(`postingAct.${act}`)}>
      <p className={classes['muted']}>{t(`postingHelp.${act}`)}</p>
      {act === 'CORRECT' && (
        <>
          <NumberField {...fieldOf(form, 'acceptedOutput', sentence)} label={`${t('column.accepted')}${unit === '' ? '' : `, ${unit}`}`} />
          <NumberField {...fieldOf(form, 'rejectedOutput', sentence)} label={`${t('column.rejected')}${unit === '' ? '' : `, ${unit}`}`} />
        </>
      )}
      <TextField {...fieldOf(form, 'comment', sentence)} label={t('reason')} maxLength={2000} isLong />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {sentence(problem)}
        </Alert>
      ))}
      <div className={classes['acts']}>
        <ActionButton isMain={act === 'CORRECT'} isDanger={act === 'CANCEL'} isSubmit isBusy={form.isSaving}>
          {t(`postingSave.${act}`)}
        </ActionButton>
      </div>
    </form>
  )
}
