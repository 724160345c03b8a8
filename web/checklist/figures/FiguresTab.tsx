import { useMemo } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistFiguresDocument, type ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { type ChecklistsSearch, FIGURE_DAYS } from '../checklistsSearch.ts'
import classes from './Figures.module.css'
import { MeasuredTrend } from './MeasuredTrend.tsx'

export type FiguresTabProps = {
  readonly data: ChecklistsPageQuery
  readonly search: ChecklistsSearch
  readonly onChange: (change: Partial<Pick<ChecklistsSearch, 'days' | 'of' | 'wc'>>) => void
  readonly onLook: (occurrenceId: number) => void
}

/** Returns how checklists were answered, and the trend of each measured value (domain.md CL-13). */
export function FiguresTab({ data, search, onChange, onLook }: FiguresTabProps) {
  const { t } = useTexts('checklist')
  const format = useFormat()
  const end = useCoarseNow(HOUR_MS) + HOUR_MS
  const { days, of } = search
  const places = useMemo(() => search.wc.filter((id) => typeof id === 'number'), [search.wc])
  const variables = useMemo(
    () => ({
      checklistIds: of.length === 0 ? null : [...of],
      workCenterIds: places.length === 0 ? null : places,
      period: { start: new Date(end - Number(days) * DAY_MS).toISOString(), end: new Date(end).toISOString() },
    }),
    [of, places, days, end],
  )
  const [result, ask] = useFreshQuery(ChecklistFiguresDocument, variables, { workCenterIds: null, kinds: ['checklist'] })
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  const [problem] = problemsOf(result.error)
  const found = result.data?.checklistStatistics
  const counted = found === undefined ? 0 : found.onTime + found.late + found.missed + found.skipped + found.open + found.foundLate
  return (
    <div className={classes['figures']} aria-busy={result.fetching}>
      <div className={classes['tools']}>
        <ChoiceGroup
          label={t('figures.period')}
          isLabelHidden
          value={days}
          choices={FIGURE_DAYS.toSorted((left, right) => Number(left) - Number(right)).map((value) => ({
            value,
            label: t('figures.days', { count: Number(value) }),
          }))}
          onChange={(value) => onChange({ days: value })}
        />
        <SelectField
          name="of"
          label={t('page.checklists')}
          value={String(of[0] ?? '')}
          options={[{ value: '', label: t('figures.all') }, ...data.checklists.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(value) => onChange({ of: value === '' ? [] : [Number(value)] })}
        />
        <SelectField
          name="wc"
          label={t('list.where')}
          value={String(places[0] ?? '')}
          options={[
            { value: '', label: t('list.everywhere') },
            ...data.workCenters.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => onChange({ wc: value === '' ? [] : [Number(value)] })}
        />
      </div>
      {found === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {found === undefined && isSlow && <p role="status">{t('state.loading')}</p>}
      {found !== undefined && counted === 0 && <EmptyState title={t('results.none')} text={t('results.noneHelp')} />}
      {found !== undefined && counted > 0 && (
        <>
          <dl className={classes['tiles']}>
            <Tile name={t('figures.onTimeShare')} value={found.onTimeShare === null ? '—' : format.percent(found.onTimeShare)} isMain />
            <Tile name={t('figures.onTime')} value={format.number(found.onTime)} />
            <Tile name={t('figures.late')} value={format.number(found.late)} />
            <Tile name={t('figures.missed')} value={format.number(found.missed)} />
            <Tile name={t('figures.skipped')} value={format.number(found.skipped)} />
            <Tile name={t('figures.deviations')} value={format.number(found.deviations)} />
            <Tile
              name={t('figures.median')}
              value={found.medianMinutes === null ? '—' : format.duration(found.medianMinutes * MINUTE_MS)}
            />
          </dl>
          {found.foundLate > 0 && <p className={classes['muted']}>{t('figures.foundLate', { count: found.foundLate })}</p>}
          {found.series.map((series) => (
            <MeasuredTrend
              key={`${series.taskKey} ${series.unit ?? ''} ${series.workCenterId}`}
              series={series}
              place={data.workCenters.find(({ id }) => id === series.workCenterId) ?? null}
              onLook={onLook}
            />
          ))}
        </>
      )}
    </div>
  )
}

function Tile({ name, value, isMain = false }: { readonly name: string; readonly value: string; readonly isMain?: boolean }) {
  return (
    <div className={classes['tile']} data-main={isMain || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
