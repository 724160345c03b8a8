import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { isProviderRole } from '#engine/access/abilities.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { InvoicesDocument, type InvoicesQuery, RemoveInvoiceDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { Later, lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { AttachmentView } from '#web/parts/conversation/AttachmentView.tsx'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { ListPager } from '#web/parts/list/table/ListPager.tsx'
import { type FileColumn, RowsFile } from '#web/parts/list/table/RowsFile.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { AddInvoiceProps } from './AddInvoice.tsx'
import classes from './BillingPage.module.css'

const AddInvoice = lazyPart<AddInvoiceProps>(() => import('./AddInvoice.tsx').then((module) => ({ default: module.AddInvoice })))

type Invoice = InvoicesQuery['invoices']['items'][number]

const SIZE = 10
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000

/** Returns the invoices of the company, the newest first, each to be downloaded; the provider's people add and remove them (domain.md ST-2). */
export function Invoices() {
  const { t } = useTexts('billing')
  const format = useFormat()
  const viewer = useViewer()
  const client = useClient()
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Invoice | null>(null)
  const variables = useMemo(() => ({ page, size: SIZE }), [page])
  const [result, ask] = useFreshQuery(InvoicesDocument, variables, { workCenterIds: null, kinds: ['company'] })
  const removing = useChange(RemoveInvoiceDocument)
  const mayChange = isProviderRole(viewer.role) && !isInDemo(viewer)
  const list = result.data?.invoices
  const [problem] = problemsOf(result.error)
  const { paging } = pagingOf(list, (next) => setPage(next.page))
  const inFile: readonly FileColumn<Invoice>[] = [
    { title: t('invoice.number'), value: ({ number }) => number },
    { title: t('invoice.issuedOn'), value: ({ issuedOn }) => issuedOn },
    { title: t('invoice.file'), value: ({ name }) => name },
  ]
  const readPage = async (asked: number) => {
    const answer = await client
      .query(InvoicesDocument, { page: asked, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data == null) throw answer.error ?? new Error('The invoices cannot be read')
    return answer.data.invoices
  }
  const dayText = (day: string) => format.date(Date.parse(`${day}T12:00:00Z`))
  const remove = async ({ id, number }: Invoice) => {
    const { data } = await removing.run({ id })
    if (data === null) return
    setRemoved(null)
    showToast(t('invoice.removed', { number }))
    if (list?.items.length === 1 && page > 1) setPage(page - 1)
    else ask()
  }
  return (
    <section className={classes['invoices']} aria-label={t('invoice.title')}>
      <div className={classes['acts']}>
        <h2>{t('invoice.title')}</h2>
        {mayChange && <ActionButton onClick={() => setAdding(true)}>{t('invoice.add')}</ActionButton>}
        <RowsFile title={t('invoice.title')} rows={list?.items ?? []} columns={inFile} readPage={readPage} />
      </div>
      {list === undefined && result.error && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {list?.totalItems === 0 && <EmptyState title={t('invoice.none')} text={t('invoice.noneProvider')} />}
      {list !== undefined && list.totalItems > 0 && (
        <>
          <Table
            caption={t('invoice.title')}
            rows={list.items}
            rowKey={({ id }) => id}
            columns={[
              { key: 'number', title: t('invoice.number'), cell: ({ number }) => number },
              { key: 'issuedOn', title: t('invoice.issuedOn'), cell: ({ issuedOn }) => dayText(issuedOn) },
              {
                key: 'file',
                title: t('invoice.file'),
                cell: ({ id, name }) => (
                  <AttachmentView file={{ id, name, contentType: 'application/pdf', width: null, height: null }} road="invoices" />
                ),
              },
              ...(mayChange
                ? [
                    {
                      key: 'remove',
                      title: <span className="hidden-text">{t('invoice.remove')}</span>,
                      cell: (invoice: Invoice) => (
                        <ActionButton onClick={() => setRemoved(invoice)}>
                          {t('invoice.remove')}
                          <span className="hidden-text">: {invoice.number}</span>
                        </ActionButton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          {paging !== undefined && <ListPager {...paging} />}
        </>
      )}
      <Later isAsked={isAdding}>
        <AddInvoice
          isOpen={isAdding}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setPage(1)
            ask()
          }}
        />
      </Later>
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('invoice.removeTitle', { number: removed?.number ?? '' })}
        confirmLabel={t('invoice.remove')}
        cancelLabel={t('invoice.cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={removing.isBusy}
        onConfirm={() => {
          if (removed !== null) void remove(removed)
        }}
        onClose={() => {
          setRemoved(null)
          removing.forget()
        }}
      >
        <p>{t('invoice.removeAbout')}</p>
        {removing.problems[0] && <Alert className={classes['problem']}>{problemText(t, removing.problems[0])}</Alert>}
      </ConfirmDialog>
    </section>
  )
}
