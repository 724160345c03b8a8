import { useState } from 'react'
import { useQuery } from 'urql'
import { NotificationDeliveriesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { SentLines } from '#web/parts/notice/SentLines.tsx'
import classes from '#web/parts/rules/notifications.module.css'

type SentToProps = {
  readonly id: string
  /** What they were told. */
  readonly what: string
  readonly since: number
  readonly format: Format
}

/** Returns who was told of a notification by which way, what was held back and why; asked for once it is opened. */
export function SentTo({ id, what, since, format }: SentToProps) {
  const { t } = useTexts('notification')
  const [isOpen, setOpen] = useState(false)
  const [{ data, error }] = useQuery({
    query: NotificationDeliveriesDocument,
    variables: { id },
    pause: !isOpen,
    requestPolicy: 'cache-and-network',
  })
  const [problem] = problemsOf(error)
  return (
    <details className={classes['sent']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('sent.title')}
        <span className="hidden-text">: {what}</span>
      </summary>
      {problem !== undefined && <p>{problemText(t, problem)}</p>}
      {isOpen && problem === undefined && data === undefined && <p role="status">{t('state.loading')}</p>}
      {data !== undefined && <SentLines deliveries={data.notificationDeliveries} since={since} format={format} />}
    </details>
  )
}
