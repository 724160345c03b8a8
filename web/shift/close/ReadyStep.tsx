import { type ReactNode, useEffect, useState } from 'react'
import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import type { OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'

/** After so long it is said that the figures are still being worked out. */
const PATIENCE_MS = 10_000
const ASK_MS = 1_000

type ReadyStepProps = { readonly shift: OpenedShiftFragment; readonly onAsk: () => void; readonly children: ReactNode }

/** Returns whether the shift can be closed yet: when it is over, and whether its figures are still being worked out. */
export function ReadyStep({ shift, onAsk, children }: ReadyStepProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const [isLate, setLate] = useState(false)
  const { isRecalculating } = shift
  useEffect(() => {
    if (!isRecalculating) return undefined
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    const asking = setInterval(onAsk, ASK_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(asking)
    }
  }, [isRecalculating, onAsk])
  return (
    <>
      <p role="status">
        {isRecalculating
          ? t(isLate ? 'ready.late' : 'ready.recalculating')
          : shift.status === 'PROGRESS'
            ? t('ready.progress', { time: format.time(Date.parse(shift.timeEnd) + SHIFT_GRACE_MS) })
            : t('ready.yes')}
      </p>
      <div className={classes['buttons']}>{children}</div>
    </>
  )
}
