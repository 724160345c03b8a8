import { useEffect, useState } from 'react'
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
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { readUnits, unitProblems } from '#web/parts/posting/posting.view.ts'
import classes from '#web/parts/posting/Posting.module.css'

type CorrectCountProps = {
  readonly output: ListedOutputFragment
  readonly unit: string
  readonly onDone: () => void
  /** Somebody else corrected the count meanwhile: what is there now is asked for. */
  readonly onStale: () => void
}

/**
 * Returns the form that says what the device should have counted; its own counts stay known. What is typed is told with the count that was shown
 * when it was opened, so that what the machine counts meanwhile stays.
 */
export function CorrectCount({ output, unit, onDone, onStale }: CorrectCountProps) {
  const { t } = useTexts('output')
  const { locale, number, timeZone } = useFormat()
  const zoned = useZoneFormat(output.workCenter?.timeZone ?? timeZone)
  const [seen, setSeen] = useState(output)
  /** ASKED = somebody else corrected it, SHOWN = what came of that stands in the fields. */
  const [stale, setStale] = useState<'ASKED' | 'SHOWN' | null>(null)
  const change = useChange(CorrectCountDocument, KEYED)
  const form = useForm({
    initial: {
      acceptedOutput: numberText(seen.acceptedOutput, locale),
      rejectedOutput: numberText(seen.rejectedOutput, locale),
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
        seen: { acceptedOutput: seen.acceptedOutput, rejectedOutput: seen.rejectedOutput, corrections: seen.corrections.length },
        comment: values.comment.trim(),
      })
      if (problems.length === 0) {
        showToast(t('count.done'))
        onDone()
      } else if (problems.some(({ code }) => code === 'CONFLICT')) {
        setStale('ASKED')
        onStale()
      }
      return problems
    },
  })
  useEffect(() => {
    if (stale !== 'ASKED' || output.corrections.length === seen.corrections.length) return
    setStale('SHOWN')
    setSeen(output)
    // What was typed was meant for the count of before: sent against the new one it would take the other correction back.
    form.reset({
      acceptedOutput: numberText(output.acceptedOutput, locale),
      rejectedOutput: numberText(output.rejectedOutput, locale),
      comment: form.values.comment,
    })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stale, output, seen])
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem, zoned)
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit} aria-label={t('count.open')}>
      <p className={classes['muted']}>{t('count.help')}</p>
      {seen.timeEnd === null && (
        <p className={classes['muted']}>
          {t('count.seen', { accepted: number(seen.acceptedOutput), rejected: number(seen.rejectedOutput) })}
        </p>
      )}
      <NumberField {...fieldOf(form, 'acceptedOutput', sentence)} label={`${t('column.accepted')}, ${unit}`} />
      <NumberField {...fieldOf(form, 'rejectedOutput', sentence)} label={`${t('column.rejected')}, ${unit}`} />
      <TextField {...fieldOf(form, 'comment', sentence)} label={t('reason')} maxLength={2000} isLong />
      {stale === 'SHOWN' && <Alert className={classes['problem']}>{t('count.stale')}</Alert>}
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
