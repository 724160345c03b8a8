import { MineToDo } from '#web/parts/todo/MineToDo.tsx'
import type { AtMachine } from '#web/parts/todo/todo.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

export type TodoDialogProps = { readonly workCenterId: number; readonly atMachine: AtMachine; readonly onClose: () => void }

/** Returns what is to be done at the machine, over its screen (U-92). */
export function TodoDialog({ workCenterId, atMachine, onClose }: TodoDialogProps) {
  const { t } = useTexts('operator')
  return (
    <Dialog isOpen isLarge isWide onClose={onClose} title={t('todo')} closeLabel={t('state.close')}>
      <MineToDo workCenterId={workCenterId} atMachine={atMachine} />
    </Dialog>
  )
}
