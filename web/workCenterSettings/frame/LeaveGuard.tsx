import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Returns the question that is asked once when somebody leaves the settings with changes that are not saved; going from tab to tab keeps them. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { t } = useTexts('frame')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
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
