import { useState } from 'react'
import { SkipChecklistDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './Runner.module.css'

/** Returns the way to say that nobody answers it, and why. */
export function Skip({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const { t } = useTexts('checklist')
  const skip = useChange(SkipChecklistDocument)
  const [reason, setReason] = useState<string | null>(null)
  if (reason === null)
    return (
      <div>
        <ActionButton onClick={() => setReason('')}>{t('skip.open')}</ActionButton>
      </div>
    )
  return (
    <div className={classes['more']}>
      <TextField name="reason" label={t('skip.reason')} value={reason} onChange={setReason} maxLength={1000} />
      <ActionButton
        isBusy={skip.isBusy}
        onClick={() => void skip.run({ occurrenceId: id, reason }).then(({ data }) => data !== null && onDone())}
      >
        {t('skip.do')}
      </ActionButton>
      {skip.problems.map((problem) => (
        <Alert key={problem.code} className={classes['bad']}>
          {problemText(t, problem)}
        </Alert>
      ))}
    </div>
  )
}
