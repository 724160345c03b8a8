import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './FactorBar.module.css'

type FactorBarProps = {
  readonly factor: 'availability' | 'performance' | 'quality'
  readonly ratio: number | null
  readonly target: number | null
}

/** Returns one factor of OEE as a letter, a number and a small bar with a tick at its target (percent). Over 100 % the bar is full. */
export function FactorBar({ factor, ratio, target }: FactorBarProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const share = ratio === null ? 0 : Math.min(1, Math.max(0, ratio))
  return (
    <span className={classes['factor']} title={t(`oee.${factor}`)}>
      <span className={classes['letter']} aria-hidden>
        {t(`oee.${factor}Letter`)}
      </span>
      <span className="hidden-text">{t(`oee.${factor}`)}</span>
      <span className={classes['value']}>{format.percent(ratio, 0)}</span>
      <svg className={classes['bar']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden focusable={false}>
        <rect className={classes['rail']} y="2" width="100" height="6" />
        <rect className={classes['fill']} y="2" width={share * 100} height="6" />
        {target !== null && (
          <>
            <line className={classes['halo']} x1={target} x2={target} y1="0" y2="10" />
            <line className={classes['target']} x1={target} x2={target} y1="0" y2="10" />
          </>
        )}
      </svg>
    </span>
  )
}
