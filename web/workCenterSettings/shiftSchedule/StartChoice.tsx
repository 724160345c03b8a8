import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import classes from './ShiftSchedule.module.css'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'

export type Start = { readonly kind: 'date' | 'next'; readonly date: string }

type StartChoiceProps = {
  readonly start: Start
  /** Of the shifts. */
  readonly timeZone: string
  /** When the running shift ends (ms UTC); null when none runs. */
  readonly runningUntil: number | null
  /** From when the newest version holds that is still to come; null for none. */
  readonly plannedFrom: number | null
  readonly error: string | null
  readonly onChange: (start: Start) => void
}

/** Returns the choice of the start of the shifts, with its effect on the running shift and on planned ones (domain.md S-43, E-36). */
export function StartChoice({ start, timeZone, runningUntil, plannedFrom, error, onChange }: StartChoiceProps) {
  const { t } = useTexts('shiftSchedule')
  const format = useZoneFormat(timeZone)
  return (
    <div className={classes['start']}>
      <ChoiceGroup
        label={t('start.legend')}
        value={start.kind}
        choices={[
          { value: 'next', label: t('start.next') },
          { value: 'date', label: t('start.date') },
        ]}
        onChange={(kind) => onChange({ ...start, kind })}
      />
      {start.kind === 'date' && (
        <DateField
          name="shift-start-date"
          label={t('start.field')}
          value={start.date}
          error={error}
          onChange={(date) => onChange({ ...start, date })}
        />
      )}
      <p className={classes['meta']}>{runningUntil === null ? t('start.free') : t('start.running', { time: format.time(runningUntil) })}</p>
      {plannedFrom !== null && <p className={classes['meta']}>{t('start.replaces', { date: format.date(plannedFrom) })}</p>}
    </div>
  )
}
