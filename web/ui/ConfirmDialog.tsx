import type { ReactNode } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

type ConfirmDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly children?: ReactNode
  /** A verb: what happens when it is pressed. */
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly closeLabel: string
  readonly isDanger?: boolean
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Returns the question before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, cancelLabel, closeLabel, isDanger = false, isBusy = false, onConfirm, onClose } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={closeLabel}>
      {children}
      <DialogActions>
        <ActionButton onClick={onClose}>{cancelLabel}</ActionButton>
        <ActionButton isMain isDanger={isDanger} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
