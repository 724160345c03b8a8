import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { movedDate } from '#engine/time/statPeriod.ts'
import { ChangeMarksDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './AnalyticsPage.module.css'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import type { Names } from './useNames.ts'

type WorseProps = {
  readonly search: Pick<AnalyticsSearch, 'wc' | 'wcGroup'>
  /** The first and the last date of the page, and today of the company. */
  readonly dates: readonly [string, string]
  readonly today: string
  readonly names: Names
}

/** Returns since when which stops take more, and which days were unusual, each with the way to its stops (docs/domain.md N-17); nothing where nothing is. */
export function Worse({ search: { wc, wcGroup }, dates: [dateFrom, last], today, names }: WorseProps) {
  const { t } = useTexts('analytics')
  const format = useFormat()
  // A day that goes on is not known yet.
  const yesterday = movedDate(today, -1)
  const dateTo = last < yesterday ? last : yesterday
  const [{ data, error }, ask] = useQuery({
    query: ChangeMarksDocument,
    variables: {
      workCenterIds: wc.length > 0 ? [...wc] : null,
      workCenterGroupIds: wcGroup.length > 0 ? [...wcGroup] : null,
      dateFrom,
      dateTo,
    },
    pause: dateFrom > dateTo,
  })
  const [problem] = problemsOf(error)
  if (data === undefined && error)
    return (
      <section className={classes['worse']} aria-label={t('worse.title')}>
        <h2>{t('worse.title')}</h2>
        <PanelError
          title={problem ? problemText(t, problem) : t('state.wrong')}
          retryLabel={t('state.retry')}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        />
      </section>
    )
  const { changes, unusualDays } = data?.changeMarks ?? { changes: [], unusualDays: [] }
  if (changes.length === 0 && unusualDays.length === 0) return null
  const day = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  const minutes = (value: number) => format.number(value, 1)
  const ofMark = ({ workCenterId, reasonId }: { readonly workCenterId: number; readonly reasonId: number }) => ({
    place: names.nameOf('WORK_CENTER', String(workCenterId)),
    reason: names.nameOf('REASON', String(reasonId)),
  })
  return (
    <section className={classes['worse']} aria-label={t('worse.title')}>
      <h2>{t('worse.title')}</h2>
      <ul>
        {changes.map((change) => (
          <li key={`${change.workCenterId} ${change.reasonId}`}>
            <Link
              to="/losses"
              search={{
                range: 'dates',
                from: change.date,
                to: dateTo,
                wc: [change.workCenterId],
                reason: [change.reasonId],
                source: 'STATUS',
              }}
            >
              {t('worse.since', {
                ...ofMark(change),
                date: day(change.date),
                since: minutes(change.since),
                before: minutes(change.before),
                points: format.number(change.points, 1),
              })}
            </Link>
          </li>
        ))}
        {unusualDays.map((one) => (
          <li key={`${one.workCenterId} ${one.reasonId} ${one.date}`}>
            <Link
              to="/losses"
              search={{ range: 'dates', from: one.date, to: one.date, wc: [one.workCenterId], reason: [one.reasonId], source: 'STATUS' }}
            >
              {t('worse.day', { ...ofMark(one), date: day(one.date), value: minutes(one.minutesPerHour), usual: minutes(one.usual) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
