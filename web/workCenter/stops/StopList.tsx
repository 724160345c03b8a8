import { useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { SegmentLink } from '#web/parts/timeline/SegmentLink.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { isOpen, shownFirst, type Stop, type StopList as Listed } from '#web/parts/classify/stops.view.ts'
import classes from './StopList.module.css'
import { useStopNotes } from '#web/parts/classify/useStopNotes.ts'

type StopListProps = {
  readonly list: Listed
  /** Whether the reason of the stop is on its way to the server. */
  readonly isSaving: (stopId: number) => boolean
  /** Null for viewers who may give no reasons: their list has no buttons. */
  readonly onClassify: ((stop: Stop) => void) | null
}

/** Returns the stops of the shift: what lacks a reason first, each with its time, its reason and how that came, and one tap to the reasons. */
export function StopList({ list, isSaving, onClassify }: StopListProps) {
  const { t } = useCommonTexts()
  const [isWhole, setWhole] = useState(false)
  const { stops, openCount } = list
  const shown = isWhole ? stops : stops.slice(0, shownFirst(openCount))
  return (
    <>
      {stops.length === 0 && <p className={classes['meta']}>{t('stops.none')}</p>}
      <ol>
        {shown.map((stop) => (
          <li key={stop.id} className={classes['stop']} data-open={isOpen(stop) || undefined} aria-busy={isSaving(stop.id)}>
            <StopRow stop={stop} />
            {onClassify !== null && (
              <ClassifyButton stop={stop} isAllowed={stop.refusal === null && !isSaving(stop.id)} onClassify={onClassify} />
            )}
          </li>
        ))}
      </ol>
      {shown.length < stops.length && (
        <button type="button" className={classes['all']} onClick={() => setWhole(true)}>
          {t('stops.all', { count: stops.length })}
        </button>
      )}
    </>
  )
}

function StopRow({ stop }: { readonly stop: Stop }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const texts = useSpanTexts()
  const notes = useStopNotes()(stop)
  return (
    <>
      <span className={classes['mark']} style={{ color: stop.style === 'noData' ? 'var(--muted)' : `var(--status-${stop.style})` }}>
        <StatusIcon style={stop.style} />
      </span>
      <div className={classes['what']}>
        <SegmentLink start={stop.start} className={stop.isProvisional ? `${classes['name']} ${classes['provisional']}` : classes['name']}>
          {stop.reason ?? t('stops.unclassified')}
        </SegmentLink>
        <span className={classes['meta']}>
          {texts.nameOf({ kind: stop.kind, name: stop.statusName })} · {texts.range(stop.start, stop.end)}
        </span>
        {notes.length > 0 && <span className={classes['meta']}>{notes.join(' · ')}</span>}
        {stop.comment !== null && <q className={classes['comment']}>{stop.comment}</q>}
      </div>
      <span className={classes['duration']}>
        {stop.end === null ? <Elapsed since={stop.start} /> : format.duration(stop.end - stop.start)}
      </span>
    </>
  )
}

type ClassifyButtonProps = { readonly stop: Stop; readonly isAllowed: boolean; readonly onClassify: (stop: Stop) => void }

function ClassifyButton({ stop, isAllowed, onClassify }: ClassifyButtonProps) {
  const { t } = useCommonTexts()
  const texts = useSpanTexts()
  const label = isOpen(stop) ? t('stops.give') : t('stops.change')
  return (
    <button
      type="button"
      className={classes['classify']}
      data-print="no"
      aria-haspopup="dialog"
      aria-label={`${label}: ${stop.reason ?? t('stops.unclassified')}, ${texts.range(stop.start, stop.end)}`}
      disabled={!isAllowed}
      onClick={() => onClassify(stop)}
    >
      {label}
    </button>
  )
}
