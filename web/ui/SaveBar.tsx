import { ActionButton } from './ActionButton.tsx'
import classes from './SaveBar.module.css'
import { usePageBar } from './usePageBar.ts'

type SaveBarProps = {
  /** How much is not saved, and the words of the two ways on. */
  readonly labels: { readonly count: string; readonly discard: string; readonly save: string }
  readonly isSaving: boolean
  readonly onDiscard: () => void
}

/** Returns the bar that stands at the end of the window while something of a form is not saved: how much, and the two ways on (ux.md §6.10). It belongs into the form. */
export function SaveBar({ labels, isSaving, onDiscard }: SaveBarProps) {
  const bar = usePageBar<HTMLDivElement>()
  return (
    <div ref={bar} className={classes['bar']}>
      <p role="status">{labels.count}</p>
      <ActionButton isDisabled={isSaving} onClick={onDiscard}>
        {labels.discard}
      </ActionButton>
      <ActionButton isMain isSubmit isBusy={isSaving}>
        {labels.save}
      </ActionButton>
    </div>
  )
}
