import { useMemo } from 'react'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { Signal, SignalLine } from './signalShape.view.ts'
import classes from './preview.module.css'

/** The picture is drawn on a field of this size and stretched. */
const WIDTH = 1000
const HEIGHT = 400

type SignalPlotProps = { readonly signal: Signal; readonly line: SignalLine | undefined; readonly window: TimeWindow; readonly top: number }

/** Returns the line of the signal's means over its minimum and maximum; a gap without data. The table below says the same in words. */
export function SignalPlot({ signal, line, window, top }: SignalPlotProps) {
  const { path, area } = useMemo(() => (line ? pathsOf(signal, line, window, top) : { path: '', area: '' }), [signal, line, window, top])
  return (
    <svg className={classes['signal']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden focusable={false}>
      <path className={classes['spread']} d={area} />
      <path className={classes['line']} d={path} />
    </svg>
  )
}

function pathsOf(
  signal: Signal,
  line: SignalLine,
  { from, to }: TimeWindow,
  top: number,
): { readonly path: string; readonly area: string } {
  const x = (at: number) => (((at - from) / (to - from)) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - Math.min(1.02, Math.max(0, value / top)) * HEIGHT).toFixed(1)
  let path = ''
  let area = ''
  let uppers: string[] = []
  let lowers: string[] = []
  const close = () => {
    if (uppers.length > 0) area += `M${uppers.join('L')}L${lowers.toReversed().join('L')}Z`
    uppers = []
    lowers = []
  }
  for (const [at, start] of signal.starts.entries()) {
    const mean = line.mean[at] ?? null
    if (mean === null) {
      close()
      continue
    }
    const [left, right] = [x(start), x(Math.min(to, start + signal.bucketMs))]
    path += `${uppers.length === 0 ? 'M' : 'L'}${left} ${y(mean)}H${right}`
    uppers.push(`${left} ${y(line.max[at] ?? mean)}`, `${right} ${y(line.max[at] ?? mean)}`)
    lowers.push(`${left} ${y(line.min[at] ?? mean)}`, `${right} ${y(line.min[at] ?? mean)}`)
  }
  close()
  return { path, area }
}
