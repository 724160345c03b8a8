import { useMemo } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Sensors.module.css'
import { decimalsOfRange, plotOf, type DaySeries } from './sensors.view.ts'

const WIDTH = 160
const HEIGHT = 32

type DayPlotProps = {
  /** Undefined while it is loaded, null when it cannot be had. */
  readonly series: DaySeries | null | undefined
  readonly unit: string
  readonly color: string | null
  readonly name: string
}

/** Returns a small picture of the last 24 hours with its least and greatest value in words; where there is nothing it says so. */
export function DayPlot({ series, unit, color, name }: DayPlotProps) {
  const { t } = useTexts('sensors')
  const format = useFormat()
  const plot = useMemo(() => (series == null ? null : plotOf(series, WIDTH, HEIGHT)), [series])
  if (series === undefined) return <div className={classes['day']} aria-hidden />
  if (plot === null) return <p className={`${classes['day']} ${classes['meta']}`}>{t('day.none')}</p>
  const decimals = decimalsOfRange(plot.min, plot.max)
  const number = (value: number) => `${format.number(value, decimals)}${unit === '' ? '' : ` ${unit}`}`
  const [min, max] = [number(plot.min), number(plot.max)]
  const range = min === max ? min : t('day.range', { min, max })
  return (
    <figure className={classes['day']}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${name}, ${t('day.title')}: ${range}`}>
        <path d={plot.band} fill={color ?? 'var(--accent)'} opacity={0.2} />
        <path d={plot.line} fill="none" stroke={color ?? 'var(--accent)'} strokeWidth={1.5} />
      </svg>
      <figcaption className={classes['meta']} aria-hidden>
        {range}
      </figcaption>
    </figure>
  )
}
