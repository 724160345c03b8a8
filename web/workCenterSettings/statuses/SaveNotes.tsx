import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import classes from './rules.module.css'
import type { useRulesSave } from './useRulesSave.ts'

/** Returns the state of a save: in progress, or refused with the reason. */
export function SaveNotes({ isSaving, refused }: Pick<ReturnType<typeof useRulesSave>, 'isSaving' | 'refused'>) {
  const { t } = useTexts('statuses')
  return (
    <>
      {refused !== null && (
        <p role="alert" className={classes['overlap']}>
          {refused.name === null ? '' : `${refused.name}: `}
          <Explained>{problemText(t, refused.problem)}</Explained>
        </p>
      )}
      {isSaving && (
        <p role="status" className={classes['hint']}>
          {t('saved.saving')}
        </p>
      )}
    </>
  )
}
