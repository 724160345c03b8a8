import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import { MeaningLink } from './Alert.tsx'
import classes from './Notice.module.css'

type NoticeProps = Omit<ComponentProps<'div'>, 'children' | 'className'> & {
  readonly text: string
  /** The one thing that can be done about it; null = nothing. */
  readonly action: { readonly label: string; readonly run: () => void } | null
  readonly closeLabel: string
  /** Null while it stays, as long as something is on its way. */
  readonly onClose: (() => void) | null
  /** Stands in a drawer, not over the page. */
  readonly isFlat?: boolean
}

/** Returns the one look of short messages at the end of the window: what was done, what can be done about it, and the way to close it. */
export function Notice({ text, action, closeLabel, onClose, isFlat = false, ...rest }: NoticeProps) {
  return (
    <div {...rest} className={classes['notice']} data-flat={isFlat || undefined}>
      <p>{text}</p>
      <MeaningLink sentence={text} />
      {action !== null && (
        <button type="button" className={classes['action']} onClick={action.run}>
          {action.label}
        </button>
      )}
      {onClose !== null && (
        <button type="button" className={classes['close']} aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
