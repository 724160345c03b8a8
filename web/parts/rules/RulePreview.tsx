import { Link } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import { useQuery } from 'urql'
import type { RuleType } from '#engine/notification/notificationType.ts'
import { previewDays } from '#engine/notification/previewDays.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { fullName } from '#engine/user/person.ts'
import type { CreateNotificationConfigInput } from '#web/api/generated/graphql.ts'
import { PreviewNotificationRuleDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useSettled } from '#web/ui/useSettled.ts'
import classes from './notifications.module.css'

const MOST_PEOPLE = 5
const MOST_TIMES = 6

type RulePreviewProps = {
  readonly input: CreateNotificationConfigInput
  readonly type: RuleType
  /** Of the work center whose history shows it; null = it has none. */ readonly deviceId: string | null
}

/** Returns what the rule that is being typed would have told in the last days, when, and in how many messages to whom. */
export function RulePreview({ input, type, deviceId }: RulePreviewProps) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const { usual: days } = previewDays(type)
  const typed = useMemo(() => ({ input, days }), [input, days])
  const variables = useSettled(typed)
  const [result] = useQuery({ query: PreviewNotificationRuleDocument, variables, requestPolicy: 'network-only' })
  const preview = result.data?.previewNotificationConfig
  const [problem] = problemsOf(result.error)
  const times = (preview?.episodes ?? []).slice(-MOST_TIMES).toReversed()
  return (
    <section
      className={classes['preview']}
      aria-label={t('preview.title', { days: variables.days })}
      aria-busy={result.fetching || undefined}
    >
      <h3>{t('preview.title', { days: variables.days })}</h3>
      <div role="status">
        {problem !== undefined && <p>{problemText(t, problem)}</p>}
        {problem === undefined && preview === undefined && <p>{t('state.loading')}</p>}
        {problem === undefined && preview !== undefined && (
          <p className={classes['told']}>
            {preview.episodes.length === 0 ? t('preview.never') : t('preview.times', { count: preview.episodes.length })}
            {preview.atNight > 0 && ` · ${t('preview.atNight', { count: preview.atNight })}`}
            {preview.medianMinutes !== null && ` · ${t('preview.median', { minutes: format.number(preview.medianMinutes, 0) })}`}
          </p>
        )}
      </div>
      {problem === undefined && preview !== undefined && preview.longerDuration !== null && (
        <p className={classes['muted']}>{t('preview.longer', { minutes: preview.longerDuration })}</p>
      )}
      {problem === undefined && preview !== undefined && preview.people.length > 0 && (
        <ul className={classes['people']}>
          {preview.people.slice(0, MOST_PEOPLE).map(({ user, messages, copies }) => (
            <li key={user?.id ?? ''}>
              {user === null ? '?' : fullName(user)}: {t('preview.messages', { count: messages })}
              {copies !== messages && <span className={classes['muted']}> · {t('preview.copies', { count: copies })}</span>}
            </li>
          ))}
          {preview.people.length > MOST_PEOPLE && <li>{t('preview.others', { count: preview.people.length - MOST_PEOPLE })}</li>}
        </ul>
      )}
      {problem === undefined && times.length > 0 && (
        <p className={classes['muted']}>
          {t('preview.last')}{' '}
          {times.map(({ dueAt }, index) => (
            <Fragment key={`${dueAt}/${index}`}>
              {index > 0 && ', '}
              {deviceId === null ? (
                format.dateTime(Date.parse(dueAt))
              ) : (
                <Link to="/boxes/$deviceId" params={{ deviceId }} search={{ tab: 'history', ...aroundOf(dueAt) }}>
                  {format.dateTime(Date.parse(dueAt))}
                </Link>
              )}
            </Fragment>
          ))}
        </p>
      )}
    </section>
  )
}

/** So much of the history is shown before and after. */
const AROUND_MS = 30 * MINUTE_MS

function aroundOf(dueAt: string): { readonly from: string; readonly to: string } {
  const at = Date.parse(dueAt)
  return { from: new Date(at - AROUND_MS).toISOString(), to: new Date(at + AROUND_MS).toISOString() }
}
