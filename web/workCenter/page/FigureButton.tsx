import { useCommonTexts } from '#web/texts/useTexts.ts'
import { bandOf } from '#engine/oee/band.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { bandPercent, targetAndGap } from '#web/parts/bandPercent.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { MissingCause } from '../missingFigure.view.ts'
import classes from './WorkCenterHeader.module.css'

type FigureButtonProps = {
  readonly name: string
  /** A fraction of 1; null = not known. */
  readonly ratio: number | null
  /** In percent. */
  readonly target: number | null
  /** Why there is no value; null = there is one, or nothing is known of it. */
  readonly missing: MissingCause | null
  readonly onClick: () => void
}

/** Returns a figure of the current shift with its band and target; pressed, it explains itself. */
export function FigureButton({ name, ratio, target, missing, onClick }: FigureButtonProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const percent = ratio === null ? null : ratio * 100
  const band = bandOf(percent)
  return (
    <button type="button" className={classes['figure']} aria-haspopup="dialog" onClick={onClick}>
      <span className={classes['figureName']}>
        {name} <Icon name="question" size={14} />
      </span>
      <span className={classes['figureValue']}>
        {bandPercent(format, percent)} {band !== null && <BandIcon band={band} />}
      </span>
      <span className={classes['meta']}>
        {missing !== null
          ? t(`missing.${missing}`)
          : target === null
            ? ' '
            : t('oee.target', { target: targetAndGap(format, target, percent) })}
      </span>
      <span className="hidden-text">{t('why.title')}</span>
    </button>
  )
}
