import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Returns a guard that asks once when somebody leaves unsaved changes; on closing the window the browser asks in its own words. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { t } = useTexts('company')
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: isDirty, withResolver: true })
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      closeLabel={t('state.close')}
      isDanger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{t('leave.text')}</p>
    </ConfirmDialog>
  )
}
