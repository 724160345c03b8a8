import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { isAdditive, isOfLosses } from '#engine/analytics/dimensions.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import { AnalyticsDocument, AnalyticsNamesDocument, type AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { daysOf } from '#web/parts/why/periodChange.view.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useLetter } from '#web/ui/useLetter.ts'
import {
  analyticsDates,
  analyticsInput,
  barsOf,
  datesBeside,
  dimensionsOf,
  directionOf,
  kindOf,
  hasBefore,
  rowsOf,
  seriesOf,
  wholeOf,
  type AnalyticsRow,
} from './analytics.view.ts'
import { AnalyticsBuilder } from './AnalyticsBuilder.tsx'
import { AnalyticsChart } from './AnalyticsChart.tsx'
import classes from './AnalyticsPage.module.css'
import { ANALYTICS_SEARCH, NO_ANALYTICS_FILTERS, type AnalyticsSearch } from './analyticsSearch.ts'
import { drillOf, ungroupedOf } from './drill.view.ts'
import { HowSure, WhyChanged } from './Folded.tsx'
import { chartOf, heatTableOf } from './heat.view.ts'
import { HeatTable } from './HeatTable.tsx'
import { PRESETS } from './presets.ts'
import { useAnalyticsChips } from './useAnalyticsChips.ts'
import { useAnalyticsColumns } from './useAnalyticsColumns.tsx'
import { useNames, type Names } from './useNames.ts'
import { useWriter } from './useWriter.ts'
import { Worse } from './Worse.tsx'

const NO_UNITS: readonly string[] = []
const CHARTS = ['bars', 'heat'] as const

/** Returns analytics: a question whose every part is in the address, its answer as a chart and a table, and the rows behind each mark. */
export function AnalyticsPage() {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const viewer = useViewer()
  const url = useListSearch(ANALYTICS_SEARCH)
  const { search, change } = url
  const now = useCoarseNow(MINUTE_MS)
  const [{ data: places }] = useQuery({ query: AnalyticsNamesDocument })
  const zone = places?.companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? format.timeZone
  const today = dateAt(zone, now)
  const input = useMemo(() => analyticsInput(search, today), [search, today])
  const [result, refetch] = useQuery({
    query: AnalyticsDocument,
    variables: useMemo(() => ({ input }), [input]),
    requestPolicy: 'cache-and-network',
  })
  const ask = () => refetch({ requestPolicy: 'network-only' })
  usePageTitle(t('page.analytics'))
  const by = dimensionsOf(search)
  const answer = result.data?.analytics
  // The answer to the question before stands until the next one comes.
  const shown = answer?.measure === search.m && answer.by.join(' ') === by.join(' ') ? answer : undefined
  const isRunning = shown?.isRunning === true
  const askedAt = useRef(now)
  useEffect(() => {
    if (!isRunning || askedAt.current === now) return
    askedAt.current = now
    refetch({ requestPolicy: 'network-only' })
  }, [isRunning, now, refetch])
  const ungrouped = useMemo(() => ungroupedOf(places), [places])
  const [answered, setAnswered] = useState(input)
  if (!result.fetching && answered !== input) setAnswered(input)
  // What stands meanwhile is of other days or filters: it leads nowhere.
  const isStale = result.fetching && answered !== input
  const drill = (keys: readonly string[]) =>
    shown === undefined || isStale ? null : drillOf(search, { from: shown.dates.dateFrom, to: shown.dates.dateTo }, keys, ungrouped)
  const names = useNames(shown?.names)
  const writer = useWriter(search.m, shown?.unit)
  const columns = useAnalyticsColumns({ search, names, writer, drillOf: drill })
  const chips = useAnalyticsChips(url, names)
  const rows = useMemo(() => (shown === undefined ? undefined : rowsOf(shown, search.m)), [shown, search.m])
  const problem = problemsOf(result.error)[0]
  const move = (step: -1 | 1) => {
    const dates = datesBeside(search, today, step)
    if (dates !== null) change({ range: 'dates', ...dates })
  }
  useLetter('[', () => move(-1))
  useLetter(']', () => move(1))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(globalThis.location.href)
      showToast(t('copied'))
    } catch {
      // Without a secure address there is no clipboard, or the browser forbids it.
      showToast(t('message.copyFailed'))
    }
  }
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.analytics')}</PageHeading>
        <ActionButton onClick={() => void copy()}>{t('copyLink')}</ActionButton>
      </div>
      <Presets search={search} />
      <AnalyticsBuilder search={search} names={names} units={shown?.units ?? NO_UNITS} onChange={change} />
      {shown !== undefined && (
        <Answer answer={shown} search={search} names={names} drillOf={drill} isStale={isStale} onChart={(chart) => change({ chart })} />
      )}
      {shown === undefined && result.fetching && <div className={classes['waiting']} aria-busy />}
      {isOfLosses(search.m) && kindOf(search) === 'STATUS' && <HowSure input={input} days={daysOf(...analyticsDates(search, today))} />}
      {(search.m === 'OEE' || (isOfLosses(search.m) && kindOf(search) === 'STATUS')) && (
        <Worse search={search} dates={analyticsDates(search, today)} today={today} names={names} />
      )}
      {search.m === 'OEE' && <WhyChanged search={search} dates={analyticsDates(search, today)} />}
      <ListView<AnalyticsRow>
        name="ANALYTICS"
        caption={t('page.analytics')}
        url={url}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={({ keys }) => keys.map((key, at) => names.nameOf(by[at] ?? 'REASON', key)).join(', ')}
        chips={chips}
        onClear={() => change(NO_ANALYTICS_FILTERS)}
        file={{ name: fileNamePart(t(`measure.${search.m}`)) }}
        empty={{ title: t('empty.title'), text: t('empty.help') }}
        noMatch={{ title: t('empty.title'), text: t('empty.help') }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
    </>
  )
}

