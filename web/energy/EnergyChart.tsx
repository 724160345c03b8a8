import { useMemo, type ReactNode } from 'react'
import { MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ParetoBars } from '#web/parts/figures/ParetoBars.tsx'
import '#web/parts/figures/seriesColors.css'
import { MarkSigns } from '#web/parts/timelineNote/MarkSigns.tsx'
import { notesOfInstants, type TimelineNote } from '#web/parts/timelineNote/timelineNote.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import type { EnergyRow } from './energy.view.ts'
import { energyChart, MOST_COLUMNS, OTHER, type EnergyColumn, type EnergyMoney } from './energyChart.view.ts'
import classes from './EnergyChart.module.css'
import type { EnergySplit } from './energySearch.ts'

type EnergyChartProps = {
  readonly rows: readonly EnergyRow[]
  readonly split: EnergySplit
  readonly places: readonly { readonly id: number; readonly name: string }[]
  /** Names a row as its line of the table does. */
  readonly nameOf: (row: EnergyRow) => string
  /** What stands over columns of the clock, and what a click on it asks for. */
  readonly noted: { readonly notes: readonly TimelineNote[]; readonly onNote: (id: string) => void }
  /** Under columns of the clock. */
  readonly children?: ReactNode
  /** Beside its name. */
  readonly menu: ReactNode
}

/** At most so many labels stand below the columns. */
const MOST_LABELS = 12

/** Returns the energy of the table as a chart: along the clock, or by what used most of it. */
export function EnergyChart({ rows, split, places, nameOf, noted, menu, children }: EnergyChartProps) {
  const { t } = useTexts('energy')
  const format = useFormat()
  const model = useMemo(() => energyChart(rows, split), [rows, split])
  const kwh = (value: number | null) => (value === null ? format.number(null) : t('kwh', { value: format.number(value, 1) }))
  const money = (value: EnergyMoney | null) => (value === null ? '' : ` · ${format.number(value.cost, 2)} ${value.currency}`)
  if (model.kind === 'TOO_MANY') return <p className={classes['note']}>{t('chart.tooMany', { most: MOST_COLUMNS })}</p>
  if (model.kind === 'BARS') {
    if (model.bars.length < 2) return null
    const whole = model.bars.reduce((sum, bar) => sum + bar.kwh, model.other)
    const found = (id: string) => rows.find((row) => `${row.workCenter.id} ${row.key}` === id)
    const bars = model.bars.map((bar) => ({ ...bar, value: bar.kwh, before: null, cumulative: null }))
    return (
      <figure className={classes['chart']} aria-label={t('chart.title', { by: t(`by.${split}`) })}>
        <div className={classes['head']}>{menu}</div>
        <ParetoBars
          bars={bars}
          top={bars[0]?.kwh ?? 1}
          nameOf={({ row }) => {
            const own = found(`${row.workCenter.id} ${row.key}`)
            return own === undefined ? (row.name ?? row.key) : nameOf(own)
          }}
          valueOf={(bar) => `${kwh(bar.kwh)} · ${format.percent(bar.kwh / whole)}${money(bar.cost)}`}
          row={(_bar, className, content) => <span className={className}>{content}</span>}
          fill={(_bar, style) => <span className={classes['bar']} style={style} />}
        />
        {model.other > 0 && <p className={classes['note']}>{t('chart.other', { value: format.number(model.other, 1) })}</p>}
      </figure>
    )
  }
  if (model.columns.length < 2) return null
  return (
    <Columns
      {...model}
      isByWeek={model.drawn !== split}
      kwh={kwh}
      money={money}
      placeOf={(key) => (key === OTHER ? t('chart.others') : (places.find(({ id }) => `${id}` === key)?.name ?? `#${key}`))}
      noted={noted}
      menu={menu}
    >
      {children}
    </Columns>
  )
}

type ColumnsProps = Pick<EnergyChartProps, 'children' | 'menu' | 'noted'> & {
  readonly columns: readonly EnergyColumn[]
  readonly series: readonly string[]
  /** By what they are, and whether these are weeks of days. */
  readonly drawn: EnergySplit
  readonly isByWeek: boolean
  readonly kwh: (value: number | null) => string
  readonly money: (value: EnergyMoney | null) => string
  readonly placeOf: (key: string) => string
}

function Columns({ columns, series, drawn, isByWeek, kwh, money, placeOf, noted: { notes, onNote }, menu, children }: ColumnsProps) {
  const { t } = useTexts('energy')
  const now = useCoarseNow(MINUTE_MS)
  const own = useFormat()
  const formatOf = useMemo(() => zoneFormats(own), [own])
  const top = Math.max(...columns.map((column) => column.kwh ?? 0)) || 1
  const every = Math.ceil(columns.length / MOST_LABELS)
  const isOfDays = drawn === 'DAY' || drawn === 'WEEK' || drawn === 'MONTH'
  const marks = useMemo(() => notesOfInstants(notes, columns), [columns, notes])
  const whenOf = ({ start, zone }: EnergyColumn) => {
    const format = formatOf(zone)
    return isOfDays ? format.date(start) : `${format.dayMonth(start)}, ${format.time(start)}`
  }
  const tickOf = ({ start, zone }: EnergyColumn) => (isOfDays ? formatOf(zone).dayMonth(start) : formatOf(zone).time(start))
  return (
    <figure className={classes['chart']} aria-label={t('chart.title', { by: t(`by.${drawn}`) })}>
      <div className={classes['head']}>
        {series.length > 1 && (
          <ul className={classes['series']}>
            {series.map((key, at) => (
              <li key={key}>
                <span className={classes['swatch']} data-series={at} aria-hidden /> {placeOf(key)}
              </li>
            ))}
          </ul>
        )}
        {menu}
      </div>
      <div className={classes['plot']}>
        <span className={classes['top']} aria-hidden>
          {kwh(top)}
        </span>
        <ol className={classes['columns']}>
          {columns.map((column, at) => {
            const over = marks.get(column.key)
            const label = `${whenOf(column)}: ${kwh(column.kwh)}${money(column.cost)}${column.isLow ? `, ${t('low')}` : ''}${column.end > now ? `, ${t('chart.running')}` : ''}${(over?.starts ?? []).map(({ text }) => `, ${text}`).join('')}`
            return (
              <li key={column.key}>
                <span className={classes['column']} role="img" aria-label={label} title={label}>
                  <span
                    className={classes['stack']}
                    data-low={column.isLow || undefined}
                    data-running={column.end > now || undefined}
                    style={{ height: `${((column.kwh ?? 0) / top) * 100}%` }}
                  >
                    {column.parts.map(
                      (part, which) => part.kwh > 0 && <span key={part.key} data-series={which} style={{ flexGrow: part.kwh }} />,
                    )}
                  </span>
                </span>
                {over !== undefined && <MarkSigns marks={over} onNote={onNote} />}
                <span className={classes['tick']} aria-hidden>
                  {at % every === 0 ? tickOf(column) : ''}
                </span>
              </li>
            )
          })}
        </ol>
      </div>
      {isByWeek && <p className={classes['note']}>{t('chart.byWeek', { most: MOST_DRAWN_DAYS })}</p>}
      {children}
    </figure>
  )
}
