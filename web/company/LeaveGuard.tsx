import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Returns the question that is asked once when somebody leaves what is not saved; closing the window is asked by the browser in its own words. */
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
