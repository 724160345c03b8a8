import { useCommonTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClassifyPanel.module.css'
import type { Decision } from './stops.view.ts'
import type { Refused } from './useClassify.ts'

type RefusedNoteProps = {
  readonly refused: Refused
  /** As it is typed by now. */
  readonly comment: string | null
  readonly onDecide: (decision: Decision, version?: number) => void
  readonly onKeep: () => void
}

/** Returns why a decision was not saved; where somebody else was faster, who and what, and the choice between the two (U-23). */
export function RefusedNote({ refused: { decision, problem, now }, comment, onDecide, onKeep }: RefusedNoteProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const chosen = decision.reason ?? t('stops.unclassified')
  if (problem !== 'CONFLICT' || now == null)
    return (
      <div role="alert" className={classes['refused']}>
        <p>{t(`classify.problem.${problem}`)}</p>
      </div>
    )
  const theirs = now.reason?.name ?? t('stops.unclassified')
  return (
    <div role="alert" className={classes['refused']}>
      <p>
        {t('classify.conflict', {
          name: now.updatedBy?.fullName ?? t('classify.somebody'),
          reason: theirs,
          time: format.timeWithSeconds(now.updatedOn == null ? null : Date.parse(now.updatedOn)),
        })}
      </p>
      <div className={classes['actions']}>
        <ActionButton isMain onClick={() => onDecide({ ...decision, comment }, now.version)}>
          {t('classify.replace', { reason: chosen })}
        </ActionButton>
        <ActionButton onClick={onKeep}>{t('classify.keep', { reason: theirs })}</ActionButton>
      </div>
    </div>
  )
}
