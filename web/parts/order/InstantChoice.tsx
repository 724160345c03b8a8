import type { ReactNode } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { LikelyInstant } from './orderPanel.view.ts'
import { timeText } from './timeText.ts'
import classes from './OrderPanel.module.css'

type InstantChoiceProps = {
  /** The chosen one (ms UTC), and what chooses another. */
  readonly at: number
  readonly onAt: (at: number) => void
  /** The likeliest first. */
  readonly likely: readonly LikelyInstant[]
  /** Whole minutes (ms UTC): nothing later can be chosen, nor anything earlier than `earliest`; null = as early as one likes. */
  readonly now: number
  readonly earliest: number | null
  /** What the button says of the time. */
  readonly label: (time: string) => string
  readonly onChoose: (at: string) => void
  readonly onClose: () => void
  /** Nothing can be done at this time. */
  readonly isBarred?: boolean
  /** What the choice would do. */
  readonly children?: ReactNode
}

const STEPS_MIN = [-10, -1, 1, 10] as const

/** Returns the choice of an instant in the past: likely ones are one tap, a minute more or less another. */
export function InstantChoice({
  at,
  onAt,
  likely,
  now,
  earliest,
  label,
  onChoose,
  onClose,
  isBarred = false,
  children,
}: InstantChoiceProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const step = (minutes: number) => onAt(Math.min(now, Math.max(earliest ?? -Infinity, at + minutes * MINUTE_MS)))
  return (
    <div className={classes['began']}>
      <div className={classes['likely']} role="group" aria-label={t('began.likely')}>
        {likely.map((one) => (
          <button key={one.at} type="button" aria-pressed={one.at === at} onClick={() => onAt(one.at)}>
            <b>{format.time(one.at)}</b>
            <span>{t(`began.${one.kind}`)}</span>
          </button>
        ))}
      </div>
      <div className={classes['steps']}>
        <output aria-live="polite">{timeText(format, at, now)}</output>
        {STEPS_MIN.map((minutes) => (
          <ActionButton key={minutes} onClick={() => step(minutes)}>
            {t('began.step', { value: `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}` })}
          </ActionButton>
        ))}
      </div>
      {children}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
        <ActionButton isMain isDisabled={isBarred} onClick={() => onChoose(new Date(at).toISOString())}>
          {label(timeText(format, at, now))}
        </ActionButton>
      </DialogActions>
    </div>
  )
}
