import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { isOfLosses } from '#engine/analytics/dimensions.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import { AnalyticsDocument, AnalyticsNamesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { ViewActions } from '#web/parts/list/table/viewActions.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useLetter } from '#web/ui/useLetter.ts'
import {
  analyticsDates,
  analyticsInput,
  datesBeside,
  fixedLink,
  dimensionsOf,
  kindOf,
  rowsOf,
  type AnalyticsRow,
} from './analytics.view.ts'
import { AnalyticsBuilder } from './AnalyticsBuilder.tsx'
import { AnalyticsFigure } from './AnalyticsFigure.tsx'
import classes from './AnalyticsPage.module.css'
import { ANALYTICS_SEARCH, NO_ANALYTICS_FILTERS, type AnalyticsSearch } from './analyticsSearch.ts'
import { drillOf, filterOf, knownIdsOf, type Mark } from './drill.view.ts'
import { HowSure, WhyChanged } from './Folded.tsx'
import { MarkActionsContext, type NamedMark } from './markActions.ts'
import type { MarkMenuProps } from './MarkMenu.tsx'
import { PRESETS } from './presets.ts'
import { useReports } from './report/useReports.tsx'
import { isOfDates } from './timeline/timeline.view.ts'
import { useAnalyticsChips } from './useAnalyticsChips.ts'
import { useAnalyticsColumns } from './useAnalyticsColumns.tsx'
import { useBeforeName } from './useDatesText.ts'
import { useFurther } from './useFurther.ts'
import { useNames } from './useNames.ts'
import { useWriter } from './useWriter.ts'
import { Worse } from './Worse.tsx'

const MarkMenu = lazyPart<MarkMenuProps>(() => import('./MarkMenu.tsx').then((module) => ({ default: module.MarkMenu })))

const NO_UNITS: readonly string[] = []
const NO_SIGNS = [] as const

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
  const known = useMemo(() => knownIdsOf(places), [places])
  const [answered, setAnswered] = useState(input)
  if (!result.fetching && answered !== input) setAnswered(input)
  // What stands meanwhile is of other days or filters: it leads nowhere.
  const isStale = result.fetching && answered !== input
  const drill = (mark: Mark) =>
    shown === undefined || isStale
      ? null
      : drillOf({ ...search, unit: shown.unit ?? '' }, { from: shown.dates.dateFrom, to: shown.dates.dateTo }, mark, known)
  const narrowed = (mark: Mark) =>
    shown === undefined || isStale
      ? null
      : filterOf({ ...search, unit: shown.unit ?? '' }, { from: shown.dates.dateFrom, to: shown.dates.dateTo }, mark, known)
  const [menu, setMenu] = useState<NamedMark | null>(null)
  const actions = { drillOf: drill, filterOf: narrowed, onMenu: setMenu }
  const names = useNames(shown?.names)
  const writer = useWriter(search.m, shown?.unit)
  const units = useWriter('OUTPUT', shown?.unit)
  const reports = useReports({ today, zone })
  const further = useFurther(search, today)
  const columns = useAnalyticsColumns({
    search,
    names,
    writer,
    units,
    further,
    drillOf: drill,
    signs: shown?.signs ?? NO_SIGNS,
    worths: shown?.minuteWorths ?? NO_SIGNS,
    planned: shown?.planned ?? NO_SIGNS,
    beforeName: useBeforeName()(search.cmp, shown?.before),
    actions,
  })
  const chips = useAnalyticsChips(url, names)
  const rows = useMemo(() => (shown === undefined ? undefined : rowsOf(shown, search.m)), [shown, search.m])
  const problem = problemsOf(result.error)[0]
  const move = (step: -1 | 1) => {
    const dates = datesBeside(search, today, step)
    if (dates !== null) change({ range: 'dates', ...dates })
  }
  useLetter('[', () => move(-1))
  useLetter(']', () => move(1))
  const copy = async (isFixed: boolean) => {
    const [from, to] = analyticsDates(search, today)
    try {
      await navigator.clipboard.writeText(isFixed ? fixedLink(globalThis.location.href, { from, to }) : globalThis.location.href)
      showToast(isFixed ? t('copiedFixed') : search.range === 'dates' ? t('copied') : t('copiedMoving'))
    } catch {
      // Without a secure address there is no clipboard, or the browser forbids it.
      showToast(t('message.copyFailed'))
    }
  }
  return (
    <MarkActionsContext value={actions}>
      <ViewActions value={reports.actions}>
        <div className={classes['head']}>
          <PageHeading>{t('page.analytics')}</PageHeading>
          <div className={classes['tools']}>
            <ActionButton onClick={() => reports.report({ search: new URLSearchParams(url.texts).toString(), name: null })}>
              {t('report.open')}
            </ActionButton>
            <ActionButton onClick={() => void copy(false)}>{t('copyLink')}</ActionButton>
            {search.range !== 'dates' && <ActionButton onClick={() => void copy(true)}>{t('copyFixed')}</ActionButton>}
          </div>
        </div>
        <Presets search={search} />
        <AnalyticsBuilder search={search} names={names} units={shown?.units ?? NO_UNITS} onChange={change} />
        {shown !== undefined && (
          <AnalyticsFigure
            answer={shown}
            search={search}
            names={names}
            drillOf={drill}
            isStale={isStale}
            today={today}
            zone={zone}
            onChart={(chart) => change({ chart })}
            table={{ columns, rows: rows ?? [] }}
            about={chips.map(({ text }) => text)}
          />
        )}
        {shown === undefined && result.fetching && <div className={classes['waiting']} aria-busy />}
        {isOfLosses(search.m) && kindOf(search) === 'STATUS' && <HowSure input={input} />}
        {(search.m === 'OEE' || (isOfLosses(search.m) && kindOf(search) === 'STATUS')) && (
          <Worse search={search} dates={analyticsDates(search, today)} today={today} names={names} isOnChart={isOfDates(by[0])} />
        )}
        <WhyChanged input={input} />
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
        {further.map(
          (one) =>
            one.problem !== null && <Alert key={one.measure}>{`${t(`measure.${one.measure}`)}: ${problemText(t, one.problem)}`}</Alert>,
        )}
        {reports.dialogs}
        <Suspense>
          {menu !== null && <MarkMenu named={menu} search={search} drillOf={drill} filterOf={narrowed} onClose={() => setMenu(null)} />}
        </Suspense>
      </ViewActions>
    </MarkActionsContext>
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
