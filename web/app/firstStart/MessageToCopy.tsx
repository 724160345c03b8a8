import { useTexts } from '#web/parts/problem/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showToast } from '../toast.ts'
import classes from './FirstStart.module.css'

/** Returns a message that somebody can send to whoever may do what they may not, with the button that copies it. */
export function MessageToCopy({ message }: { readonly message: string }) {
  const { t } = useTexts('firstStart')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message)
      void showToast(t('message.copied'))
    } catch {
      // Without a secure address, or against the browser's settings; the text can be marked by hand.
      void showToast(t('message.copyFailed'))
    }
  }
  return (
    <div className={classes['message']}>
      <blockquote>{message}</blockquote>
      <ActionButton onClick={() => void copy()}>{t('copy')}</ActionButton>
    </div>
  )
}
