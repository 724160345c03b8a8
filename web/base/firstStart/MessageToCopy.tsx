import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './FirstStart.module.css'

/** Returns a message to send to somebody with the missing right, with a copy button. */
export function MessageToCopy({ message }: { readonly message: string }) {
  const { t } = useTexts('firstStart')
  const { copy, outcome } = useCopy()
  return (
    <div className={classes['message']}>
      <blockquote>{message}</blockquote>
      <ActionButton onClick={() => void copy(message)}>{t('copy')}</ActionButton>
      <span role="status">{outcome !== null && t(outcome)}</span>
    </div>
  )
}
