import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mayConfirmShifts } from '#engine/shift/mayEditShift.ts'
import { useViewer } from '#web/api/viewer.ts'
import { BandFigure } from '#web/parts/figures/BandFigure.tsx'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useExplainedText } from '../useExplainedText.ts'
import { CloseShifts, type ToClose } from '../list/CloseShifts.tsx'
import { dateText } from '../list/ShiftCell.tsx'
import { worstFirst } from '../list/shifts.view.ts'
import { StatusMark } from '#web/parts/shift/StatusMark.tsx'
import classes from './ClosingAssistant.module.css'
import { useShiftsOfDate } from './SeriesBar.tsx'

/** Returns the shifts of a date in the order in which they are best closed, the worst first, and how far that is. */
export function CloseOfDate({ date, today }: { readonly date: string; readonly today: string }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const explainedText = useExplainedText()
  const viewer = useViewer()
  const navigate = useNavigate()
  const { shifts, closedCount, error, ask } = useShiftsOfDate(date)
  const [toClose, setToClose] = useState<ToClose | null>(null)
  const title = t('series.title', { date: dateText(format, date) })
  usePageTitle(title)
  const ready = (shifts ?? []).filter((shift) => shift.confirmRefusal == null)
  const mayConfirm = mayConfirmShifts(viewer)
  return (
    <div className={classes['assistant']}>
      <PageHeading>{title}</PageHeading>
      <div className={classes['series']}>
        <DateField
          name="date"
          label={t('series.date')}
          value={date}
          onChange={(next) => {
            if (next !== '') void navigate({ to: '/shifts', search: { close: true, date: next } })
          }}
        />
        {shifts !== null && (
          <b role="status">{t('series.closed', { done: format.number(closedCount), all: format.number(shifts.length) })}</b>
        )}
        {mayConfirm && ready.length > 0 && (
          <ActionButton isMain onClick={() => setToClose({ kind: 'chosen', shifts: ready })}>
            {t('series.allReady', { count: ready.length })}
          </ActionButton>
        )}
        <Link to="/shifts" className={classes['link']}>
          {t('none.all')}
        </Link>
      </div>
      {error && shifts === null && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />}
      {shifts?.length === 0 && <EmptyState title={t('series.none')} text={t('none.help')} />}
      <ul className={classes['queue']}>
        {worstFirst(shifts ?? []).map((shift) => (
          <li key={`${shift.workCenterId}@${shift.timeStart}`} className={classes['line']}>
            <Link
              to="/shifts/$shiftId"
              params={{ shiftId: String(shift.id ?? 0) }}
              search={shift.status === 'UNCONFIRMED' && mayConfirm ? { close: true, date } : {}}
              className={classes['link']}
            >
              {`${shift.workCenter.name} · ${shift.name}`}
            </Link>
            <StatusMark status={shift.status} label={t(`status.${shift.status}`)} />
            <BandFigure percent={shift.oee?.oee?.exactValue ?? null} />
            <span className={classes['meta']}>
              {shift.lossStats.unclassifiedCount > 0
                ? t('lacks.UNCLASSIFIED_LOSSES', { count: shift.lossStats.unclassifiedCount })
                : explainedText(shift)}
            </span>
          </li>
        ))}
      </ul>
      <CloseShifts
        asked={toClose}
        today={today}
        onAsk={setToClose}
        onClose={() => {
          setToClose(null)
          ask()
        }}
      />
    </div>
  )
}
