import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { type NamedShiftFragment, type OpenedShiftFragment, ShiftsAroundDocument } from '#web/api/generated/graphql.ts'
import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Later } from '#web/base/lazyPart.tsx'
import { subscribableTypes } from '#web/parts/subscription/subscription.view.ts'
import { SubscriptionDialog } from '#web/parts/subscription/laterDialog.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { dateText } from '../list/ShiftCell.tsx'
import { StatusMark } from '#web/parts/shift/StatusMark.tsx'
import { CommentShift } from './CommentShift.tsx'
import { ReopenShift } from './ReopenShift.tsx'
import { STEP_OF_ISSUE } from '../close/closing.view.ts'
import classes from './ShiftReport.module.css'
import { besides } from './report.view.ts'

type ReportHeadProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  /** Shifts of the same date and number of all work centers. */
  readonly same: readonly NamedShiftFragment[]
  readonly mayConfirm: boolean
  readonly onChanged: () => void
}

/** Returns the head of the report: which shift, how it stands, who confirmed it, what it lacks, and what can be done with it. */
export function ReportHead({ shift, id, same, mayConfirm, onChanged }: ReportHeadProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const viewer = useViewer()
  const [opened, setOpened] = useState<'comment' | 'reopen' | 'subscribe' | null>(null)
  // What is usually wanted from here is the report of the shift.
  const types = subscribableTypes(viewer.readable).toSorted((left, right) => Number(right === 'SHIFT') - Number(left === 'SHIFT'))
  const [start, end] = [Date.parse(shift.timeStart), Date.parse(shift.timeEnd)]
  const { before, after } = besides(shift, same, format.compare)
  const [around] = useQuery({ query: ShiftsAroundDocument, variables: { workCenterId: shift.workCenterId, timeStart: shift.timeStart } })
  const close = () => setOpened(null)
  const comment = shift.comment ?? ''
  const hasComment = comment !== ''
  return (
    <header className={classes['head']}>
      <div className={classes['title']}>
        <PageHeading>{`${shift.name}, ${dateText(format, shift.shiftDate)} · ${shift.workCenter.name}`}</PageHeading>
        <p className={classes['meta']}>
          {format.date(start)}, {format.time(start)}–{format.time(end)} ·{' '}
          <StatusMark status={shift.status} label={t(`status.${shift.status}`)} />
          {shift.status === 'PROGRESS' && ` · ${t('soFar')}`}
          {shift.revision > 1 && ` · ${t('revision', { number: shift.revision })}`}
        </p>
        {shift.status === 'CONFIRMED' && (
          <p className={classes['meta']}>
            {t('report.confirmedBy', {
              name: shift.confirmedBy?.fullName ?? '',
              time: format.dateTime(shift.confirmedOn == null ? null : Date.parse(shift.confirmedOn)),
            })}
          </p>
        )}
        {hasComment && (
          <p>
            <q className={classes['comment']}>{comment}</q>
          </p>
        )}
        {shift.isRecalculating && (
          <p role="status" className={classes['notice']}>
            <Icon name="refresh" size={16} /> {t('report.recalculating')}
          </p>
        )}
        {shift.lateSamples > 0 && (
          <p className={classes['notice']}>
            <Icon name="alert" size={16} /> {t('late', { count: shift.lateSamples })}
          </p>
        )}
      </div>
      <div className={classes['actions']} data-print="no">
        {mayConfirm && shift.status !== 'CONFIRMED' && (
          <Link to="/shifts/$shiftId" params={{ shiftId: String(id) }} search={{ close: true }} className={classes['main']}>
            {shift.status === 'PROGRESS' ? t('close.prepare', { time: format.time(end + SHIFT_GRACE_MS) }) : t('close.open')}
          </Link>
        )}
        {shift.commentRefusal == null && (
          <ActionButton onClick={() => setOpened('comment')}>{t(hasComment ? 'comment.change' : 'comment.add')}</ActionButton>
        )}
        {shift.reopenRefusal == null && <ActionButton onClick={() => setOpened('reopen')}>{t('reopen.open')}</ActionButton>}
        <ActionButton onClick={() => print()}>{t('report.print')}</ActionButton>
        {types.length > 0 && <ActionButton onClick={() => setOpened('subscribe')}>{t('report.subscribe')}</ActionButton>}
      </div>
      {shift.status !== 'CONFIRMED' && shift.issues.length > 0 && (
        <section className={classes['resolve']} aria-label={t('resolve.title')}>
          <h2>{t('resolve.title')}</h2>
          <ul>
            {shift.issues.map(({ code, count }) => (
              <li key={code}>
                {mayConfirm ? (
                  <Link to="/shifts/$shiftId" params={{ shiftId: String(id) }} search={{ close: true, step: STEP_OF_ISSUE[code] }}>
                    {t(`lacks.${code}`, { count })}
                  </Link>
                ) : (
                  t(`lacks.${code}`, { count })
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <nav className={classes['neighbours']} aria-label={t('neighbours.title')} data-print="no">
        <Neighbour label={t('neighbours.previous')} shift={around.data?.shiftsAround.previous ?? null} />
        <Neighbour label={t('neighbours.next')} shift={around.data?.shiftsAround.next ?? null} />
        <Neighbour label={t('neighbours.sameBefore')} shift={before} isOfPlace />
        <Neighbour label={t('neighbours.sameAfter')} shift={after} isOfPlace />
      </nav>
      <CommentShift shift={shift} id={id} isOpen={opened === 'comment'} onClose={close} onChanged={onChanged} />
      <Later isAsked={opened === 'subscribe'}>
        <SubscriptionDialog
          edited={opened === 'subscribe' ? 'new' : null}
          places={[{ id: shift.workCenterId, name: shift.workCenter.name, timeZone: shift.workCenter.timeZone }]}
          companyZone={null}
          types={types}
          workCenterId={shift.workCenterId}
          onClose={close}
          onChanged={close}
        />
      </Later>
      <ReopenShift shift={shift} id={id} isOpen={opened === 'reopen'} onClose={close} onChanged={onChanged} />
    </header>
  )
}

type NeighbourProps = { readonly label: string; readonly shift: NamedShiftFragment | null; readonly isOfPlace?: boolean }

function Neighbour({ label, shift, isOfPlace = false }: NeighbourProps) {
  const format = useFormat()
  if (shift === null || shift.id == null) return null
  return (
    <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.id) }}>
      <span className={classes['meta']}>{label}</span>
      <span>{isOfPlace ? shift.workCenter.name : `${shift.name}, ${dateText(format, shift.shiftDate)}`}</span>
    </Link>
  )
}
