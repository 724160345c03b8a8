import { fullName } from '#engine/user/person.ts'
import type { SentToFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { whenOf } from './sentence.view.ts'
import { gatherTold, type ToldPerson } from './sentLines.view.ts'
import classes from '#web/parts/rules/notifications.module.css'

type SentLinesProps = {
  readonly deliveries: readonly SentToFragment[]
  /** When it was told; times of another day have their date. */
  readonly since: number
  readonly format: Format
}

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
