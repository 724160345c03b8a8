import type { MoveEffectFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './Board.module.css'
import { EffectLines } from './EffectLines.tsx'

export type MovedNoticeProps = {
  /** Where the order stands now. */
  readonly sentence: string
  /** What the move did; null = it is not known yet. */
  readonly effect: MoveEffectFragment | null
  /** Of the work center. */
  readonly zone: string
  /** It lies over the page instead of at its end. */
  readonly isOver?: boolean
  /** null = it stands where it stood before. */
  readonly onUndo: (() => void) | null
  readonly onClose: () => void
}

/** Returns what a move that is saved did to the ends and due dates of the queue, with the way back. */
export function MovedNotice({ sentence, effect, zone, isOver = false, onUndo, onClose }: MovedNoticeProps) {
  const { t } = useTexts('board')
  return (
    <div className={classes[isOver ? 'effectOver' : 'effect']} role="status">
      <p>{sentence}</p>
      {effect !== null && <EffectLines effect={effect} zone={zone} />}
      <div className={classes['effectActs']}>
        {onUndo !== null && <ActionButton onClick={onUndo}>{t('undo')}</ActionButton>}
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
      </div>
    </div>
  )
}
