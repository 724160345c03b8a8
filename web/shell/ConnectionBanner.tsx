import { useSyncExternalStore } from 'react'
import { useClient } from 'urql'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SessionProfileDocument } from '#web/api/generated/graphql.ts'
import classes from './ConnectionBanner.module.css'
import { useSession } from '#web/base/session.ts'
import { useConnectionStyle, useOutage } from '#web/base/useConnectionStyle.ts'

/** Returns the banner that says that the session is over, that the server does not answer, or since when the page is offline; nothing while all is well. */
export function ConnectionBanner() {
  const { t } = useCommonTexts()
  const format = useFormat()
  const client = useClient()
  const { end } = useSession()
  const isEnded = useSyncExternalStore(end.subscribe, end.isEnded)
  const { status, since } = useConnectionStyle()
  const isAway = useOutage() === 'away'
  const text = isEnded
    ? t('session.ended')
    : isAway
      ? t('state.serverAway')
      : status === 'offline'
        ? t('connection.offlineHelp', { time: format.time(since) })
        : null
  // Like every answer, this one ends the outage if it can be had.
  const ask = () => void client.query(SessionProfileDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  return (
    <div role="status" data-print="no">
      {text !== null && (
        <div className={classes['banner']}>
          <Icon name="alert" /> <p>{text}</p>
          {isAway && !isEnded && <ActionButton onClick={ask}>{t('state.retry')}</ActionButton>}
        </div>
      )}
    </div>
  )
}
