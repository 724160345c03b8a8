import { WEEKDAYS } from './coverage.view.ts'
import { useEffect, useState } from 'react'
import { EndShiftScheduleDocument, type ScheduleHistoryFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { SaveBar } from '../frame/SaveBar.tsx'
import { rowsOf } from './schedule.view.ts'
import { ScheduleConflict } from './ScheduleConflict.tsx'
import classes from './ShiftSchedule.module.css'
import { Alert } from '#web/ui/Alert.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { WeekBars } from './WeekBars.tsx'

type FollowCompanyProps = {
  readonly own: ScheduleHistoryFragment
  readonly company: ScheduleHistoryFragment
  /** The work center has its own shifts and is to have the company's. */
  readonly isChange: boolean
  readonly onDirty: (changes: number) => void
  readonly onSaved: () => void
  readonly onDiscard: () => void
}

/** Returns the company's shifts for a work center, and the way to end its own. */
export function FollowCompany({ own, company, isChange, onDirty, onSaved, onDiscard }: FollowCompanyProps) {
  const { t } = useTexts('shiftSchedule')
  const format = useZoneFormat(own.versions.at(-1)?.timeZone ?? own.companyTimeZone)
  const { isBusy, run: end } = useChange(EndShiftScheduleDocument)
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const [seen] = useState(own.version)
  useEffect(() => onDirty(isChange ? 1 : 0), [isChange, onDirty])
  const rows = rowsOf(company.versions.at(-1)?.shifts ?? [])
  const save = async (version = seen) => {
    setRefused(null)
    const [problem] = (await end({ workCenterId: own.workCenterId, version })).problems
    showToast(t(problem === undefined ? 'saved' : 'failed'))
    if (problem === undefined) onSaved()
    else setRefused(problem)
  }
  return (
    <form
      className={classes['section']}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {isChange && (
        <p className={classes['note']}>
          {t('switch.toCompany')}{' '}
          {own.runningUntil == null ? t('start.free') : t('start.running', { time: format.time(Date.parse(own.runningUntil)) })}
        </p>
      )}
      {rows.length === 0 ? <p className={classes['note']}>{t('company.none')}</p> : <WeekBars shifts={rows} rivals={new Set()} />}
      <ul className={classes['shifts']}>
        {rows.map((row) => (
          <li key={row.key}>
            <b>{row.code}</b> {row.name}{' '}
            <span className={classes['meta']}>
              {row.timeStart}–{row.timeEnd} ·{' '}
              {WEEKDAYS.filter((day) => row.weekdays.includes(day))
                .map((day) => t(`weekday.${day}`))
                .join(' ')}
            </span>
          </li>
        ))}
      </ul>
      {refused?.code === 'CONFLICT' && <ScheduleConflict conflict={refused} onMine={(version) => void save(version)} onTheirs={onSaved} />}
      <Alert className={classes['wrong']}>{refused !== null && refused.code !== 'CONFLICT' && problemText(t, refused)}</Alert>
      <SaveBar count={isChange ? 1 : 0} isSaving={isBusy} onDiscard={onDiscard} />
    </form>
  )
}
