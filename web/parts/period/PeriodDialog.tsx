import { useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { type DayRange, RangeCalendar } from '../field/RangeCalendar.tsx'
import { EdgeField } from './EdgeField.tsx'
import { MAX_PERIOD_DAYS, type PeriodChoice, periodProblem, RELATIVE_RANGES } from '#engine/time/periodChoice.ts'
import { boundsOf } from './period.ts'
import classes from './PeriodDialog.module.css'
import type { PeriodPickerProps } from './PeriodPicker.tsx'
import { readTyped, writeDay, writeTyped } from './typedInstant.ts'
import { dayAt, dayOf, startOfDay } from './zoneDay.ts'
import { ZoneLine } from './ZoneLine.tsx'

/** No machine of the product is older. */
const FIRST_DAY = dayOf(2000, 1, 1) ?? 0

type PeriodDialogProps = PeriodPickerProps & { readonly onClose: () => void }

/** Returns the dialog of the period: quick ranges, two months, the two ends to type, the shift, and the zone that all of it means. */
export default function PeriodDialog({ choice, context, shifts, isPastOnly = false, onChoice, onClose }: PeriodDialogProps) {
  const { t } = useTexts('period')
  const format = useFormat()
  const { timeZone, now } = context
  const bounds = boundsOf(choice, context)
  const [from, setFrom] = useState(writeTyped(bounds.from, 'from', timeZone, 'en'))
  const [to, setTo] = useState(writeTyped(bounds.to, 'to', timeZone, 'en'))
  const [shiftId, setShiftId] = useState(choice.shiftId)
  const [isChecked, setChecked] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const today = dayAt(timeZone, now)
  const [start, end] = [readTyped(from, 'from', timeZone), readTyped(to, 'to', timeZone)]
  const lastDay = today + 366
  const isKnown = (at: number | null) => at !== null && dayAt(timeZone, at) >= FIRST_DAY && dayAt(timeZone, at - 1) <= lastDay
  const wrongDate = t('problem.date', {
    example: format.date(startOfDay(timeZone, today)),
    first: format.date(startOfDay(timeZone, FIRST_DAY)),
    last: format.date(startOfDay(timeZone, lastDay)),
  })
  const shownInstant = (at: number) => (startOfDay(timeZone, dayAt(timeZone, at)) === at ? format.date(at) : format.dateTime(at))
  const problem = start === null || end === null ? null : periodProblem({ from: start, to: end })
  const fromError = isKnown(start) ? null : wrongDate
  const toError = !isKnown(end)
    ? wrongDate
    : problem === null
      ? null
      : t(`problem.${problem}`, { days: MAX_PERIOD_DAYS, from: start === null ? '' : shownInstant(start) })
  const range: DayRange | null =
    start === null || end === null || end <= start || fromError !== null || !isKnown(end)
      ? null
      : { first: writeDay(dayAt(timeZone, start), 'en'), last: writeDay(dayAt(timeZone, end - 1), 'en') }
  const offered = RELATIVE_RANGES.filter((one) => !(isPastOnly && one === 'tomorrow') && !(shifts.length === 0 && one === 'previousShift'))
  const finish = (next: PeriodChoice) => {
    onClose()
    onChoice(next)
  }
  const apply = () => {
    setChecked(true)
    if (fromError !== null || toError !== null || start === null || end === null) return
    finish(isTyped ? { kind: 'absolute', from: start, to: end, shiftId } : { ...choice, shiftId })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('period')} closeLabel={t('state.close')} isWide>
      <form
        className={classes['period']}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <div className={classes['body']}>
          <ul className={classes['ranges']} aria-label={t('quick')}>
            {offered.map((one) => (
              <li key={one}>
                <button
                  type="button"
                  className={classes['range']}
                  aria-pressed={!isTyped && choice.kind === 'relative' && choice.range === one}
                  onClick={() => finish({ kind: 'relative', range: one, shiftId })}
                >
                  {t(`range.${one}`)}
                </button>
              </li>
            ))}
          </ul>
          <div className={classes['dates']}>
            <div className={classes['edges']}>
              <EdgeField
                edge="from"
                label={t('from')}
                value={from}
                timeZone={timeZone}
                onChange={(value) => {
                  setFrom(value)
                  setTyped(true)
                }}
                isChecked={isChecked}
                error={fromError}
              />
              <EdgeField
                edge="to"
                label={t('to')}
                value={to}
                timeZone={timeZone}
                onChange={(value) => {
                  setTo(value)
                  setTyped(true)
                }}
                isChecked={isChecked}
                error={toError}
              />
            </div>
            <RangeCalendar
              range={range}
              min={writeDay(FIRST_DAY, 'en')}
              max={writeDay(lastDay, 'en')}
              onRange={(days) => {
                setFrom(days.first)
                setTo(days.last)
                setTyped(true)
              }}
            />
          </div>
        </div>
        {shifts.length > 0 && (
          <SelectField
            name="shift"
            label={t('shift')}
            value={shiftId === null ? '' : String(shiftId)}
            options={[
              { value: '', label: t('allShifts') },
              ...shifts.map((shift) => ({ value: String(shift.shiftId), label: shift.name })),
            ]}
            onChange={(value) => setShiftId(value === '' ? null : Number(value))}
          />
        )}
        <ZoneLine timeZone={timeZone} now={now} />
        <DialogActions>
          <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
          <ActionButton isMain isSubmit>
            {t('show')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
