import { useState } from 'react'
import { TRIAL_RUNS_FROM_KW } from '#engine/workCenter/trialMachine.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Trial.module.css'
import { type Bar, heightsOf, withBar } from './trial.view.ts'

/** Returns the powers that came while the page is open as bars, the newest at the right: each is there as soon as it is heard. */
export function PowerBars({ workCenterId }: { readonly workCenterId: number }) {
  const { t } = useTexts('addWorkCenter')
  const format = useFormat()
  const live = useLiveWorkCenter(workCenterId)
  const [bars, setBars] = useState<readonly Bar[]>([])
  const next = withBar(bars, live?.lastSampleAt ?? null, live?.values['POWER']?.value ?? null)
  if (next !== bars) setBars(next)
  const last = next.at(-1)
  if (last === undefined) return null
  const heights = heightsOf(next)
  return (
    <div className={classes['bars']} role="img" aria-label={t('trial.bars', { count: next.length, power: format.number(last.power, 1) })}>
      {next.map(({ at, power }, index) => (
        <span key={at} data-runs={power >= TRIAL_RUNS_FROM_KW || undefined} style={{ height: `${(heights[index] ?? 0) * 100}%` }} />
      ))}
    </div>
  )
}
