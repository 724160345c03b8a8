import { useState } from 'react'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './ShiftSchedule.module.css'

export type NewShiftDay = { readonly date: string; readonly isWorking: boolean; readonly name: string; readonly isOfCompany: boolean }

type AddShiftDayProps = {
  /** `YYYY-MM-DD` in the zone of the work center; only later days can be added. */
  readonly today: string
  readonly name: string
  readonly isBusy: boolean
  /** Resolves with whether the day was saved. */
  readonly onAdd: (day: NewShiftDay) => Promise<boolean>
}

const EMPTY: NewShiftDay = { date: '', isWorking: false, name: '', isOfCompany: false }

/** Returns the form for a holiday or an extra working day to come. */
export function AddShiftDay({ today, name, isBusy, onAdd }: AddShiftDayProps) {
  const { t } = useTexts('shiftSchedule')
  const [day, setDay] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const isWrong = day.date <= today
  const add = async () => {
    setTried(true)
    if (isWrong) return
    if (await onAdd(day)) {
      setDay(EMPTY)
      setTried(false)
    }
  }
  return (
    <form
      className={classes['addDay']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <DateField
        name="day-date"
        label={t('days.date')}
        value={day.date}
        error={isTried && isWrong ? t('days.past') : null}
        onChange={(date) => setDay({ ...day, date })}
      />
      <SelectField
        name="day-kind"
        label={t('days.kind')}
        value={day.isWorking ? 'working' : 'holiday'}
        options={[
          { value: 'holiday', label: t('days.holiday') },
          { value: 'working', label: t('days.working') },
        ]}
        onChange={(kind) => setDay({ ...day, isWorking: kind === 'working' })}
      />
      <TextField
        name="day-name"
        label={t('days.name')}
        optional={t('days.optional')}
        maxLength={100}
        value={day.name}
        onChange={(text) => setDay({ ...day, name: text })}
      />
      <SelectField
        name="day-scope"
        label={t('days.scope')}
        value={day.isOfCompany ? 'company' : 'own'}
        options={[
          { value: 'own', label: name },
          { value: 'company', label: t('days.ofCompany') },
        ]}
        onChange={(scope) => setDay({ ...day, isOfCompany: scope === 'company' })}
      />
      <ActionButton isSubmit isBusy={isBusy}>
        {t('days.add')}
      </ActionButton>
    </form>
  )
}
