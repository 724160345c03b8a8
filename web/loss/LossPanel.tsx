import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Later } from '#web/base/lazyPart.tsx'
import { useStopNotes } from '#web/parts/classify/useStopNotes.ts'
import type { Decision } from '#web/parts/classify/stops.view.ts'
import { LazyLossWorth } from '#web/parts/why/LazyLossWorth.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { knownDuration, mayBeApproved } from './losses.view.ts'
import { LossAround, LossEnergy, LossStory, ShareLoss, SplitStop } from './laterParts.tsx'
import type { LossRow } from './lossRow.ts'
import classes from './LossesPage.module.css'

/** Shown before and after a loss on its timeline. */
const AROUND_MS = 30 * 60_000

export type LossPanelProps = {
  /** Null = closed. */
  readonly row: LossRow | null
  readonly isSplitting: boolean
  readonly onSplit: (isSplitting: boolean) => void
  readonly mayEdit: boolean
  readonly mayApprove: boolean
  readonly problems: readonly ApiProblem[]
  readonly onClassify: (row: LossRow) => void
  /** It was split or shared out; the gesture by which that is taken back, null where it waits to be sent. */
  readonly onSplitDone: (batchId: string | null) => void
  /** Another loss is looked at. */
  readonly onOpen: (lossId: number) => void
  readonly onApprove: (row: LossRow) => void
  /** Changes or deletes a loss that a person entered. */
  readonly onEdit: (row: LossRow) => void
  readonly onDelete: (row: LossRow) => void
  /** Says again of the loss what was said before, and closes. */
  readonly onDecide: (decision: Decision) => void
  readonly onClose: () => void
}

/** Returns the drawer of one loss: what it was, what was said of it by whom, and what can be done with it. */
export function LossPanel({ row, onClose, ...rest }: LossPanelProps) {
  const { t } = useTexts('loss')
  return (
    <SidePanel isOpen={row !== null} onClose={onClose} side="right" isBeside title={t('panel.title')} closeLabel={t('state.close')}>
      {row !== null && <Details key={row.stop.id} {...rest} row={row} />}
    </SidePanel>
  )
}

function Details({
  row,
  isSplitting: isSplitAsked,
  onSplit,
  mayEdit,
  mayApprove,
  problems,
  onClassify,
  onSplitDone,
  onOpen,
  onApprove,
  onEdit,
  onDelete,
  onDecide,
}: Omit<LossPanelProps, 'onClose'> & { readonly row: LossRow }) {
  const { t } = useTexts('loss')
  const own = useFormat()
  const { loss, stop } = row
  const format = useZoneFormat(loss.workCenter.timeZone)
  const notes = useStopNotes()(stop)
  const isEditable = mayEdit && loss.isValid && stop.refusal === null
  const isSplitting = isSplitAsked && isEditable
  const isStop = loss.source === 'STATUS'
  const [problem] = problems
  return (
    <div className={classes['panel']}>
      <dl className={classes['facts']}>
        <Fact name={t('column.workCenter')} value={loss.workCenter.name} />
        <Fact
          name={t('column.reason')}
          value={[stop.reason ?? t('stops.unclassified'), loss.reason?.group?.name].filter((one) => one != null).join(' · ')}
        />
        <Fact
          name={t('column.date')}
          value={`${format.date(stop.start)}, ${format.timeWithSeconds(stop.start)}–${stop.end === null ? t('running') : format.timeWithSeconds(stop.end)}`}
        />
        <Fact name={t('column.duration')} value={own.duration(knownDuration(loss))} />
        <Fact name={t('column.category')} value={t(`category.${loss.category}`)} />
        {loss.quantity != null && <Fact name={t('column.quantity')} value={own.number(loss.quantity)} />}
        {stop.comment !== null && <Fact name={t('column.note')} value={stop.comment} />}
        {notes.length > 0 && <Fact name={t('column.by')} value={notes.join(' · ')} />}
      </dl>
      {stop.isApproved && (
        <p className={classes['approved']}>
          <Icon name="check" size={18} />
          {stop.changed === null
            ? t('panel.approved')
            : t('panel.approvedBy', { name: stop.changed.name, time: format.dateTime(stop.changed.at) })}
        </p>
      )}
      {loss.isValid && <LazyLossWorth lossId={stop.id} />}
      <Later isAsked={isStop}>
        <LossEnergy lossId={stop.id} />
      </Later>
      {stop.refusal !== null && loss.isValid && <p role="status">{t(`classify.problem.${stop.refusal}`)}</p>}
      {!loss.isValid && <p>{t('panel.invalid')}</p>}
      {loss.isValid && !isSplitting && (
        <Suspense fallback={null}>
          <LossAround row={row} onOpen={onOpen} />
        </Suspense>
      )}
      {problem && <Alert>{problemText(t, problem)}</Alert>}
      {isSplitting ? (
        <Later isAsked>
          {loss.source === 'STATUS' ? (
            <SplitStop stop={stop} zone={loss.workCenter.timeZone} onDone={onSplitDone} onCancel={() => onSplit(false)} />
          ) : (
            <ShareLoss row={row} source={loss.source} onDone={onSplitDone} onCancel={() => onSplit(false)} />
          )}
        </Later>
      ) : (
        <div className={classes['actions']}>
          {isEditable && (
            <ActionButton isMain onClick={() => onClassify(row)}>
              {stop.reasonId === null ? t('stops.give') : t('stops.change')}
            </ActionButton>
          )}
          {isEditable && <ActionButton onClick={() => onSplit(true)}>{t(isStop ? 'split.open' : 'share.open')}</ActionButton>}
          {mayEdit && mayApprove && mayBeApproved(row) && <ActionButton onClick={() => onApprove(row)}>{t('panel.approve')}</ActionButton>}
          {isEditable && loss.manualPeriod != null && <ActionButton onClick={() => onEdit(row)}>{t('manual.edit')}</ActionButton>}
          {(isEditable && loss.manualPeriod != null) || (mayEdit && !loss.isValid) ? (
            <ActionButton onClick={() => onDelete(row)}>{t('manual.delete')}</ActionButton>
          ) : null}
          {mayEdit && loss.isValid && (
            <Link to="/work-requests" search={{ id: ['new'], loss: [stop.id], place: [stop.workCenterId] }} className={classes['link']}>
              {t('panel.request')}
            </Link>
          )}
          {loss.workCenter.deviceId != null && (
            <Link
              to="/boxes/$deviceId"
              params={{ deviceId: loss.workCenter.deviceId }}
              search={{
                tab: 'history',
                from: new Date(stop.start - AROUND_MS).toISOString(),
                to: new Date((stop.end ?? stop.start) + AROUND_MS).toISOString(),
                at: new Date(stop.start).toISOString(),
              }}
              className={classes['link']}
            >
              {t('panel.timeline')}
            </Link>
          )}
        </div>
      )}
      <Later isAsked>
        <LossStory
          stop={stop}
          timeZone={loss.workCenter.timeZone}
          onBack={
            isEditable ? ({ reasonId, reason, comment }) => onDecide({ stop, reasonId, reason: reason?.name ?? null, comment }) : null
          }
        />
      </Later>
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
