import { useCommonTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import type { Classify } from './useClassify.ts'

/** Returns the undo bar after a save, for eight seconds or while it has the focus (U-41). */
export function SavedBar({ classify, isInDrawer = false }: { readonly classify: Classify; readonly isInDrawer?: boolean }) {
  const { t } = useCommonTexts()
  const { isBusy, saved, undo, forget } = classify
  const textOf = ({ after, isUndone, isRecalculating, isUnsent }: NonNullable<Classify['saved']>): string => {
    const reason = after.reason ?? t('stops.unclassified')
    const text = isUndone ? t('classify.undone', { reason }) : t(isUnsent ? 'unsent.saved' : 'classify.saved', { reason })
    return isRecalculating ? `${text} ${t('classify.pending')}` : text
  }
  return (
    <UndoBar
      text={isBusy ? t('classify.saving') : saved === null ? '' : textOf(saved)}
      answer={isBusy ? null : saved}
      isInDrawer={isInDrawer}
      undoLabel={t('classify.undo')}
      closeLabel={t('state.close')}
      onUndo={saved === null || saved.isUndone ? null : undo}
      onClose={forget}
    />
  )
}