/** The questions that are asked most, a click each; the days and filters stay. */
function Presets({ search }: { readonly search: AnalyticsSearch }) {
  const { t } = useTexts('analytics')
  return (
    <nav aria-label={t('preset.label')}>
      <ul className={classes['presets']}>
        {PRESETS.map(({ name, m, by, and, chart }) => (
          <li key={name}>
            <Link
              to="/analytics"
              search={{ ...search, m, by, and, chart: chart ?? '', sort: 'order' }}
              data-on={search.m === m && search.by === by && search.and === and}
              aria-current={search.m === m && search.by === by && search.and === and ? 'true' : undefined}
            >
              {t(`preset.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type AnswerProps = {
  readonly answer: AnalyticsQuery['analytics']
  readonly search: AnalyticsSearch
  readonly names: Names
  readonly drillOf: Parameters<typeof AnalyticsChart>[0]['drillOf']
  /** Whether it answers the question before. */
  readonly isStale: boolean
  readonly onChart: (chart: (typeof CHARTS)[number]) => void
}

function Answer({ answer, search, names, drillOf: drill, isStale, onChart }: AnswerProps) {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const { m } = search
  const by = dimensionsOf(search)
  const writer = useWriter(m, answer.unit)
  const whole = wholeOf(answer)
  const { target } = whole
  const { targets } = answer
  const bars = useMemo(() => barsOf(answer, m, by), [answer, m, by])
  const chart = chartOf(search, by)
  const heat = useMemo(() => (chart === 'heat' ? heatTableOf(answer, m, by) : null), [answer, chart, m, by])
  const series = by.length > 1 && isAdditive(m) ? seriesOf(answer) : []
  const isCompared = hasBefore(answer)
  const dates = ({ dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo: string }) => `${dayOf(dateFrom)}–${dayOf(dateTo)}`
  const dayOf = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  const title =
    by.length === 0 ? t(`measure.${m}`) : t('title', { measure: t(`measure.${m}`), by: by.map((one) => t(`by.${one}`)).join(' × ') })
  return (
    <figure className={classes['figure']} aria-label={title} aria-busy={isStale}>
      <h2>{title}</h2>
      <figcaption>
        <div className={classes['whole']}>
          <strong>{writer.write(whole.value)}</strong>
          {isCompared && (
            <ChangeNote
              now={whole.compared === null ? null : whole.compared * writer.scale}
              before={whole.before === null ? null : whole.before * writer.scale}
              direction={directionOf(m)}
              digits={writer.digits}
              format={writer.writeScaled}
              formatDifference={writer.writeDifference}
            />
          )}
        </div>
        <p className={classes['dates']}>
          {answer.before != null ? t('against', { dates: dates(answer.dates), before: dates(answer.before) }) : dates(answer.dates)}
          {target !== null &&
            targets != null &&
            ` · ${targets.withTarget === targets.total ? t('target.all', { value: writer.write(target) }) : t('target.some', { value: writer.write(target), count: targets.withTarget, total: targets.total })}`}
          {answer.isRunning && answer.over != null && ` · ${t('running', { dates: dates(answer.over) })}`}
        </p>
      </figcaption>
      {(answer.unpricedEnergy ?? 0) > 0 && (
        <p className={classes['dates']}>{t('unpriced', { value: format.number(answer.unpricedEnergy ?? 0, 1) })}</p>
      )}
      {by.length > 1 && (
        <div className={classes['charts']}>
          <ChoiceGroup
            label={t('chart.label')}
            isLabelHidden
            value={chart}
            choices={CHARTS.map((value) => ({ value, label: t(`chart.${value}`) }))}
            onChange={onChart}
          />
        </div>
      )}
      {heat !== null && <HeatTable view={heat} label={title} by={by} names={names} writer={writer} drillOf={drill} />}
      {heat === null && bars.length > 0 && (
        <AnalyticsChart
          bars={bars}
          series={series}
          by={by}
          measure={m}
          isCompared={isCompared}
          names={names}
          writer={writer}
          // A bar is all of its first dimension.
          drillOf={([first = '']) => drill([first])}
        />
      )}
      {answer.stopWorth != null && (
        <p className={classes['dates']}>
          {answer.stopWorth.units == null || answer.stopWorth.unit == null
            ? t('worth.points', { points: format.number(answer.stopWorth.points * 100, 2) })
            : t('worth.both', {
                points: format.number(answer.stopWorth.points * 100, 2),
                units: `${format.number(answer.stopWorth.units, 1)} ${answer.stopWorth.unit}`,
              })}
        </p>
      )}
      {answer.untracked != null && (
        <p className={classes['dates']}>{t('untracked', { value: format.duration(answer.untracked * 1000) })}</p>
      )}
    </figure>
  )
}
