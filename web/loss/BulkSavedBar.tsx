import { useTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import type { Bulk, BulkSaved } from './useBulk.ts'

/** Returns the bar that takes back what many losses got, after the drawer has closed. */
export function BulkSavedBar({ bulk: { plan, saved, undo, forget } }: { readonly bulk: Bulk }) {
  const { t } = useTexts('loss')
  const textOf = ({ count, keptCount }: BulkSaved): string => {
    if (keptCount === null) return t('bulk.saved', { count })
    const undone = t('bulk.undone', { count })
    return keptCount === 0 ? undone : `${undone}. ${t('bulk.kept', { count: keptCount })}`
  }
  return (
    <UndoBar
      text={saved === null || plan !== null ? '' : textOf(saved)}
      answer={saved}
      undoLabel={t('classify.undo')}
      closeLabel={t('state.close')}
      onUndo={saved === null || saved.keptCount !== null ? null : () => void undo()}
      onClose={forget}
    />
  )
}
