import { Suspense, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { dateAt, movedDate } from '#engine/time/statPeriod.ts'
import { EnergyCostsDocument, EnergyPlacesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { ChartMenu } from '#web/parts/picture/ChartMenu.tsx'
import { LazyTimelineNotes } from '#web/parts/timelineNote/LazyTimelineNotes.tsx'
import { useTimelineNotes } from '#web/parts/timelineNote/useTimelineNotes.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import {
  comparedTotals,
  datesBefore,
  whyUncompared,
  energyBefore,
  energyDates,
  energyVariables,
  isOfClock,
  mayHaveUnitTotals,
  rowsOf,
  totalOf,
  withDeleted,
  type EnergyRow,
  type EnergyTotal,
} from './energy.view.ts'
import { EnergyChart } from './EnergyChart.tsx'
import { EnergyFilters } from './EnergyFilters.tsx'
import classes from './EnergyPage.module.css'
import { ENERGY_SEARCH, NO_ENERGY_FILTERS, type EnergySplit } from './energySearch.ts'
import { useEnergyReport } from './report/useEnergyReport.tsx'
import { useEnergyColumns, useEnergyNames } from './useEnergyColumns.tsx'

/** Returns the energy of the company: how much, what it cost, and by what it was used (domain.md S-14). */
export function EnergyPage() {
  const { t } = useTexts('energy')
  const format = useFormat()
  const viewer = useViewer()
  const url = useListSearch(ENERGY_SEARCH)
  const { search, change } = url
  usePageTitle(t('page.energy'))
  const [{ data: known }] = useQuery({ query: EnergyPlacesDocument })
  const places = known?.workCenters
  const now = useCoarseNow(MINUTE_MS)
  const zone = known?.companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? format.timeZone
  const today = dateAt(zone, now)
  const variables = useMemo(() => energyVariables(search, { zone, today }), [search, zone, today])
  const [result, ask] = useQuery({
    query: EnergyCostsDocument,
    variables,
    pause: places === undefined,
    requestPolicy: 'cache-and-network',
  })
  const answered = result.fetching ? undefined : result.data?.energyCosts
  const costs = useMemo(() => answered && withDeleted(answered, (name) => t('deletedPlace', { name })), [answered, t])
  const asked = useMemo(() => energyBefore(search, { zone, today }), [search, zone, today])
  const [earlier] = useQuery({
    query: EnergyCostsDocument,
    variables: asked ?? variables,
    pause: asked === null || places === undefined,
  })
  // While they are fetched these are the days before of another question.
  const before = asked === null || earlier.fetching ? undefined : earlier.data?.energyCosts
  const rows = useMemo(() => costs && rowsOf(costs, search.by, before), [before, costs, search.by])
  const nameOf = useEnergyNames(search.by)
  const [openNote, setOpenNote] = useState<string | null>(null)
  const timeline = useTimelineNotes({ workCenterIds: search.wc, dates: energyDates(search, today) }, !isOfClock(search.by))
  const report = useEnergyReport(search, { today, zone })
  const dayText = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  const daysText = ([first, last]: readonly [string, string]) => (first === last ? dayText(first) : `${dayText(first)}–${dayText(last)}`)
  const chosen = datesBefore(search, today)
  const uncompared = whyUncompared(search, today)
  const columns = useEnergyColumns(search.by, nameOf, {
    hasBefore: before !== undefined && totalOf(before).kwh > 0,
    beforeName: search.cmp !== 'DATES' || chosen === null ? null : daysText([chosen.from, movedDate(chosen.to, -1)]),
  })
  const problem = problemsOf(result.error)[0]
  const problemBefore = asked === null || earlier.fetching || !earlier.error ? null : (problemsOf(earlier.error)[0] ?? { code: 'UNKNOWN' })
  const chips: readonly Chip[] = search.wc.map((id) => ({
    key: `wc${id}`,
    text:
      places?.find((place) => place.id === id)?.name ?? costs?.find(({ workCenter }) => workCenter.id === id)?.workCenter.name ?? `#${id}`,
    onRemove: () => change({ wc: search.wc.filter((one) => one !== id) }),
  }))
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.energy')}</PageHeading>
        <div className={classes['tools']}>{report.buttons}</div>
      </div>
      <EnergyFilters search={search} places={places ?? []} onChange={change} />
      {uncompared !== null && <p role="status">{t(`cmp.${uncompared}`)}</p>}
      {problemBefore !== null && <Alert>{`${t('column.before')}: ${problemText(t, problemBefore)}`}</Alert>}
      {costs !== undefined && costs.length > 0 && (
        <Totals
          total={totalOf(costs)}
          compared={before === undefined || totalOf(before).kwh <= 0 ? null : comparedTotals(costs, before)}
          split={search.by}
          places={new Set(costs.map(({ workCenter }) => workCenter.id)).size}
        />
      )}
      {costs !== undefined && rows !== undefined && rows.length > 0 && (
        <EnergyChart
          rows={rows}
          split={search.by}
          places={places ?? []}
          nameOf={nameOf}
          noted={{ notes: timeline.notes, onNote: setOpenNote }}
          menu={
            <ChartMenu
              title={t('chart.title', { by: t(`by.${search.by}`) })}
              about={[
                t('chart.title', { by: t(`by.${search.by}`) }),
                daysText(energyDates(search, today)),
                ...chips.map(({ text }) => text),
              ]}
              table={{ columns, rows }}
            />
          }
        >
          {isOfClock(search.by) && (
            <Suspense fallback={null}>
              <LazyTimelineNotes
                timeline={timeline}
                workCenterId={search.wc.length === 1 ? (search.wc[0] ?? null) : null}
                zone={zone}
                openId={openNote}
                onOpen={setOpenNote}
              />
            </Suspense>
          )}
        </EnergyChart>
      )}
      <ListView<EnergyRow>
        name="ENERGY"
        caption={t('page.energy')}
        url={url}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name, workCenter }) => name ?? workCenter.name}
        chips={chips}
        onClear={() => change(NO_ENERGY_FILTERS)}
        file={{ name: fileNamePart(t('page.energy')) }}
        empty={{ title: t('empty.title'), text: t('empty.help') }}
        noMatch={{ title: t('empty.title'), text: t('empty.help') }}
        failure={
          result.error
            ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: () => ask({ requestPolicy: 'network-only' }) }
            : null
        }
      />
      {report.dialogs}
    </>
  )
}

