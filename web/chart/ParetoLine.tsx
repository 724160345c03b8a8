import classes from './ParetoLine.module.css'

type ParetoLineProps = {
  /** What the bars down to each row make together, fractions of 1. */
  readonly cumulative: readonly number[]
}

/** Draws the cumulative line of a Pareto chart over its rows of equal height, with a dot a row and the mark of 80 %, so that it stands out from the bars; as wide and as high as what holds it. */
export function ParetoLine({ cumulative }: ParetoLineProps) {
  if (cumulative.length === 0) return null
  const points = cumulative.map((share, index) => `${share * 100},${index + 0.5}`).join(' ')
  return (
    <svg className={classes['line']} viewBox={`0 0 100 ${cumulative.length}`} preserveAspectRatio="none" aria-hidden focusable={false}>
      <line className={classes['mark']} x1="80" x2="80" y1="0" y2={cumulative.length} vectorEffect="non-scaling-stroke" />
      {(['halo', 'cumulative'] as const).map((name) => (
        <g key={name} className={classes[name]}>
          <polyline points={points} vectorEffect="non-scaling-stroke" />
          {/* A line without length is drawn as a dot, round at every width of the chart. */}
          {cumulative.map((share, index) => (
            <path key={index} className={classes['dot']} d={`M${share * 100} ${index + 0.5}h0`} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
      ))}
    </svg>
  )
}
