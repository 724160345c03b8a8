import classes from './LegendMark.module.css'

type LegendMarkProps = {
  /** The line of what bars make together, the target, or the period before: beside bars a frame, along time a line. */
  readonly kind: 'before' | 'beforeInTime' | 'cumulative' | 'target'
}

/** Returns the mark of a legend, as it is drawn in the chart. */
export function LegendMark({ kind }: LegendMarkProps) {
  return <span className={classes['mark']} data-kind={kind} aria-hidden />
}
