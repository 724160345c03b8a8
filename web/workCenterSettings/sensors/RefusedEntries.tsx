import { useQuery } from 'urql'
import { SettingsRefusedDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Sensors.module.css'

export type RefusedEntriesProps = { readonly workCenterId: number }

/** Returns what the device sent and was refused, the newest first: when, why, and what the message began with. */
export function RefusedEntries({ workCenterId }: RefusedEntriesProps) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const [{ data, error }] = useQuery({
    query: SettingsRefusedDocument,
    variables: { workCenterId },
    requestPolicy: 'cache-and-network',
  })
  const [problem] = problemsOf(error)
  if (problem !== undefined) return <p>{problemText(t, problem)}</p>
  if (data === undefined) return <p role="status">{t('state.loading')}</p>
  if (data.refusedEntries.length === 0) return <p className={classes['meta']}>{t('refused.none')}</p>
  return (
    <ul className={classes['list']}>
      {data.refusedEntries.map(({ receivedAt, reason, detail, payload }, index) => (
        <li key={`${receivedAt}/${index}`} className={`${classes['item']} ${classes['refusal']}`}>
          <b>{t(`refusal.${reason}`)}</b>
          <span className={classes['meta']}>
            {format.dateTime(Date.parse(receivedAt))} · {detail}
          </span>
          {payload !== null && (
            <details>
              <summary className={classes['meta']}>{t('refused.message')}</summary>
              <pre className={classes['payload']}>{payload}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
