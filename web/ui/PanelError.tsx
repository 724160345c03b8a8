import { ActionButton } from './ActionButton.tsx'
import classes from './PanelError.module.css'

type PanelErrorProps = { readonly title: string; readonly retryLabel: string; readonly onRetry: () => void }

/** Returns a failure inside a panel with the way to try again; the rest of the page goes on. */
export function PanelError({ title, retryLabel, onRetry }: PanelErrorProps) {
  return (
    <div className={classes['error']} role="alert">
      <p>{title}</p>
      <ActionButton onClick={onRetry}>{retryLabel}</ActionButton>
    </div>
  )
}
