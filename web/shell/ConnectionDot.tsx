import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ConnectionDot.module.css'
import { useConnectionStyle } from '#web/base/useConnectionStyle.ts'

/** Returns the state of the live connection as a dot with its word: connecting at first, live, reconnecting, or offline since when. */
export function ConnectionDot() {
  const { t } = useCommonTexts()
  const format = useFormat()
  const { status, since } = useConnectionStyle()
  const text = status === 'offline' ? t('connection.offlineSince', { time: format.time(since) }) : t(`connection.${status}`)
  return (
    <span className={classes['dot']} data-status={status} title={text}>
      <span className={classes['mark']} aria-hidden />
      <span className={classes['text']}>{text}</span>
    </span>
  )
}
