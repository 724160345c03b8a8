import { ActionButton } from './ActionButton.tsx'
import classes from './SaveBar.module.css'
import { usePageBar } from './usePageBar.ts'

type SaveBarProps = {
  /** How much is not saved, and the words of the two ways on; `save` is null where nothing can be saved. */
  readonly labels: { readonly count: string; readonly discard: string; readonly save: string | null }
  /** Why the last attempt to save failed, where no field tells it. */
  readonly errors?: readonly string[]
  readonly isSaving: boolean
  readonly onDiscard: () => void
}

/**
 * Returns the save bar at the end of the window while a form has unsaved changes: their number, discard and save (U-25). Place it inside the form.
 */
export function SaveBar({ labels, errors = [], isSaving, onDiscard }: SaveBarProps) {
  const bar = usePageBar<HTMLDivElement>()
  return (
    <div ref={bar} className={classes['bar']} data-print="no">
      <div role="alert" className={classes['errors']}>
        {errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
      <p role="status" className={classes['count']}>
        {labels.count}
      </p>
      <ActionButton isDisabled={isSaving} onClick={onDiscard}>
        {labels.discard}
      </ActionButton>
      {labels.save !== null && (
        <ActionButton isMain isSubmit isBusy={isSaving}>
          {labels.save}
        </ActionButton>
      )}
    </div>
  )
}
