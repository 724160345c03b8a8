import { useState } from 'react'
import { ReplaceLossReasonDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './ReasonForm.module.css'
import type { Reason } from './reasonTree.view.ts'

type ReplaceDialogProps = {
  readonly replaced: Reason | null
  readonly reasons: readonly Reason[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Returns the dialog in which one reason takes the place of another: what moves, what stays, and which one. */
export function ReplaceDialog({ replaced, reasons, onClose, onDone }: ReplaceDialogProps) {
  const { t } = useTexts('lossReason')
  return (
    <Dialog
      isOpen={replaced !== null}
      onClose={onClose}
      title={t('replace.title', { name: replaced?.name ?? '' })}
      closeLabel={t('state.close')}
    >
      {replaced !== null && <ReplaceForm replaced={replaced} reasons={reasons} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function ReplaceForm({ replaced, reasons, onClose, onDone }: ReplaceDialogProps & { readonly replaced: Reason }) {
  const { t } = useTexts('lossReason')
  const replace = useChange(ReplaceLossReasonDocument)
  const [byId, setById] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const candidates = reasons.filter(
    ({ id, isHidden, category }) => id !== replaced.id && !isHidden && (category === 'QUALITY') === (replaced.category === 'QUALITY'),
  )
  const by = candidates.find(({ id }) => String(id) === byId)
  const problem = isEmpty ? { code: 'REQUIRED', field: 'byId', params: {} } : replace.problems[0]
  const send = async () => {
    setEmpty(by === undefined)
    if (by === undefined) return
    const { data } = await replace.run({ id: replaced.id, byId: by.id, version: replaced.version })
    if (data === null) return
    showToast(t('replace.done', { name: replaced.name, by: by.name }))
    onDone()
    onClose()
  }
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>{t('replace.help', { name: replaced.name })}</p>
      <SelectField
        name="byId"
        label={t('replace.by')}
        placeholder={t('replace.choose')}
        value={byId}
        options={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => {
          setById(value)
          setEmpty(false)
          replace.forget()
        }}
        error={problem === undefined ? null : problemText(t, problem)}
      />
      <DialogActions>
        <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={replace.isBusy}>
          {t('replace.confirm')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
