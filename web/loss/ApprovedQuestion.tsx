import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'

/** What the question before a change of approved losses needs. */
export type ApprovedQuestionProps = {
  /** What is done once the person says so; null = nothing is asked. */
  readonly asked: (() => void) | null
  readonly onClose: () => void
}

/** Returns the question whether an approved loss is changed, which takes its approval away. */
export function ApprovedQuestion({ asked, onClose }: ApprovedQuestionProps) {
  const { t } = useTexts('loss')
  return (
    <Dialog isOpen={asked !== null} onClose={onClose} title={t('approved.title')} closeLabel={t('state.close')}>
      <p>{t('approved.help')}</p>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('merge.cancel')}</ActionButton>
        <ActionButton
          isMain
          onClick={() => {
            onClose()
            asked?.()
          }}
        >
          {t('approved.change')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
