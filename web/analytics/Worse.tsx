import { Link } from '@tanstack/react-router'
import { problemsOf } from '#web/api/problems.ts'
import markClasses from '#web/parts/timelineNote/TimelineNotes.module.css'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './AnalyticsPage.module.css'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { changesOf } from './timeline/timeline.view.ts'
import { useChangeMarks } from './timeline/useTimeline.ts'
import { useChangeSentence } from './useChangeSentence.ts'
import type { Names } from './useNames.ts'

type WorseProps = {
  readonly search: Pick<AnalyticsSearch, 'reason' | 'wc' | 'wcGroup'>
  /** The first and the last date of the page, and today of the company. */
  readonly dates: readonly [string, string]
  readonly today: string
  readonly names: Names
  /** Whether the chart above has columns of dates, on which these stand with their letters. */
  readonly isOnChart: boolean
}

/** Returns since when which stops take more, and which days were unusual, each with the way to its stops (domain.md N-17); nothing where nothing is. */
export function Worse({ names, isOnChart, ...asked }: WorseProps) {
  const { t } = useTexts('analytics')
  const sentenceOf = useChangeSentence(names)
  const { data, error, ask, dateTo } = useChangeMarks(asked)
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
  const changes = data === undefined ? [] : changesOf(data.changeMarks)
  if (changes.length === 0) return null
  return (
    <section className={classes['worse']} aria-label={t('worse.title')}>
      <h2>{t('worse.title')}</h2>
      <ul>
        {changes.map((change) => (
          <li key={change.sign}>
            {isOnChart && change.date >= asked.dates[0] && (
              <span className={markClasses['sign']} data-change aria-hidden>
                {change.sign}
              </span>
            )}
            <Link
              to="/losses"
              search={{
                range: 'dates',
                from: change.date,
                to: change.kind === 'SINCE' ? dateTo : change.date,
                wc: [change.workCenterId],
                reason: [change.reasonId],
                source: 'STATUS',
              }}
            >
              {sentenceOf(change)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
