import type { ApiProblem } from '#web/api/problems.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './ShiftSchedule.module.css'

type ScheduleConflictProps = {
  readonly conflict: ApiProblem
  readonly onMine: (version: string) => void
  readonly onTheirs: () => void
}

/** Returns another person's save, and the two choices; typed text stays until then. */
export function ScheduleConflict({ conflict, onMine, onTheirs }: ScheduleConflictProps) {
  const { t } = useTexts('shiftSchedule')
  const { version, shifts } = conflict.params
  return (
    <div className={classes['conflict']} role="alert">
      <p>
        <b>{t('conflict.title')}</b>
      </p>
      <p>{t('conflict.theirs', { shifts: typeof shifts === 'string' && shifts !== '' ? shifts : t('conflict.nothing') })}</p>
      <div className={classes['choices']}>
        <ActionButton onClick={onTheirs}>{t('conflict.take')}</ActionButton>
        <ActionButton isMain onClick={() => typeof version === 'string' && onMine(version)}>
          {t('conflict.mine')}
        </ActionButton>
      </div>
    </div>
  )
}
