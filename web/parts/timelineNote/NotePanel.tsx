import { useQuery } from 'urql'
import { TimelineNoteEffectDocument } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import type { TimelineNote } from './timelineNote.view.ts'
import classes from './TimelineNotes.module.css'

type NotePanelProps = {
  readonly note: TimelineNote
  /** The clock by which it was written. */
  readonly zone: string
  /** What it is about, by name. */
  readonly about: readonly string[]
  readonly isBusy: boolean
  readonly problem: ApiProblem | null
  /** Null where the viewer may not. */
  readonly onDelete: (() => void) | null
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** Returns the dialog of a note: what was lost in the shifts before it and in as many since (domain.md N-13). */
export function NotePanel({ note, zone, about, isBusy, problem, onDelete, onEdit, onClose }: NotePanelProps) {
  const { t } = useTexts('timelineNote')
  const format = useZoneFormat(zone)
  const when = [format.dateTime(Date.parse(note.start)), ...(note.end == null ? [] : [format.dateTime(Date.parse(note.end))])].join(' – ')
  const author = note.author?.fullName ?? ''
  return (
    <Dialog isOpen onClose={onClose} title={note.text} closeLabel={t('state.close')}>
      <p className={classes['about']}>{[when, ...about, ...(author === '' ? [] : [author])].join(' · ')}</p>
      <Effect id={note.id} isOfReason={note.reasonId != null} />
      {problem !== null && <Alert>{problemText(t, problem)}</Alert>}
      {onDelete !== null && (
        <DialogActions>
          <ActionButton onClick={onEdit}>{t('notes.change')}</ActionButton>
          <ActionButton isDanger isBusy={isBusy} onClick={onDelete}>
            {t('notes.delete')}
          </ActionButton>
        </DialogActions>
      )}
    </Dialog>
  )
}

function Effect({ id, isOfReason }: { readonly id: string; readonly isOfReason: boolean }) {
  const { t } = useTexts('timelineNote')
  const points = useCommonTexts().t
  const format = useFormat()
  const [{ data, error, fetching }, ask] = useQuery({ query: TimelineNoteEffectDocument, variables: { id }, requestPolicy: 'network-only' })
  const [problem] = problemsOf(error)
  if (error && data === undefined)
    return (
      <PanelError
        title={problem ? problemText(t, problem) : t('state.wrong')}
        retryLabel={t('state.retry')}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
      />
    )
  if (data === undefined) return <p aria-busy={fetching}>{t('state.loading')}</p>
  const { shifts, before, since } = data.timelineNoteEffect
  if (shifts === 0) return <p>{t('notes.effect.none')}</p>
  const minutes = (value: number) => t('notes.effect.minutes', { value: format.number(value, 1) })
  const percent = (value: number | null | undefined) => (value == null ? null : value * 100)
  return (
    <>
      <dl className={classes['effect']}>
        <div>
          <dt>{t(isOfReason ? 'notes.effect.lostToReason' : 'notes.effect.lost')}</dt>
          <dd>
            <strong>{since.lostPerHour == null ? '—' : minutes(since.lostPerHour)}</strong>
            <ChangeNote now={since.lostPerHour ?? null} before={before.lostPerHour ?? null} direction="less" digits={1} format={minutes} />
            {since.lostPerHour != null && before.lostPerHour != null && before.lostPerHour > 0 && (
              <span>{signedPercent(since.lostPerHour / before.lostPerHour - 1, format)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>OEE</dt>
          <dd>
            <strong>{format.percent(since.oee ?? null)}</strong>
            <ChangeNote
              now={percent(since.oee)}
              before={percent(before.oee)}
              direction="more"
              digits={1}
              format={(value) => format.percentOf(value, 1)}
              formatDifference={(value) => points('change.points', { value: format.number(value, 1) })}
            />
          </dd>
        </div>
      </dl>
      <p className={classes['about']}>{t('notes.effect.shifts', { count: shifts })}</p>
    </>
  )
}

/** A difference as a share of what was before, with its sign. */
function signedPercent(ratio: number, format: ReturnType<typeof useFormat>): string {
  return `${ratio < 0 ? '−' : '+'}${format.percent(Math.abs(ratio), 0)}`
}
