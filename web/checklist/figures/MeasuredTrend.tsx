import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './Figures.module.css'
import { type MeasuredSeries, trendOf } from './measuredTrend.view.ts'

type MeasuredTrendProps = {
  readonly series: MeasuredSeries
  /** Where it was measured. */
  readonly place: { readonly name: string; readonly timeZone: string } | null
  readonly onLook: (occurrenceId: number) => void
}

const [WIDTH, HEIGHT] = [1_000, 200]
/** A table of more is read by nobody. */
const MOST_ROWS = 200

/** Draws what was measured over time with its limits, and tells the same as a table. */
export function MeasuredTrend({ series, place, onLook }: MeasuredTrendProps) {
  const { t } = useTexts('checklist')
  const { timeZone } = useFormat()
  // A machine's time is told by the clock on its wall.
  const format = useZoneFormat(place?.timeZone ?? timeZone)
  const [isOpen, setOpen] = useState(false)
  const trend = trendOf(series)
  if (trend === null) return null
  const unit = series.unit ?? ''
  const number = (value: number): string => `${numberText(value, format.locale)} ${unit}`.trim()
  const outside = trend.points.filter(({ isWithin }) => !isWithin).length
  const name = unit === '' ? series.description : `${series.description}, ${unit}`
  return (
    <figure className={classes['trend']} aria-label={place === null ? name : `${name} · ${place.name}`}>
      <figcaption className={classes['caption']}>
        <b>{name}</b>
        <span className={classes['muted']}>
          {place !== null && `${place.name} · `}
          {t('figures.values', { count: trend.points.length })}
          {outside > 0 && ` · ${t('figures.outside', { count: outside })}`}
        </span>
      </figcaption>
      <div className={classes['drawing']} aria-hidden>
        <div className={classes['scale']}>
          <span>{numberText(trend.high, format.locale)}</span>
          <span>{numberText(trend.low, format.locale)}</span>
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable={false}>
          {trend.limits.map(({ from, to }, index) => (
            <line
              key={index}
              className={classes['limit']}
              x1={from.x * WIDTH}
              x2={to.x * WIDTH}
              y1={from.y * HEIGHT}
              y2={to.y * HEIGHT}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <polyline
            className={classes['line']}
            points={trend.points.map(({ x, y }) => `${x * WIDTH},${y * HEIGHT}`).join(' ')}
            vectorEffect="non-scaling-stroke"
          />
          {/* A line without length is drawn as a dot, round at every width. */}
          {trend.points.map(({ occurrenceId, at, x, y, isWithin }) => (
            <path
              key={`${occurrenceId} ${at}`}
              className={classes[isWithin ? 'dot' : 'bad']}
              d={`M${x * WIDTH} ${y * HEIGHT}h0`}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <div className={classes['times']}>
          <span>{format.dateTime(trend.start)}</span>
          {trend.end > trend.start && <span>{format.dateTime(trend.end)}</span>}
        </div>
      </div>
      {series.correlations.map(({ figure, count, rho }) => (
        <p key={figure} className={classes['muted']}>
          {t(rho > 0 ? 'figures.goesWith' : 'figures.goesAgainst', { figure: t(`figures.machine.${figure}`), count })}
        </p>
      ))}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('figures.table')}</summary>
        {trend.points.length > MOST_ROWS && <p className={classes['muted']}>{t('figures.latest', { most: MOST_ROWS })}</p>}
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('results.by')}</th>
              <th scope="col">{t('figures.value')}</th>
            </tr>
          </thead>
          <tbody>
            {(isOpen ? trend.points.slice(-MOST_ROWS).toReversed() : []).map(({ occurrenceId, at, value, isWithin }) => (
              <tr key={`${occurrenceId} ${at}`} data-bad={!isWithin || undefined}>
                <td>
                  <button type="button" className={classes['open']} onClick={() => onLook(occurrenceId)}>
                    {format.dateTime(at)}
                  </button>
                </td>
                <td>
                  {number(value)}
                  {!isWithin && ` · ${t('figures.isOutside')}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
