import { MINUTE_MS } from '#engine/time/durations.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { lengthOf, minutesOf, readTime, WEEKDAYS } from './coverage.view.ts'
import type { RowField, RowProblem, ShiftRow } from './schedule.view.ts'
import classes from './ShiftSchedule.module.css'

type ShiftRowFieldsProps = {
  readonly row: ShiftRow
  readonly problems: readonly RowProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (row: ShiftRow) => void
  readonly onVisited: (field: RowField) => void
  readonly onRemove: () => void
}

/** Returns the fields of one shift; a time that was typed in another form is written as HH:mm when the field is left. */
export function ShiftRowFields({ row, problems, isReadOnly, onChange, onVisited, onRemove }: ShiftRowFieldsProps) {
  const { t } = useTexts('shiftSchedule')
  const format = useFormat()
  const errorOf = (field: RowField) => {
    const problem = problems.find((one) => one.field === field)
    return problem === undefined ? null : problemText(t, problem)
  }
  const field = (name: Exclude<RowField, 'weekdays'>) => ({
    name: `shift-${row.key}-${name}`,
    label: t(`rows.${name}`),
    value: row[name],
    isReadOnly,
    error: errorOf(name),
    onChange: (value: string) => onChange({ ...row, [name]: value }),
    onBlur: () => onVisited(name),
  })
  const time = (name: 'timeEnd' | 'timeStart') => ({
    ...field(name),
    inputMode: 'numeric' as const,
    maxLength: 5,
    placeholder: '00:00',
    onBlur: () => {
      const read = readTime(row[name])
      if (read !== null && read !== row[name]) onChange({ ...row, [name]: read })
      onVisited(name)
    },
  })
  const length = lengthOf(row)
  const [start, end] = [minutesOf(row.timeStart), minutesOf(row.timeEnd)]
  const code = row.code.trim() || '–'
  return (
    <fieldset className={classes['row']}>
      <legend className="hidden-text">{t('rows.group', { code })}</legend>
      <div className={classes['fields']}>
        <TextField {...field('code')} maxLength={2} />
        <TextField {...field('name')} maxLength={100} />
        <TextField {...time('timeStart')} />
        <TextField {...time('timeEnd')} />
      </div>
      <div className={classes['foot']}>
        <Weekdays
          row={row}
          error={errorOf('weekdays')}
          isReadOnly={isReadOnly}
          onChange={onChange}
          onVisited={() => onVisited('weekdays')}
        />
        <p className={classes['meta']}>
          {length !== null && format.duration(length * MINUTE_MS)}
          {start !== null && end !== null && end <= start && end !== 0 && ` · ${t('rows.nextDay')}`}
        </p>
        {!isReadOnly && (
          <ActionButton onClick={onRemove}>
            <span aria-hidden>{t('rows.remove')}</span>
            <span className="hidden-text">{t('rows.removeOf', { code })}</span>
          </ActionButton>
        )}
      </div>
    </fieldset>
  )
}

type WeekdaysProps = Pick<ShiftRowFieldsProps, 'isReadOnly' | 'onChange' | 'row'> & {
  readonly error: string | null
  readonly onVisited: () => void
}

function Weekdays({ row, error, isReadOnly, onChange, onVisited }: WeekdaysProps) {
  const { t } = useTexts('shiftSchedule')
  return (
    <fieldset className={classes['weekdays']} disabled={isReadOnly} onBlur={onVisited}>
      <legend className="hidden-text">{t('rows.weekdays')}</legend>
      <div>
        {WEEKDAYS.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              name={`shift-${row.key}-weekdays`}
              aria-label={t(`weekdayLong.${day}`)}
              checked={row.weekdays.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ ...row, weekdays: WEEKDAYS.filter((one) => (one === day ? checked : row.weekdays.includes(one))) })
              }
            />
            <span aria-hidden>{t(`weekday.${day}`)}</span>
          </label>
        ))}
      </div>
      {error !== null && <Alert className={classes['wrong']}>{error}</Alert>}
    </fieldset>
  )
}
