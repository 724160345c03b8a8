import { useEffect } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { problemText } from '#web/texts/problemText.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SaveBar } from '../frame/SaveBar.tsx'
import { rivalsOf, withNewRow } from './schedule.view.ts'
import { ScheduleConflict } from './ScheduleConflict.tsx'
import { ShiftRowFields } from './ShiftRowFields.tsx'
import classes from './ShiftSchedule.module.css'
import { StartChoice } from './StartChoice.tsx'
import { useSaveKey } from '../frame/useSaveKey.ts'
import { useScheduleForm, type ScheduleTarget } from './useScheduleForm.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { WeekBars } from './WeekBars.tsx'

type ScheduleEditorProps = {
  readonly target: ScheduleTarget
  readonly runningUntil: number | null
  readonly plannedFrom: number | null
  readonly isReadOnly: boolean
  readonly onDirty: (changes: number) => void
  /** Tells whether something is typed that is not saved. */
  readonly onTyped: (isTyped: boolean) => void
  readonly onErrors: (errors: number) => void
  readonly onSaved: () => void
  /** Discards the new shifts and returns to the stored ones. */
  readonly onDiscard: () => void
}

/** Returns the shifts of a work center or of the company for editing, with the week that they make. */
export function ScheduleEditor({
  target,
  runningUntil,
  plannedFrom,
  isReadOnly,
  onDirty,
  onTyped,
  onErrors,
  onSaved,
  onDiscard,
}: ScheduleEditorProps) {
  const { t } = useTexts('shiftSchedule')
  const format = useZoneFormat(target.timeZone)
  const form = useScheduleForm(target, onSaved)
  const element = useSaveKey()
  const count = isReadOnly ? 0 : form.count
  const errors = form.rows.reduce((sum, _row, index) => sum + form.shownOf(index).length, 0)
  useEffect(() => onDirty(count), [count, onDirty])
  useEffect(() => {
    onTyped(form.isTyped)
    return () => onTyped(false)
  }, [form.isTyped, onTyped])
  useEffect(() => onErrors(errors), [errors, onErrors])
  const submit = () => {
    if (count === 0 || form.isSaving) return
    if (!form.submit()) requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const others = form.refused.filter(({ code }) => code !== 'CONFLICT')
  return (
    <form
      ref={element}
      className={classes['section']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <WeekBars shifts={form.rows} rivals={rivalsOf(form.rows, form.problems)} />
      {form.rows.length === 0 && <p className={classes['note']}>{t('rows.none')}</p>}
      {form.rows.map((row, index) => (
        <ShiftRowFields
          key={row.key}
          row={row}
          problems={form.shownOf(index)}
          isReadOnly={isReadOnly}
          onChange={(next) => form.setRows(form.rows.map((one) => (one.key === row.key ? next : one)))}
          onVisited={(field) => form.visit(row, field)}
          onRemove={() => form.setRows(form.rows.filter((one) => one.key !== row.key))}
        />
      ))}
      {!isReadOnly && (
        <div>
          <ActionButton onClick={() => form.setRows(withNewRow(form.rows))}>{t('rows.add')}</ActionButton>
        </div>
      )}
      {count > 0 && (
        <StartChoice
          start={form.start}
          timeZone={target.timeZone}
          runningUntil={runningUntil}
          plannedFrom={plannedFrom}
          error={form.isDateWrong ? t('start.dateNeeded') : null}
          onChange={form.setStart}
        />
      )}
      {form.conflict !== null && (
        <ScheduleConflict conflict={form.conflict} onMine={(version) => form.submit(version)} onTheirs={onSaved} />
      )}
      <div role="alert">
        {others.map((problem) => (
          <p key={problem.code} className={classes['wrong']}>
            {problem.code === 'SHIFT_CONFIRMED' && typeof problem.params['until'] === 'string'
              ? t('confirmed', { date: format.dateTime(Date.parse(problem.params['until'])) })
              : problemText(t, problem)}
          </p>
        ))}
      </div>
      <SaveBar
        count={count}
        isSaving={form.isSaving}
        onDiscard={() => {
          form.discard()
          onDiscard()
        }}
      />
    </form>
  )
}
