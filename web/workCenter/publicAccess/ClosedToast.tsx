import classes from './PublicAccessDialog.module.css'

type ClosedToastProps = { readonly text: string; readonly undoLabel: string; readonly onUndo: () => void }

/** Returns what a toast says of a page that was closed, with the way back. */
export function ClosedToast({ text, undoLabel, onUndo }: ClosedToastProps) {
  return (
    <span className={classes['toast']}>
      {text}
      <button type="button" className={classes['undo']} onClick={onUndo}>
        {undoLabel}
      </button>
    </span>
  )
}
