import { useCommonTexts } from '#web/texts/useTexts.ts'
import type { SignalBand } from '#web/chart/prepareSignal.ts'
import { SIGNAL_LINES } from '#web/chart/signalLines.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Panel.module.css'

type SignalLegendProps = { readonly bands: readonly SignalBand[]; readonly phases: readonly string[] }

/** Returns the legend of the signal chart: the lines if there are several, and the status ranges behind them. */
export function SignalLegend({ bands, phases }: SignalLegendProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  if (bands.length === 0 && phases.length < 2) return null
  const lowest = bands[0]?.min ?? 0
  return (
    <ul className={classes['legend']} aria-label={t('signal.rules')}>
      {phases.length > 1 &&
        phases.map((phase, index) => (
          <li key={phase}>
            <svg width="20" height="8" aria-hidden focusable={false}>
              <line x1="0" x2="20" y1="4" y2="4" stroke={`var(${SIGNAL_LINES[index % SIGNAL_LINES.length]})`} strokeWidth="2" />
            </svg>
            {t('signal.phase', { name: phase.slice(-1) })}
          </li>
        ))}
      {lowest > 0 && (
        <li>
          <svg width="12" height="12" aria-hidden focusable={false}>
            <rect width="12" height="12" rx="2" fill="var(--status-stop)" />
          </svg>
          {t('status.off')} &lt;{format.number(lowest, 1)}
        </li>
      )}
      {bands.map((band) => (
        <li key={band.name}>
          <svg width="12" height="12" aria-hidden focusable={false}>
            <rect width="12" height="12" rx="2" fill={band.color} />
          </svg>
          {band.name} {format.number(band.min, 1)}
          {band.max === null ? '+' : `–${format.number(band.max, 1)}`}
        </li>
      ))}
    </ul>
  )
}
