import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import type { DoneAct, OrderActs } from './useOrderActs.ts'

/** Returns the bar that says what was done with an order and takes it back; where that is refused it says why. */
export function OrderSavedBar({ acts, isInDrawer = false }: { readonly acts: OrderActs; readonly isInDrawer?: boolean }) {
  const { t } = useTexts('jobOrder')
  const { done, isUndoing } = acts
  const textOf = ({ act, orderCode, problem }: DoneAct): string =>
    problem === null
      ? t(`done.${act}`, { code: orderCode })
      : t('panel.field', { field: t('notUndone', { code: orderCode }), problem: problemText(t, problem) })
  return (
    <UndoBar
      text={done === null ? '' : textOf(done)}
      answer={isUndoing ? null : done}
      isInDrawer={isInDrawer}
      undoLabel={t('undo')}
      closeLabel={t('state.close')}
      onUndo={done?.eventId == null ? null : () => void acts.undo()}
      onClose={acts.forget}
    />
  )
}
