import { ActionButton } from './ActionButton.tsx'
import classes from './FullPageNotice.module.css'

type FullPageNoticeProps = {
  readonly title: string
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** Returns a page that holds one message and what can be done about it. */
export function FullPageNotice({ title, text, actions }: FullPageNoticeProps) {
  return (
    <main className={classes['page']} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={classes['actions']}>
        {actions.map((action, index) => (
          <ActionButton key={action.label} isMain={index === 0} onClick={action.onClick}>
            {action.label}
          </ActionButton>
        ))}
      </div>
    </main>
  )
}
