import { MineToDo } from '#web/parts/todo/MineToDo.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

export type TodoDialogProps = { readonly workCenterId: number; readonly onClose: () => void }

/** Returns what is to be done at the machine, over its screen (U-92). */
export function TodoDialog({ workCenterId, onClose }: TodoDialogProps) {
  const { t } = useTexts('operator')
  return (
    <Dialog isOpen isLarge isWide onClose={onClose} title={t('todo')} closeLabel={t('state.close')}>
      <MineToDo workCenterId={workCenterId} />
    </Dialog>
  )
}
