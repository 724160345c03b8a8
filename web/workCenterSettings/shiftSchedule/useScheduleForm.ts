import { useState } from 'react'
import { dateAt } from '#engine/time/statPeriod.ts'
import { EndShiftScheduleDocument, SaveShiftScheduleDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { countChanges, rowProblems, validFromOf, withReadTimes, type RowField, type RowProblem, type ShiftRow } from './schedule.view.ts'
import type { Start } from './StartChoice.tsx'

export type ScheduleTarget = {
  /** 0 = the company. */
  readonly workCenterId: number
  /** What of the stored schedule was seen. */
  readonly version: string
  readonly timeZone: string
  readonly rows: readonly ShiftRow[]
  /** The owner has no stored schedule yet: saving counts as a change. */
  readonly isNew: boolean
}

/** Returns the edited shifts and their save. Another person's save is `conflict`; typed text stays. */
export function useScheduleForm(current: ScheduleTarget, onSaved: () => void) {
  const { t } = useTexts('shiftSchedule')
  // What was typed is of the schedule that was seen: a newer one that is loaded meanwhile must not be overwritten unsaid.
  const [target] = useState(current)
  const [rows, setRows] = useState(target.rows)
  const [start, setStart] = useState<Start>({ kind: 'next', date: '' })
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly ApiProblem[]>([])
  const saving = useChange(SaveShiftScheduleDocument)
  const ending = useChange(EndShiftScheduleDocument)
  const problems = rowProblems(rows)
  const isDateWrong = start.kind === 'date' && (start.date === '' || start.date < dateAt(target.timeZone, serverNow()))
  const changed = countChanges(target.rows, rows)

  const send = async (version: string, saved: readonly ShiftRow[]) => {
    setRefused([])
    const input = saved.map(({ key: _key, weekdays, ...row }) => ({
      ...row,
      code: row.code.trim(),
      name: row.name.trim(),
      weekdays: [...weekdays],
    }))
    const { workCenterId, timeZone } = target
    const { problems: refusals } =
      saved.length === 0
        ? await ending.run({ workCenterId, version })
        : await saving.run({ input, workCenterId, timeZone, version, validFrom: validFromOf(start.kind, start.date, timeZone) })
    setRefused(refusals)
    showToast(t(refusals.length === 0 ? 'saved' : 'failed'))
    if (refusals.length === 0) onSaved()
  }
  return {
    rows,
    start,
    refused,
    problems,
    isDateWrong: isTried && isDateWrong,
    isSaving: saving.isBusy || ending.isBusy,
    isTyped: changed > 0,
    count: target.isNew ? Math.max(1, changed) : changed,
    conflict: refused.find(({ code }) => code === 'CONFLICT') ?? null,
    setRows,
    setStart,
    visit: (row: ShiftRow, field: RowField) => setVisited((before) => new Set(before).add(`${row.key} ${field}`)),
    /** Visible problems of a row: of fields that were left, and overlaps at once. */
    shownOf: (index: number): readonly RowProblem[] =>
      problems.filter(
        (one) =>
          one.row === index &&
          (isTried ||
            visited.has(`${rows[index]?.key ?? ''} ${one.field}`) ||
            one.code === 'SHIFTS_OVERLAP' ||
            one.code === 'SHIFT_START_NOT_UNIQUE'),
      ),
    /** Saves; with a conflict's version over the other person's save. Returns whether it was sent. */
    submit: (version = target.version): boolean => {
      setTried(true)
      const tidy = withReadTimes(rows)
      setRows(tidy)
      if (rowProblems(tidy).length > 0 || isDateWrong) return false
      void send(version, tidy)
      return true
    },
    discard: () => {
      setRows(target.rows)
      setStart({ kind: 'next', date: '' })
      setVisited(new Set())
      setTried(false)
      setRefused([])
    },
  }
}
