import { useEffect } from 'react'
import { RefusedNote } from '#web/parts/classify/RefusedNote.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import classes from './OperatorFrame.module.css'
import { playTone } from '#web/parts/screen/tones.ts'
import type { Giving } from './useGiving.ts'

/** Returns the line that says what was saved, with the way back for eight seconds, or why it was not. */
export function SavedLine({ giving }: { readonly giving: Giving }) {
  const { t } = useTexts('operator')
  const { classify, gesture, isBusy, problem, undo, forget } = giving
  const answer = gesture ?? classify.saved
  const textOf = () => {
    if (isBusy) return t('classify.saving')
    if (gesture !== null)
      return gesture.isUndone
        ? t('taken')
        : t(gesture.back === null ? 'saidOf' : 'keptOf', { reason: gesture.reason, count: gesture.count })
    if (classify.saved === null) return ''
    const reason = classify.saved.after.reason ?? t('stops.unclassified')
    return classify.saved.isUndone
      ? t('classify.undone', { reason })
      : t(classify.saved.isUnsent ? 'unsent.saved' : 'classify.saved', { reason })
  }
  useEffect(() => {
    if (answer !== null) playTone('save')
  }, [answer])
  return (
    <>
      {(classify.refused !== null || problem !== null) && (
        <div className={classes['refused']}>
          {classify.refused !== null ? (
            <RefusedNote
              refused={classify.refused}
              comment={classify.refused.decision.comment}
              onDecide={(decision, version) => classify.save(decision, version)}
              onKeep={forget}
            />
          ) : (
            <p role="alert">{t(`classify.problem.${problem ?? 'OTHER'}`)}</p>
          )}
          <button type="button" onClick={forget}>
            {t('state.close')}
          </button>
        </div>
      )}
      <UndoBar
        text={textOf()}
        answer={isBusy ? null : answer}
        undoLabel={t('classify.undo')}
        closeLabel={t('state.close')}
        onUndo={undo}
        onClose={forget}
      />
    </>
  )
}
