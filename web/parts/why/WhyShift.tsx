import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Details, shiftOf } from './why.view.ts'
import classes from './WhyThisNumber.module.css'

type WhyShiftProps = { readonly details: Details; readonly shift: ReturnType<typeof shiftOf> }

/** Returns which shift the figures are of, until when its data goes, and whether they can still change: provisional, open or confirmed. */
export function WhyShift({ details, shift }: WhyShiftProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const start = Date.parse(details.timeStart)
  return (
    <div className={classes['shift']}>
      <p className={classes['meta']}>
        {format.date(start)}, {format.time(start)}–{format.time(Date.parse(details.timeEnd))} ·{' '}
        {t('why.asOf', { time: format.timeWithSeconds(Date.parse(details.asOf)) })}
      </p>
      {shift !== null && (
        <p className={shift.status === 'PROGRESS' ? `${classes['meta']} ${classes['provisional']}` : classes['meta']}>
          {shift.status === 'CONFIRMED'
            ? t('why.state.CONFIRMED', {
                name: shift.confirmedBy?.fullName ?? '',
                time: format.dateTime(shift.confirmedOn == null ? null : Date.parse(shift.confirmedOn)),
              })
            : t(`why.state.${shift.status}`)}
          {shift.revision > 0 && ` · ${t('why.revision', { number: shift.revision })}`}
        </p>
      )}
    </div>
  )
}
