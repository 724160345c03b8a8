import { codeProblem } from '#engine/material/batchCode.ts'
import { materialProblem } from '#engine/material/quantity.ts'
import type { StockRowFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { readNumber } from '#web/ui/form/readNumber.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { StockForm } from './StockForm.tsx'
import type { SaidOfBatch } from './batchBack.ts'

/** What is asked at the machine: which batch is installed, or how much of one is written off. */
export type AskedHere = { readonly act: 'CHARGE_OFF' | 'INSTALL'; readonly stock: StockRowFragment | null }

type BatchHereDialogProps = {
  readonly asked: AskedHere | null
  readonly isLarge: boolean
  readonly onClose: () => void
  /** Returns what was refused. */
  readonly onSaid: (said: SaidOfBatch) => Promise<readonly FieldProblem[]>
}

type FormProps = Pick<BatchHereDialogProps, 'onClose' | 'onSaid'>

/** Returns the dialog in which a batch is installed by its code, or a part of one written off, at the machine where it is. */
export function BatchHereDialog({ asked, isLarge, ...rest }: BatchHereDialogProps) {
  const { t } = useTexts('stock')
  const code = asked?.stock?.batch?.code ?? ''
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={rest.onClose}
      title={asked === null ? '' : t(`dialog.${asked.act}`, { code })}
      closeLabel={t('state.close')}
      isLarge={isLarge}
    >
      {asked?.act === 'INSTALL' && <Install {...rest} />}
      {asked?.act === 'CHARGE_OFF' && asked.stock !== null && <WriteOff {...rest} stock={asked.stock} />}
    </Dialog>
  )
}

function Install({ onClose, onSaid }: FormProps) {
  const { t } = useTexts('stock')
  const { locale } = useFormat()
  return (
    <StockForm
      initial={{ code: '', quantity: '' }}
      check={({ code, quantity }) =>
        [codeProblem('code', code), materialProblem('quantity', readNumber(quantity, locale))].filter((problem) => problem !== null)
      }
      save={async ({ code, quantity }) => {
        const problems = await onSaid({ act: 'INSTALL', batchId: null, code: code.trim(), quantity: readNumber(quantity, locale) })
        if (problems.length === 0) onClose()
        return problems
      }}
      saveLabel={t('act.INSTALL')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('code')} label={t('form.batchCode')} help={t('form.scanHelp')} maxLength={80} />
          <NumberField {...field('quantity')} label={t('form.quantity')} optional={t('form.allOfIt')} />
        </>
      )}
    </StockForm>
  )
}

function WriteOff({ stock: { batch }, onClose, onSaid }: FormProps & { readonly stock: StockRowFragment }) {
  const { t } = useTexts('stock')
  const { locale } = useFormat()
  return (
    <StockForm
      initial={{ quantity: '', comment: '' }}
      check={({ quantity }) =>
        [
          quantity.trim() === '' ? { code: 'REQUIRED', field: 'quantity' } : materialProblem('quantity', readNumber(quantity, locale)),
        ].filter((problem) => problem !== null)
      }
      save={async ({ quantity, comment }) => {
        const said = { quantity: readNumber(quantity, locale), comment: comment.trim() || null }
        const problems = batch === null ? [] : await onSaid({ act: 'CHARGE_OFF', batchId: batch.id, code: batch.code, ...said })
        if (problems.length === 0) onClose()
        return problems
      }}
      saveLabel={t('act.CHARGE_OFF')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <NumberField {...field('quantity')} label={t('form.off')} />
          <TextField {...field('comment')} label={t('form.comment')} optional={t('form.optional')} maxLength={2000} />
        </>
      )}
    </StockForm>
  )
}
