import { useTexts } from '#web/parts/problem/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './frame.module.css'

type SaveBarProps = { readonly count: number; readonly isSaving: boolean; readonly onDiscard: () => void }

/** Returns the bar that stands at the end of the window while something of a form is not saved: how much, and the two ways on (ux.md §6.10). It belongs into the form. */
export function SaveBar({ count, isSaving, onDiscard }: SaveBarProps) {
  const { t } = useTexts('frame')
  if (count === 0) return null
  return (
    <div className={classes['bar']}>
      <p role="status">{t('changes', { count })}</p>
      <ActionButton isDisabled={isSaving} onClick={onDiscard}>
        {t('discard')}
      </ActionButton>
      <ActionButton isMain isSubmit isBusy={isSaving}>
        {t('save')}
      </ActionButton>
    </div>
  )
}
