import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Parts.module.css'

/** Returns until when something may be used, or that its time is over. */
export function ExpiryNote({ expiresOn, isExpired }: { readonly expiresOn: string; readonly isExpired: boolean }) {
  const { t } = useTexts('user')
  const format = useFormat()
  const time = format.dateTime(Date.parse(expiresOn))
  return isExpired ? <span className={classes['late']}>{t('expiry.over', { time })}</span> : <span>{t('expiry.until', { time })}</span>
}
