import { use } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { MeaningLink } from './Alert.tsx'
import { OutageContext } from './outage.ts'
import classes from './PanelError.module.css'

type PanelErrorProps = { readonly title: string; readonly retryLabel: string; readonly onRetry: () => void }

/** Returns a failure inside a panel with the way to try again; the rest of the page goes on. During an outage it says so, whatever failed. */
export function PanelError({ title, retryLabel, onRetry }: PanelErrorProps) {
  const outage = use(OutageContext)
  return (
    <div className={classes['error']} role="alert">
      <p>{outage ?? title}</p>
      {outage === null && <MeaningLink sentence={title} />}
      <ActionButton onClick={onRetry}>{retryLabel}</ActionButton>
    </div>
  )
}
