import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { useViewer } from '#web/api/viewer.ts'
import { StatisticsOfPeriodDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { TabProps } from '../page/tabProps.ts'
import type { Asked } from './askedPeriod.view.ts'
import { isFair, knownSeconds, recordedSeconds } from './compare.view.ts'
import { mayReadAnalytics } from '#engine/access/mayReadAnalytics.ts'
import { EnergyCostSection } from './EnergyCostSection.tsx'
import { EnergySection } from './EnergySection.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { ParetoSection } from './ParetoSection.tsx'
import { OrdersSection } from './OrdersSection.tsx'
import type { Explained } from './rollUp.view.ts'
import { RollUpWhy } from './RollUpWhy.tsx'
import { usePageSearch } from '../page/pageSearch.ts'
import classes from './StatisticsTab.module.css'
import { StatusShares } from './StatusShares.tsx'
import { TrendSection } from './TrendSection.tsx'
import { useAsked } from './useAsked.ts'
import { FIGURES } from './figureKinds.ts'

/** Returns the statistics of a period (U-21): figures, statuses, losses, energy and trend, against the equal period before where that is asked for. */
export function StatisticsTab(props: TabProps) {
  const { workCenter, period } = props
  const viewer = useViewer()
  const { t } = useTexts('statistics')
  const unitName = useUnitName()
  const format = useFormat()
  const { search } = usePageSearch()
  const isCompared = search['cmp'] === '1'
  const { current, before } = useAsked(props)
  const [why, setWhy] = useState<Explained | null>(null)
  const variables = useMemo(() => variablesOf(workCenter.id, current), [workCenter.id, current])
  const pastVariables = useMemo(() => variablesOf(workCenter.id, before), [workCenter.id, before])
  const interest = { workCenterIds: [workCenter.id], kinds: FIGURES }
  const [result, refetch] = useFreshQuery(
    StatisticsOfPeriodDocument,
    variables,
    { ...interest, period: current.window },
    { pause: current.window === null },
  )
  const [past] = useFreshQuery(
    StatisticsOfPeriodDocument,
    pastVariables,
    { ...interest, period: before.window },
    { pause: !isCompared || before.window === null },
  )
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  if (current.window === null) return <EmptyState title={t('empty.future')} text={t('empty.futureHelp')} />
  if (result.error && !result.data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  if (!result.data) return isSlow ? <p role="status">{t('state.loading')}</p> : null
  const { data } = result
  const earlier = isCompared ? (past.data ?? null) : null
  const details = data.oeeStatisticsDetails ?? null
  const [recorded, recordedBefore] = [recordedSeconds(data.statusesStat), recordedSeconds(earlier?.statusesStat ?? [])]
  const isJudged = isFair(recorded, recordedBefore)
  const isNothing = recorded + recordedBefore === 0
  // Without any data there is nothing to compare with.
  const pastTimes = recordedBefore === 0 ? null : earlier
  const unit = unitName(workCenter.outputMeasurementUnit)
  const wholeMs = current.shiftIds === null ? current.window.to - current.window.from : null
  return (
    <div className={classes['page']}>
      <Head
        asked={current}
        before={isCompared ? before : null}
        details={details?.stats ?? null}
        known={
          earlier &&
          (unfairRecords(details?.stats, earlier.oeeStatisticsDetails?.stats) ??
            (isJudged || isNothing ? null : [recorded, recordedBefore]))
        }
      />
      {details ? (
        <KeyFigures
          workCenter={workCenter}
          stats={details.stats}
          before={earlier?.oeeStatisticsDetails?.stats ?? null}
          unit={unit}
          onWhy={setWhy}
        />
      ) : (
        <EmptyState title={t('shifts.none')} text={t('shifts.noneHelp')} />
      )}
      <p className={classes['meta']}>
        {t('figures.clock', { from: format.dateTime(current.window.from), to: format.dateTime(current.window.to) })}
      </p>
      <div className={classes['columns']}>
        <StatusShares
          times={data.statusesStat}
          before={pastTimes?.statusesStat ?? null}
          isJudged={isJudged}
          wholeMs={wholeMs}
          isOver={current.window.to >= period.to}
          rules={workCenter.statusRules}
        />
        <ParetoSection data={data} before={pastTimes} isJudged={isJudged} />
      </div>
      <OrdersSection workCenterId={workCenter.id} asked={current} unit={unit} />
      <TrendSection workCenter={workCenter} period={period} asked={current} before={isCompared ? before : null} />
      <EnergySection workCenterId={workCenter.id} period={period} asked={current} before={isCompared ? before : null} unit={unit} />
      {mayReadAnalytics(viewer) && <EnergyCostSection workCenterId={workCenter.id} asked={current} unit={unit} />}
      <SidePanel isOpen={why !== null} onClose={() => setWhy(null)} side="right" title={t('why.title')} closeLabel={t('state.close')}>
        {why !== null && details && (
          <RollUpWhy
            workCenterId={workCenter.id}
            asked={current}
            details={details}
            figure={why}
            unit={unit}
            onFollow={() => setWhy(null)}
          />
        )}
      </SidePanel>
    </div>
  )
}

type HeadProps = {
  readonly asked: Asked
  readonly before: Asked | null
  readonly details: { readonly records: number; readonly isProvisional: boolean; readonly unconfirmedRecords: number } | null
  /** Seconds with data of the two periods where they are too far apart to judge a change; null = they are near enough. */
  readonly known: readonly [now: number, before: number] | null
}

/** Which shifts the figures are of, and the switch of the comparison. */
function Head({ asked, before, details, known }: HeadProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const { search, change } = usePageSearch()
  const dates = ({ filter }: Asked) => {
    const [start, end] = [Date.parse(filter.period.start), Date.parse(filter.period.end) - 1]
    return format.date(start) === format.date(end) ? format.date(start) : `${format.date(start)} – ${format.date(end)}`
  }
  return (
    <div className={classes['head']}>
      <p className={classes['meta']}>
        {dates(asked)} · {t('figures.of', { count: details?.records ?? 0 })}
        {details?.isProvisional && `, ${t(details.records === 1 ? 'figures.onlyProvisional' : 'figures.provisional')}`}
        {before && ` · ${t('compare.with', { dates: dates(before) })}`}
      </p>
      <div data-print="no">
        <CheckField
          label={t('compare.switch')}
          name="compare"
          isChecked={search['cmp'] === '1'}
          onChange={(isOn) => change({ cmp: isOn ? '1' : undefined })}
        />
      </div>
      {known && (
        <p className={classes['little']} role="note">
          {t('compare.little', { now: format.duration(known[0] * 1000), before: format.duration(known[1] * 1000) })}
        </p>
      )}
    </div>
  )
}

type Recorded = { readonly duration: number; readonly noDataDuration: number }

/** The seconds with data of the shifts of the two periods where they are too far apart. */
function unfairRecords(now: Recorded | undefined, before: Recorded | undefined): readonly [number, number] | null {
  const [known, knownBefore] = [now ? knownSeconds(now) : 0, before ? knownSeconds(before) : 0]
  return isFair(known, knownBefore) || known + knownBefore === 0 ? null : [known, knownBefore]
}

function variablesOf(workCenterId: number, { filter, shiftIds, window }: Asked) {
  const { from, to } = window ?? { from: 0, to: 1 }
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  return { workCenterId, filter, period: { start, end }, from: start, to: end, shiftIds }
}
