import { StatusMark } from '#web/parts/shift/StatusMark.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ShiftState.module.css'
import type { ShiftRow } from './shifts.view.ts'

/** Returns the confirmation of a shift: whether, by whom, when, and later events. */
export function ShiftState({ shift }: { readonly shift: ShiftRow['shift'] }) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const { status, confirmedBy, confirmedOn, revision, lateSamples } = shift
  return (
    <span className={classes['state']}>
      <StatusMark status={status} label={t(`shifts.status.${status}`)} />
      {status === 'CONFIRMED' && (
        <span className={classes['meta']}>
          {[confirmedBy?.fullName, confirmedOn == null ? null : format.dateTime(Date.parse(confirmedOn))]
            .filter((part) => part != null)
            .join(', ')}
          {revision > 1 && ` · ${t('why.revision', { number: revision })}`}
        </span>
      )}
      {lateSamples > 0 && <span className={classes['late']}>{t('shifts.late', { count: lateSamples })}</span>}
    </span>
  )
}
