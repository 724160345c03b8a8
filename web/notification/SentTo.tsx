import { useState } from 'react'
import { useQuery } from 'urql'
import { fullName } from '#engine/user/person.ts'
import { NotificationDeliveriesDocument, type NotificationDeliveriesQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { whenOf } from '#web/parts/notice/sentence.view.ts'
import { gatherTold, type ToldPerson } from './sentLines.view.ts'
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

type SentLinesProps = Pick<SentToProps, 'format' | 'since'> & { readonly deliveries: NotificationDeliveriesQuery['notificationDeliveries'] }

/** Returns what came of a message, when, and why it was not sent at once: a line for all people to whom the same happened by the same way, or a webhook. */
export function SentLines({ deliveries, since, format }: SentLinesProps) {
  const { t } = useTexts('notification')
  const toldOf = (one: SentLinesProps['deliveries'][number]): ToldPerson => {
    const { user, channel, device, state, heldBy, shownAt, openedAt } = one
    const when = (at: string) => whenOf(format, Date.parse(at), since)
    const became = [
      `${t(`sent.state.${state}`)} ${when(one.settledAt ?? one.at)}`,
      ...(shownAt === null ? [] : [t('sent.shownAt', { time: when(shownAt) })]),
      ...(openedAt === null ? [] : [t('sent.opened', { time: when(openedAt) })]),
      ...(heldBy === null ? [] : [heldBy === 'LATE' ? t('late') : t(`held.${heldBy}`)]),
    ].join(' · ')
    if (channel === 'WEBHOOK') return { who: device ?? '?', by: t('sent.channel.WEBHOOK'), became }
    return { who: user === null ? '?' : fullName(user), by: device ?? t(`sent.channel.${channel}`), became }
  }
  return (
    <ul className={classes['lines']}>
      {gatherTold(deliveries.map(toldOf)).map(({ people, by, became }) => (
        <li key={`${by}/${became}`}>
          {people.join(', ')} · {by} · {became}
        </li>
      ))}
    </ul>
  )
}
