import { useMemo, useState } from 'react'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { EdgeHandle } from './EdgeHandle.tsx'
import classes from './preview.module.css'
import { bandsOf, edgesOf, withEdgeAt } from './ruleEdges.view.ts'
import type { Channel, RuleDraft } from './ruleDraft.view.ts'
import { axisTicks, axisTop, histogramOf, type Signal } from './signalShape.view.ts'
import { SignalPlot } from './SignalPlot.tsx'
import type { ShowStatus } from './statusNames.ts'

const BINS = 48
/** Nearer grips than this share of the axis stand beside each other. */
const GRIP_SHARE = 0.085

type ValuePlotProps = {
  readonly workCenterId: number
  /** What the live values call the signal; null where they do not have it. */
  readonly liveKey: string | null
  readonly signal: Signal
  readonly channel: Channel
  readonly drafts: readonly RuleDraft[]
  readonly wrong: ReadonlySet<string>
  readonly window: TimeWindow
  readonly unit: string
  readonly show: ShowStatus
  readonly isReadOnly: boolean
  readonly onDrafts: (drafts: readonly RuleDraft[]) => void
}

/** Returns the signal with the ranges behind it, how often it has each value beside its axis, the bounds to drag, and where the value is now. */
export function ValuePlot(props: ValuePlotProps) {
  const { workCenterId, liveKey, signal, channel, drafts, wrong, window, unit, show, isReadOnly, onDrafts } = props
  const { t } = useTexts('statuses')
  const format = useFormat()
  const live = useLiveWorkCenter(workCenterId)
  const current = liveKey === null ? null : (live?.values[liveKey]?.value ?? null)
  const line = signal.lines[channel]
  const edges = useMemo(() => edgesOf(drafts, channel), [drafts, channel])
  const fitting = useMemo(
    () =>
      axisTop(
        line,
        edges.map(({ value }) => value),
      ),
    [line, edges],
  )
  const [heldTop, setHeldTop] = useState<number | null>(null)
  const top = heldTop ?? fitting
  const shares = useMemo(() => histogramOf(line, top, BINS), [line, top])
  const most = Math.max(0.001, ...shares)
  const { bands, gaps, overlaps } = useMemo(() => bandsOf(drafts, channel, top), [drafts, channel, top])
  const place = (from: number, to: number) => ({
    bottom: `${(Math.min(from, top) / top) * 100}%`,
    height: `${((Math.min(to, top) - Math.min(from, top)) / top) * 100}%`,
  })
  const columns = columnsOf(edges.map(({ value }) => value / top))
  const digits = top < 10 ? 1 : 0
  return (
    <div className={classes['plot']}>
      <div className={classes['ticks']} aria-hidden>
        <span className={classes['unit']}>{unit}</span>
        {axisTicks(top).map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {format.number(tick, Number.isInteger(tick) ? 0 : digits || 1)}
          </span>
        ))}
      </div>
      <svg className={classes['histogram']} viewBox={`0 0 100 ${BINS}`} preserveAspectRatio="none" aria-hidden focusable={false}>
        {shares.map((share, bin) => (
          // Slices of the axis have no name but their place.
          <rect key={bin} x={100 - Math.sqrt(share / most) * 96} width={Math.sqrt(share / most) * 96} y={BINS - 1 - bin} height={0.86} />
        ))}
      </svg>
      <div className={classes['field']}>
        {gaps.map(({ from, to, isOff }) => (
          <div key={`gap ${from}`} className={classes['gap']} data-off={isOff || undefined} style={place(from, to)}>
            <span>{isOff ? t('status.off') : t('zone.gap')}</span>
          </div>
        ))}
        {bands.map(({ key, name, from, to }) => {
          const draft = drafts.find((one) => one.key === key)
          const color = draft === undefined ? undefined : show({ kind: 'RULE', statusRuleId: draft.id ?? -Number(key.slice(4)) }).color
          return (
            <div
              key={key}
              className={classes['band']}
              data-wrong={wrong.has(key) || undefined}
              style={{ ...place(from, to), ['--band' as string]: color }}
            >
              <span>{name.trim() === '' ? t('rule.new') : name}</span>
            </div>
          )
        })}
        {overlaps.map(({ from, to, names }) => (
          <div key={names.join(' ')} className={classes['overlap']} style={place(from, to)} />
        ))}
        <SignalPlot signal={signal} line={line} window={window} top={top} />
      </div>
      <div className={classes['edges']}>
        {current !== null && (
          <div className={classes['live']} style={{ bottom: `${Math.min(100, (current / top) * 100)}%` }}>
            <span>{t('preview.live', { value: format.number(current, current < 100 ? 1 : 0), unit })}</span>
          </div>
        )}
        {!isReadOnly &&
          edges.map((edge, at) => (
            <EdgeHandle
              key={edge.id}
              edge={edge}
              drafts={drafts}
              channel={channel}
              top={top}
              unit={unit}
              column={columns[at] ?? 0}
              isWrong={[edge.below, edge.above].some((side) => side !== null && wrong.has(side.key))}
              onMove={(value) => onDrafts(withEdgeAt(drafts, channel, edge, value))}
              onDrag={(isDragging) => setHeldTop(isDragging ? top : null)}
            />
          ))}
      </div>
    </div>
  )
}

/** Which column each grip stands in, from the lowest bound up. */
function columnsOf(places: readonly number[]): readonly number[] {
  const columns: number[] = []
  for (const [at, place] of places.entries()) {
    const before = places[at - 1]
    columns.push(before !== undefined && place - before < GRIP_SHARE ? ((columns[at - 1] ?? 0) + 1) % 3 : 0)
  }
  return columns
}
