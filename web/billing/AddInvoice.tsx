import { useRef, useState } from 'react'
import { INVOICE_DAYS, INVOICE_NUMBER_LENGTH, invoiceProblems, MAX_INVOICE_BYTES, trimInvoice } from '#engine/company/invoice.ts'
import { askForFile, tooLarge } from '#web/api/attachment.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useSession } from '#web/base/session.ts'
import { showToast } from '#web/base/toast.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './BillingPage.module.css'

export type AddInvoiceProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly onAdded: () => void }

const EMPTY = { number: '', issuedOn: '' }

/** Returns the dialog in which the provider's people add an invoice: its PDF chosen or dropped, its number and its date. */
export function AddInvoice({ isOpen, onClose, onAdded }: AddInvoiceProps) {
  const { t } = useTexts('billing')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('invoice.add')} closeLabel={t('state.close')}>
      {isOpen && <InvoiceForm onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  )
}

function InvoiceForm({ onClose, onAdded }: Omit<AddInvoiceProps, 'isOpen'>) {
  const { t } = useTexts('billing')
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  // Sent again with the same words, the same file is the same invoice.
  const attempt = useRef<{ readonly text: string; readonly file: File; readonly id: string } | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    // A system without a program for PDF files knows no type of them; the server judges by what is in the file.
    const isPdf = chosen.type === 'application/pdf' || (chosen.type === '' && chosen.name.toLowerCase().endsWith('.pdf'))
    const wrong: ApiProblem | null = !isPdf
      ? { code: 'INVOICE_NOT_PDF', params: {} }
      : chosen.size > MAX_INVOICE_BYTES
        ? tooLarge(MAX_INVOICE_BYTES)
        : null
    setFileProblem(wrong === null ? null : problemText(t, wrong))
    setFile(wrong === null ? chosen : null)
  }
  const send = async (values: typeof EMPTY): Promise<readonly ApiProblem[]> => {
    if (file === null) {
      setFileProblem(t('invoice.isMissing'))
      return [{ code: 'REQUIRED', field: 'file', params: {} }]
    }
    const { number, issuedOn } = trimInvoice(values)
    const text = new URLSearchParams({ name: file.name, number, issuedOn }).toString()
    const { id } = attempt.current?.text === text && attempt.current.file === file ? attempt.current : { id: newRequestKey() }
    attempt.current = { text, file, id }
    const asker = { accessToken: session.accessToken, tenantId: session.tenantId }
    const answer = await askForFile(`/api/invoices/${id}?${text}`, asker, { method: 'PUT', body: file }, MAX_INVOICE_BYTES)
    if (!(answer instanceof Response)) return [answer]
    showToast(t('invoice.added', { number }))
    onAdded()
    onClose()
    return []
  }
  const form = useForm({ initial: EMPTY, check: (values) => invoiceProblems(trimInvoice(values)), save: send })
  const field = (name: keyof typeof EMPTY) => fieldOf(form, name, (problem) => problemText(t, problem))
  const other = form.others.find((problem) => problem.field !== 'file' || problem.code !== 'REQUIRED')
  return (
    <form noValidate onSubmit={form.submit}>
      <div
        className={classes['drop']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files[0])
        }}
      >
        <input
          ref={input}
          type="file"
          className="hidden-text"
          tabIndex={-1}
          aria-label={t('invoice.choose')}
          accept="application/pdf"
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            choose(chosen)
          }}
        />
        <ActionButton onClick={() => input.current?.click()}>{t('invoice.choose')}</ActionButton>
        <p className={classes['chosen']}>{file?.name ?? t('invoice.drop')}</p>
        <p className={classes['limit']}>{t('invoice.limit', { megabytes: MAX_INVOICE_BYTES / 1024 ** 2 })}</p>
        {fileProblem !== null && <Alert className={classes['problem']}>{fileProblem}</Alert>}
      </div>
      <TextField {...field('number')} label={t('invoice.number')} maxLength={INVOICE_NUMBER_LENGTH.max} />
      <DateField {...field('issuedOn')} label={t('invoice.issuedOn')} min={INVOICE_DAYS.min} max={INVOICE_DAYS.max} />
      {other && <Alert className={classes['problem']}>{problemText(t, other)}</Alert>}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('invoice.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('invoice.save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
