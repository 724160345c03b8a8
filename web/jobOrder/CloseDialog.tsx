import type { ListedOrderFragment } from '#web/api/generated/graphql.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { hasUnconfirmed } from './jobOrders.view.ts'
import classes from './JobOrdersPage.module.css'

type Order = Pick<ListedOrderFragment, 'acceptedOutput' | 'id' | 'madeOutput' | 'orderCode' | 'rejectedOutput' | 'sharedCountedOutput'>

export type CloseDialogProps = {
  /** Technically completed; null = nothing is asked. */
  readonly order: Order | null
  readonly onConfirm: (order: Order, comment: string) => void
  readonly onClose: () => void
}

/** Returns the question why an order is finished of which some output may not be confirmed. */
export function CloseDialog({ order, onConfirm, onClose }: CloseDialogProps) {
  const { t } = useTexts('jobOrder')
  return (
    <Dialog
      isOpen={order !== null}
      onClose={onClose}
      title={t('finish.title', { code: order?.orderCode ?? '' })}
      closeLabel={t('state.close')}
    >
      {order !== null && (
        <CommentForm isNeeded={hasUnconfirmed(order)} onClose={onClose} onSaved={(comment) => onConfirm(order, comment)} />
      )}
    </Dialog>
  )
}

type CommentFormProps = { readonly isNeeded: boolean; readonly onClose: () => void; readonly onSaved: (comment: string) => void }

function CommentForm({ isNeeded, onClose, onSaved }: CommentFormProps) {
  const { t } = useTexts('jobOrder')
  const form = useForm({
    initial: { comment: '' },
    check: ({ comment }) => (isNeeded && comment.trim() === '' ? [{ code: 'REQUIRED', field: 'comment' }] : []),
    save: ({ comment }) => {
      onSaved(comment.trim())
      return Promise.resolve([])
    },
  })
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit}>
      {isNeeded && <p>{t('finish.text')}</p>}
      <TextField
        {...fieldOf(form, 'comment', (problem) => problemText(t, problem))}
        label={t('finish.comment')}
        {...(!isNeeded && { optional: t('form.optional') })}
        maxLength={2000}
        isLong
      />
      <DialogActions>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit>
          {t('act.CLOSE')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
