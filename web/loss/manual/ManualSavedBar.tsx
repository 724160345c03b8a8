import { useTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import type { ManualLosses, ManualSaved } from './useManualLoss.ts'

/** Returns the bar that takes back what was entered, changed or deleted last. */
export function ManualSavedBar({ manual: { saved, undo, forget } }: { readonly manual: ManualLosses }) {
  const { t } = useTexts('loss')
  const textOf = ({ kind, keptCount }: ManualSaved): string => {
    if (keptCount === null) return t(`manual.${kind}`)
    return t(keptCount === 0 ? 'manual.undone' : 'manual.kept')
  }
  return (
    <UndoBar
      text={saved === null ? '' : textOf(saved)}
      answer={saved}
      undoLabel={t('classify.undo')}
      closeLabel={t('state.close')}
      onUndo={saved === null || saved.keptCount !== null ? null : () => void undo()}
      onClose={forget}
    />
  )
}
