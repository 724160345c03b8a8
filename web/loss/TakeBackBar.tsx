import { useTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import type { DoneGesture, TakeBack } from './useTakeBack.ts'

/** Returns the bar that takes back the last split, merge or approval. */
export function TakeBackBar({ takeBack: { done, undo, forget } }: { readonly takeBack: TakeBack }) {
  const { t } = useTexts('loss')
  const textOf = ({ kind, count, keptCount }: DoneGesture): string => {
    if (keptCount !== null) return t(keptCount === 0 ? 'manual.undone' : 'manual.kept')
    if (kind === 'approved') return t('panel.approved')
    return kind === 'merged' ? t('merge.done', { count }) : t('split.done', { count })
  }
  return (
    <UndoBar
      text={done === null ? '' : textOf(done)}
      answer={done}
      undoLabel={t('classify.undo')}
      closeLabel={t('state.close')}
      onUndo={done === null || done.keptCount !== null ? null : () => void undo()}
      onClose={forget}
    />
  )
}