type TotalsProps = {
  readonly total: EnergyTotal
  /** What of it is compared with the days before; null = nothing is. */
  readonly compared: ReturnType<typeof comparedTotals> | null
  /** Of how many work centers. */
  readonly places: number
  readonly split: EnergySplit
}

function Totals({ total, compared, places, split }: TotalsProps) {
  const { kwh, costs, unpricedKwh, idle, meanKw, max, perUnit, costPerUnit, coverage } = total
  const { t } = useTexts('energy')
  const format = useFormat()
  const written = (value: number) => t('kwh', { value: format.number(value, 1) })
  const money = ({ cost, currency }: { readonly cost: number; readonly currency: string }) => `${format.number(cost, 2)} ${currency}`
  return (
    <dl className={classes['totals']}>
      <div>
        <dt>{t('total.energy')}</dt>
        <dd>
          {written(kwh)}{' '}
          {compared !== null &&
            (compared.now === null || compared.before === null ? (
              <abbr title={t('low')}>—</abbr>
            ) : (
              <ChangeNote {...compared} direction="less" digits={1} format={written} />
            ))}
        </dd>
      </div>
      {costs.length > 0 && (
        <div>
          <dt>{t('total.cost')}</dt>
          <dd>{costs.map(money).join(' + ')}</dd>
        </div>
      )}
      {idle !== null && (
        <div>
          <dt>{t('total.idle')}</dt>
          <dd>
            {t('kwh', { value: format.number(idle.kwh, 1) })} · {format.percent(idle.share)}
            {idle.cost !== null && idle.currency !== null && ` · ${money({ cost: idle.cost, currency: idle.currency })}`}
          </dd>
        </div>
      )}
      {mayHaveUnitTotals(split) && perUnit !== null && (
        <div>
          <dt>{t('total.perUnit')}</dt>
          <dd>
            {t('kwh', { value: format.number(perUnit.kwh, 4) })}/{perUnit.unit}
            {costPerUnit !== null && ` · ${format.number(costPerUnit.cost, 4)} ${costPerUnit.currency}/${costPerUnit.unit}`}
          </dd>
        </div>
      )}
      {meanKw !== null && (
        <div>
          <dt>{places > 1 ? t('total.meanOf') : t('total.mean')}</dt>
          <dd>{t('kw', { value: format.number(meanKw, 2) })}</dd>
        </div>
      )}
      {max !== null && (
        <div>
          <dt>{t('total.max')}</dt>
          <dd>
            {t('kw', { value: format.number(max.kw, 2) })}
            {places > 1 && ` · ${max.name}`}
          </dd>
        </div>
      )}
      {coverage !== null && (
        <div>
          <dt>{t('column.coverage')}</dt>
          <dd>{format.percent(coverage)}</dd>
        </div>
      )}
      {unpricedKwh > 0 && (
        <div>
          <dt>{t('total.unpriced')}</dt>
          <dd>{t('kwh', { value: format.number(unpricedKwh, 1) })}</dd>
        </div>
      )}
    </dl>
  )
}
