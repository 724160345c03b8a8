import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import classes from './LossesPage.module.css'
import { reasonsOf } from './losses.view.ts'
import type { Merge } from './useMerge.ts'

/** What the question about a merged stop needs. */
export type MergeReasonProps = { readonly merge: Merge }

/** Returns the question which of the reasons of the pieces the merged stop gets. */
export function MergeReason({ merge: { asked, isBusy, merge, close } }: MergeReasonProps) {
  const { t } = useTexts('loss')
  return (
    <Dialog isOpen={asked !== null} onClose={close} title={t('merge.open')} closeLabel={t('state.close')}>
      <p>{t('code.MERGE_REASON_REQUIRED')}</p>
      <ul className={classes['reasons']}>
        {reasonsOf(asked?.map(({ stop }) => stop) ?? []).map(({ id, name }) => (
          <li key={id}>
            <ActionButton isBusy={isBusy} onClick={() => void merge(asked ?? [], id)}>
              {name}
            </ActionButton>
          </li>
        ))}
      </ul>
      <DialogActions>
        <ActionButton onClick={close}>{t('merge.cancel')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}
