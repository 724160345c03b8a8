import { useEffect } from 'react'
import { useClient } from 'urql'
import { SessionProfileDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { FullPageNotice } from '#web/ui/FullPageNotice.tsx'

const RETRY_MS = 10_000

/** Returns the maintenance notice. It asks again by itself and goes when the server answers. */
export default function MaintenanceNotice() {
  const { t } = useTexts('maintenance')
  const client = useClient()
  const ask = () => void client.query(SessionProfileDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  useEffect(() => {
    const timer = setInterval(ask, RETRY_MS)
    return () => clearInterval(timer)
  })
  return <FullPageNotice title={t('title')} text={t('help')} actions={[{ label: t('state.retry'), onClick: ask }]} />
}
