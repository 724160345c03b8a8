import { useTexts } from '#web/texts/useTexts.ts'
import classes from './ChangeWaterfall.module.css'
import type { ChangeStep } from './periodChange.view.ts'

type ChangeWaterfallProps = {
  readonly before: number
  readonly now: number
  readonly steps: readonly ChangeStep[]
  readonly percent: (points: number) => string
  readonly signed: (points: number) => string
}

/** Returns the way from the OEE of before to that of now as bars, a step a work center; the figures beside them say the same. */
export function ChangeWaterfall({ before, now, steps, percent, signed }: ChangeWaterfallProps) {
  const { t } = useTexts('shiftInsight')
  const ends = [before, now, ...steps.map(({ to }) => to)]
  // Steps of a few points out of eighty would be hairlines: the axis begins a little below the least.
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const start = Math.max(0, least - Math.max(1, most - least))
  const place = (points: number) => ((points - start) / Math.max(0.1, most - start)) * 100
  const whole = (key: 'before' | 'now', value: number) => (
    <li>
      <span>{t(`period.${key}`)}</span>
      <span className={classes['lane']} aria-hidden>
        <span data-whole style={{ left: 0, width: `${place(value)}%` }} />
      </span>
      <strong>{percent(value)}</strong>
    </li>
  )
  return (
    <ol className={classes['waterfall']} aria-label={t('change.title')}>
      {whole('before', before)}
      {steps.map(({ key, name, from, to }) => (
        <li key={key}>
          <span>{name ?? t('period.others')}</span>
          <span className={classes['lane']} aria-hidden>
            <span
              data-better={to > from || undefined}
              data-worse={to < from || undefined}
              style={{ left: `${place(Math.min(from, to))}%`, width: `${Math.abs(place(to) - place(from))}%` }}
            />
          </span>
          <span>{signed(to - from)}</span>
        </li>
      ))}
      {whole('now', now)}
    </ol>
  )
}
