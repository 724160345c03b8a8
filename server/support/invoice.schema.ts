import { INVOICE_NUMBER_LENGTH, MAX_INVOICE_BYTES } from '#engine/company/invoice.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { removeInvoice } from './invoice.service.ts'
import { INVOICE_PATH, pageInvoices } from './invoice.store.ts'
import type { Invoice } from './invoice.store.ts'

const InvoiceRef = builder.objectRef<Invoice>('Invoice').implement({
  description: `An invoice to the company, a PDF that is read at \`${INVOICE_PATH}/{id}\`. The provider's people put it there by \`PUT ${INVOICE_PATH}/{id}?name=…&number=…&issuedOn=…\` with the PDF as body, at most ${MAX_INVOICE_BYTES / 1024 ** 2} MB, under an id that they make.`,
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    number: t.exposeString('number', {
      description: `As it stands on the invoice, ${INVOICE_NUMBER_LENGTH.min} to ${INVOICE_NUMBER_LENGTH.max} characters.`,
    }),
    issuedOn: t.expose('issuedOn', { type: 'Date', description: 'The date of the invoice.' }),
    name: t.exposeString('name', { description: 'Of the file.' }),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    addedAt: t.field({ type: 'DateTime', resolve: ({ addedAt }) => addedAt.getTime() }),
  }),
})

const InvoicePageRef = pageType('InvoicePage', InvoiceRef)

builder.queryField('invoices', (t) =>
  t.field({
    type: InvoicePageRef,
    authScopes: can('READ', 'COMPANY_SETTINGS'),
    description: 'The invoices of the company, the newest first by their dates. For people, not for API keys.',
    args: { current: t.arg.int({ defaultValue: 1 }), size: t.arg.int({ defaultValue: 10 }) },
    resolve: async (_root, args, context) => {
      const page = checkedPage({ page: args.current ?? 1, size: args.size ?? 10 })
      return { ...page, ...(await context.inTenant((tenant) => pageInvoices(tenant, page))) }
    },
  }),
)

builder.mutationField('removeInvoice', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { member: true },
    description: "Removes an invoice and its file: the provider's people alone.",
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      const { companyId, userId, role } = context.member()
      await removeInvoice(context.deps, { companyId, userId, role, mayRead: context.may('READ', 'COMPANY_SETTINGS') }, id)
      return true
    },
  }),
)
