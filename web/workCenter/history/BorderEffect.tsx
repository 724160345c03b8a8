import { BorderLines } from '#web/parts/orderBorder/BorderLines.tsx'
import type { ToldBorder } from '#web/parts/orderBorder/useToldBorder.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './OrderLane.module.css'
import type { BorderDraft } from './orderBorders.view.ts'

const WIDTH_PX = 300

type BorderEffectProps = {
  readonly draft: BorderDraft
  readonly told: ToldBorder
  readonly unit: string
  /** px of the border in the lane, and of the lane. */
  readonly x: number
  readonly width: number
}

/** Returns what moving the border there would do, beside it. */
export function BorderEffect({ draft, told, unit, x, width }: BorderEffectProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  return (
    <div className={classes['effect']} style={{ left: Math.max(0, Math.min(x - WIDTH_PX / 2, width - WIDTH_PX)) }} role="status" data-tip>
      <p className={classes['times']}>
        {format.time(draft.at)} → {format.time(draft.newAt)}
      </p>
      <BorderLines told={told} unit={unit} />
      <p className={classes['muted']}>{t('border.keys')}</p>
    </div>
  )
}
