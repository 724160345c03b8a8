import classes from './ParetoLine.module.css'

type ParetoLineProps = {
  /** What the bars down to each row make together, fractions of 1. */
  readonly cumulative: readonly number[]
}

/** Draws the cumulative line of a Pareto chart over its rows of equal height, with the mark of 80 %; as wide and as high as what holds it. */
export function ParetoLine({ cumulative }: ParetoLineProps) {
  if (cumulative.length === 0) return null
  const points = cumulative.map((share, index) => `${share * 100},${index + 0.5}`).join(' ')
  return (
    <svg className={classes['line']} viewBox={`0 0 100 ${cumulative.length}`} preserveAspectRatio="none" aria-hidden focusable={false}>
      <line className={classes['mark']} x1="80" x2="80" y1="0" y2={cumulative.length} vectorEffect="non-scaling-stroke" />
      <polyline className={classes['cumulative']} points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
