import { useEffect, useState } from 'react'
import { useStopNotes } from '#web/parts/classify/useStopNotes.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { type OpQueue, type OpRow, type OpStop, rowKey, steadyRows } from './operator.view.ts'
import { QueueRow } from './QueueRow.tsx'
import classes from './QueueZone.module.css'
import { RowPanel } from './RowPanel.tsx'
import type { Giving } from './useGiving.ts'
import type { Drafts } from './useDrafts.ts'
import type { OperatorStops } from './useOperatorStops.ts'

type QueueZoneProps = {
  readonly queue: OpQueue
  readonly loaded: OperatorStops
  readonly giving: Giving
  readonly drafts: Drafts
  readonly mayGive: boolean
  /** The row whose tiles are shown; null = the first, undefined = none. */
  readonly opened: number | null | undefined
  readonly onOpen: (key: number | null | undefined) => void
  readonly isLeft: (stop: OpStop) => boolean
}

/** Rows keep their places for so long after somebody touched them. */
const STEADY_MS = 3_000

/** Returns the stops that wait for a reason, with the tiles of the first one open, below them what a rule said of long stops and what people said in this shift. */
export function QueueZone({ queue, loaded, giving, drafts, mayGive, opened, onOpen, isLeft }: QueueZoneProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const texts = useSpanTexts()
  const notesOf = useStopNotes()
  const rows = useSteady(queue.rows)
  const first = rows.shown[0]
  const openKey = opened === null ? (first === undefined ? undefined : rowKey(first)) : opened
  const toggle = (key: number) => onOpen(openKey === key ? undefined : key)
  const single = (stop: OpStop, title: string, note: string | null) => (
    <QueueRow
      key={stop.id}
      stops={[stop]}
      title={title}
      note={note}
      isOpen={openKey === stop.id}
      isSaving={giving.isSaving(stop.id)}
      onToggle={mayGive && stop.refusal === null ? () => toggle(stop.id) : null}
    >
      <RowPanel stops={[stop]} isActive={openKey === stop.id} giving={giving} drafts={drafts} onGiven={() => onOpen(null)} />
    </QueueRow>
  )
  const count = queue.rows.reduce((sum, row) => sum + row.stops.length, 0) + loaded.olderCount
  return (
    <section className={classes['queue']} aria-label={t('queue')} onPointerDown={rows.touch} onKeyDown={rows.touch}>
      <h2>
        {t('queue')} {count > 0 && <b className={classes['count']}>{count}</b>}
      </h2>
      {loaded.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={loaded.refetch} />}
      {!loaded.isLoaded && !loaded.isFailed && <p role="status">{t('state.loading')}</p>}
      {loaded.isLoaded && count === 0 && (
        <p className={classes['none']}>
          <StatusIcon style="run" size={24} /> {t('allExplained')}
        </p>
      )}
      {!mayGive && count > 0 && <p className={classes['none']}>{t('stops.mayNot')}</p>}
      <ol className={classes['rows']}>
        {rows.shown.map((row) => (
          <WaitingRow
            key={rowKey(row)}
            row={row}
            isOpen={openKey === rowKey(row)}
            isLeft={isLeft}
            giving={giving}
            drafts={drafts}
            onToggle={mayGive && row.stops.every(({ refusal }) => refusal === null) ? toggle : null}
            onGiven={() => onOpen(null)}
          />
        ))}
      </ol>
      {loaded.olderCount > 0 && <p className={classes['older']}>{t('older', { count: loaded.olderCount })}</p>}
      {queue.toCheck.length > 0 && (
        <>
          <h3>{t('toCheck')}</h3>
          <ol className={classes['rows']}>
            {queue.toCheck.map((stop) => single(stop, t('byRule', { reason: stop.reason ?? '' }), texts.range(stop.start, stop.end)))}
          </ol>
        </>
      )}
      {queue.explained.length > 0 && (
        <>
          <h3>{t('explained')}</h3>
          <ol className={classes['rows']}>
            {queue.explained.map((stop) =>
              single(
                stop,
                stop.reason ?? '',
                [
                  `${format.time(stop.start)}–${stop.end === null ? '' : format.time(stop.end)}`,
                  format.duration((stop.end ?? serverNow()) - stop.start),
                  ...notesOf(stop),
                ].join(' · '),
              ),
            )}
          </ol>
        </>
      )}
    </section>
  )
}

type WaitingRowProps = {
  readonly row: OpRow
  readonly isOpen: boolean
  readonly isLeft: (stop: OpStop) => boolean
  readonly giving: Giving
  readonly drafts: Drafts
  readonly onToggle: ((key: number) => void) | null
  readonly onGiven: () => void
}

/** A row of the queue; one of several stops gives them all their reason, or shows each. */
function WaitingRow({ row, isOpen, isLeft, giving, drafts, onToggle, onGiven }: WaitingRowProps) {
  const { t } = useTexts('operator')
  const texts = useSpanTexts()
  const [isEach, setEach] = useState(false)
  const [one, setOne] = useState<number | null>(null)
  const last = row.stops.at(-1) ?? row.stops[0]
  const key = rowKey(row)
  const isSaving = row.stops.some(({ id }) => giving.isSaving(id))
  const isBundle = row.stops.length > 1
  return (
    <QueueRow
      stops={row.stops}
      title={texts.nameOf({ kind: last.kind, name: last.statusName })}
      note={row.stops.some(isLeft) ? t('left') : null}
      isOpen={isOpen}
      isSaving={isSaving}
      onToggle={onToggle === null ? null : () => onToggle(key)}
    >
      {isBundle && (
        <button type="button" className={classes['each']} aria-expanded={isEach} onClick={() => setEach(!isEach)}>
          {isEach ? t('together', { count: row.stops.length }) : t('each', { count: row.stops.length })}
        </button>
      )}
      {isBundle && isEach ? (
        <ol className={classes['rows']}>
          {row.stops.toReversed().map((stop) => (
            <QueueRow
              key={stop.id}
              stops={[stop]}
              title={texts.nameOf({ kind: stop.kind, name: stop.statusName })}
              note={null}
              isOpen={one === stop.id}
              isSaving={giving.isSaving(stop.id)}
              onToggle={() => setOne(one === stop.id ? null : stop.id)}
            >
              <RowPanel stops={[stop]} isActive={isOpen && one === stop.id} giving={giving} drafts={drafts} onGiven={() => setOne(null)} />
            </QueueRow>
          ))}
        </ol>
      ) : (
        <RowPanel stops={row.stops} isActive={isOpen} giving={giving} drafts={drafts} onGiven={onGiven} />
      )}
    </QueueRow>
  )
}

/** Returns the rows as they are drawn: while somebody touches them nothing moves. */
function useSteady(rows: readonly OpRow[]): { readonly shown: readonly OpRow[]; readonly touch: () => void } {
  const [touched, setTouched] = useState<{ readonly order: readonly number[] } | null>(null)
  const shown = steadyRows(touched?.order ?? [], rows, touched !== null)
  useEffect(() => {
    if (touched === null) return undefined
    const timer = setTimeout(() => setTouched(null), STEADY_MS)
    return () => clearTimeout(timer)
  }, [touched])
  return { shown, touch: () => setTouched({ order: shown.map(rowKey) }) }
}
