import type { ReactNode } from 'react'
import { bandOf } from '#engine/oee/band.ts'
import type { NoDataCause } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Format } from '#web/ui/format.ts'
import { BandIcon } from '../BandIcon.tsx'
import { bandPercent, targetAndGap } from '../bandPercent.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import { isOutlined, type StatusStyle } from '../statusStyle.ts'
import { StylePatterns } from '../timeline/StylePattern.tsx'
import { ShiftStrip } from '../timeline/ShiftStrip.tsx'
import type { StatusSpan } from '../timeline/statusSpans.ts'
import { Timer } from '../Timer.tsx'
import classes from './MachineScreen.module.css'
import { OutputFigure } from './OutputFigure.tsx'
import type { ScreenView } from './screen.view.ts'

/** Words of a screen, in the viewer's language. */
export type ScreenWords = {
  readonly status: (kind: StatusKind, cause: NoDataCause | null) => string
  readonly cause: (cause: NoDataCause) => string
  readonly shift: (name: string, from: string, to: string) => string
  readonly noShift: string
  readonly oee: string
  readonly availability: string
  readonly performance: string
  readonly quality: string
  readonly target: (target: string) => string
  readonly output: string
  readonly noOutput: string
  readonly rejected: (value: string, count: number) => string
  readonly behind: (value: string) => string
  readonly unit: (unit: ScreenView['unit']) => string
}

/** `word` stands instead of the name of the status; null = that. */
export type ScreenLook = {
  readonly style: StatusStyle
  readonly color: string
  readonly word: string | null
  readonly note: string | null
}

type MachineScreenProps = {
  readonly view: ScreenView
  /** How it looks now. */
  readonly look: ScreenLook
  readonly spans: readonly StatusSpan[]
  readonly words: ScreenWords
  readonly format: Format
  /** A notice about the shown data, e.g. that it is old; empty while live. */
  readonly notice: ReactNode
  readonly isStale: boolean
  /** What stands at the end of the first line, for example a clock. */
  readonly corner?: ReactNode
}

/** Looks that need nobody are an outline (U-29). */
const CALM: readonly StatusStyle[] = ['run', 'planned', 'offShift', 'noData', 'notSetUp']

/** Returns one work center over a whole screen, to be read from five metres: its status with the timer, output against target, OEE, the shift so far. Nothing scrolls. */
export function MachineScreen({ view, look, spans, words, format, notice, isStale, corner }: MachineScreenProps) {
  const { status, shift, oee, targets } = view
  const factors = [
    { name: words.availability, ratio: oee?.availability ?? null, target: targets.availability },
    { name: words.performance, ratio: oee?.performance ?? null, target: targets.performance },
    { name: words.quality, ratio: oee?.quality ?? null, target: targets.quality },
  ]
  const percent = oee?.oee == null ? null : oee.oee * 100
  const band = bandOf(percent)
  return (
    <div className={classes['place']} data-stale={isStale || undefined}>
      <StylePatterns />
      <div className={classes['screen']}>
        <header className={classes['head']}>
          <div className={classes['title']}>
            <h1 title={view.name}>{view.name}</h1>
            <p className={classes['meta']}>
              {shift === null ? noShiftText(view, words) : words.shift(shift.name, format.time(shift.start), format.time(shift.end))}
            </p>
          </div>
          <div role="status" className={classes['notice']}>
            {notice}
          </div>
          {corner}
        </header>
        <StatusPanel status={status} look={look} words={words} />
        <div className={classes['figures']}>
          <OutputFigure output={view.output} unit={words.unit(view.unit)} words={words} format={format} />
          <section className={classes['panel']}>
            <h2>{words.oee}</h2>
            <p className={classes['number']}>
              {bandPercent(format, percent)} {band !== null && <BandIcon band={band} />}
            </p>
            <p className={classes['meta']}>{targets.oee === null ? ' ' : words.target(targetAndGap(format, targets.oee, percent))}</p>
          </section>
          <section className={classes['panel']}>
            {factors.map((factor) => (
              <Factor key={factor.name} {...factor} format={format} />
            ))}
          </section>
        </div>
        {shift !== null && (
          <footer className={classes['strip']}>
            <ShiftStrip spans={spans} start={shift.start} end={shift.end} />
            <p>
              <span>{format.time(shift.start)}</span>
              <span>{format.time(shift.end)}</span>
            </p>
          </footer>
        )}
      </div>
    </div>
  )
}

/** A machine that never sent anything has an unknown shift, which is not the same as none. */
function noShiftText(view: ScreenView, words: ScreenWords): string {
  return view.status === null ? '\u00a0' : words.noShift
}

type StatusPanelProps = { readonly status: ScreenView['status']; readonly look: ScreenLook; readonly words: ScreenWords }

function StatusPanel({ status, look: { style, color, word, note }, words }: StatusPanelProps) {
  const isCalm = CALM.includes(style)
  const tint = isCalm && !isOutlined(style) ? color : undefined
  return (
    <section className={classes['status']} data-style={style} data-calm={isCalm || undefined} style={{ borderColor: tint }}>
      <span className={classes['icon']} style={{ color: tint }}>
        <StatusIcon style={style} size={48} />
      </span>
      <p className={classes['word']}>
        {word ?? (status === null ? words.status('NO_DATA', null) : (status.name ?? words.status(status.kind, status.noDataCause)))}
        {status?.noDataCause != null && <span className={classes['cause']}>{words.cause(status.noDataCause)}</span>}
        {note !== null && <span className={classes['cause']}>{note}</span>}
      </p>
      {status !== null && (
        <p className={classes['timer']}>
          <Timer since={status.since} />
        </p>
      )}
    </section>
  )
}

type FactorProps = { readonly name: string; readonly ratio: number | null; readonly target: number | null; readonly format: Format }

function Factor({ name, ratio, target, format }: FactorProps) {
  return (
    <div className={classes['factor']}>
      <span>{name}</span>
      <b>{format.percent(ratio)}</b>
      <div className={classes['bar']} aria-hidden>
        {ratio !== null && <span style={{ width: `${Math.min(100, ratio * 100)}%` }} />}
        {target !== null && <i style={{ left: `${Math.min(100, target)}%` }} />}
      </div>
    </div>
  )
}
