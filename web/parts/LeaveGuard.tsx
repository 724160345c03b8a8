import { useBlocker } from '@tanstack/react-router'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

type Place = { readonly pathname: string; readonly search: object }
type LeaveGuardProps = {
  readonly isDirty: boolean
  /** Whether the way between two places leaves what was changed; where it is not said, the way to another page does. */
  readonly isLeaving?: (from: Place, to: Place) => boolean
}

const isOtherPage = (from: Place, to: Place): boolean => from.pathname !== to.pathname

/**
 * Returns the question that is asked once when somebody leaves a page with unsaved changes; another view of the same page keeps them. On closing the window the
 * browser asks in its own words.
 */
export function LeaveGuard({ isDirty, isLeaving = isOtherPage }: LeaveGuardProps) {
  const { t } = useCommonTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && isLeaving(current, next),
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
