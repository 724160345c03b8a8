import { useId, useState } from 'react'
import { dateAt } from '#engine/time/statPeriod.ts'
import { type ScheduleExceptionFragment, SaveShiftDaysDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'
import { AddShiftDay, type NewShiftDay } from './AddShiftDay.tsx'
import classes from './ShiftSchedule.module.css'

type ShiftDaysProps = {
  readonly workCenter: Pick<SettingsWorkCenter, 'id' | 'name' | 'timeZone'>
  readonly own: readonly ScheduleExceptionFragment[]
  readonly company: readonly ScheduleExceptionFragment[]
  readonly isReadOnly: boolean
  readonly onSaved: () => void
}

/** Returns the holidays and extra working days to come, of the work center and of its company, each saved by itself (domain.md S-48). */
export function ShiftDays({ workCenter, own, company, isReadOnly, onSaved }: ShiftDaysProps) {
  const { t } = useTexts('shiftSchedule')
  const id = useId()
  const { locale } = useFormat()
  // A date is one of no zone: it is written as it is everywhere.
  const format = createFormat(locale, 'UTC')
  const { isBusy, run: save } = useChange(SaveShiftDaysDocument)
  const [refused, setRefused] = useState<string | null>(null)
  const today = dateAt(workCenter.timeZone, serverNow())
  const days = [...own, ...company].filter(({ date }) => date > today).toSorted((a, b) => (a.date < b.date ? -1 : 1))

  const send = async (workCenterId: number, day: { date: string; isWorking: boolean | null; name: string }): Promise<boolean> => {
    setRefused(null)
    const [problem] = (await save({ workCenterId, input: [day] })).problems
    if (problem !== undefined) {
      setRefused(problemText(t, problem))
      showToast(t('failed'))
      return false
    }
    showToast(t('days.saved'))
    onSaved()
    return true
  }
  const add = (day: NewShiftDay) =>
    send(day.isOfCompany ? 0 : workCenter.id, { date: day.date, isWorking: day.isWorking, name: day.name.trim() })
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div>
        <h3 id={id}>{t('days.title')}</h3>
        <p className={classes['meta']}>{t('days.intro')}</p>
      </div>
      {days.length === 0 && <p className={classes['meta']}>{t('days.none')}</p>}
      {days.length > 0 && (
        <ul className={classes['days']}>
          {days.map((day) => {
            const date = format.date(Date.parse(`${day.date}T00:00:00Z`))
            return (
              <li key={`${day.workCenterId} ${day.date}`}>
                <span>
                  <b>{date}</b> {t(day.isWorking ? 'days.working' : 'days.holiday')}
                  {day.name !== '' && ` – ${day.name}`}{' '}
                  <span className={classes['meta']}>
                    {t('days.scope')}: {day.workCenterId === 0 ? t('days.ofCompany') : workCenter.name}
                  </span>
                </span>
                {!isReadOnly && (
                  <ActionButton
                    isDisabled={isBusy}
                    onClick={() => void send(day.workCenterId, { date: day.date, isWorking: null, name: '' })}
                  >
                    <span aria-hidden>{t('rows.remove')}</span>
                    <span className="hidden-text">{t('days.removeOf', { date })}</span>
                  </ActionButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Alert className={classes['wrong']}>{refused}</Alert>
      {!isReadOnly && <AddShiftDay today={today} name={workCenter.name} isBusy={isBusy} onAdd={add} />}
    </section>
  )
}
