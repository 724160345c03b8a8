import { AUDIT_ACTIONS } from '#engine/access/auditActions.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { withoutRealAddresses } from '#engine/user/demoPerson.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedOrder, checkedPage, orderInput, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { AUDIT_ORDER_FIELDS, pageAudit } from './audit.store.ts'
import { AuditEntryRef } from './company.graph.ts'

AuditEntryRef.implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action', { description: `One of ${AUDIT_ACTIONS.join(', ')}.` }),
    subject: t.string({
      description: 'The subject, such as `shift 17` or `user anna@factory.example`.',
      resolve: ({ subject }, _args, context) => shownTo(context, subject),
    }),
    details: t.string({
      description: 'JSON; of a change the values `before` and `after`.',
      resolve: ({ details }, _args, context) => shownTo(context, details),
    }),
  }),
})

/** Everybody reads the log of the demo company, so it tells no address of a real person. */
function shownTo(context: RequestContext, text: string): string {
  return context.isDemoCompany() ? withoutRealAddresses(text) : text
}

const AuditPageRef = pageType('AuditPage', AuditEntryRef, { isBounded: true })

const AuditOrderInput = orderInput('AuditOrder', AUDIT_ORDER_FIELDS)

const AuditFilterInput = builder.inputType('AuditFilterInput', {
  fields: (t) => ({ userId: t.field({ type: 'Guid' }), action: t.string(), period: t.field({ type: PeriodInput }) }),
})

builder.queryField('auditLog', (t) =>
  t.field({
    type: AuditPageRef,
    authScopes: can('READ', 'AUDIT_LOG'),
    description: 'Who changed what in the company.',
    args: {
      filter: t.arg({ type: AuditFilterInput }),
      orderBy: t.arg({ type: AuditOrderInput, description: 'The newest first unless asked otherwise.' }),
      current: t.arg.int({ defaultValue: 1 }),
      size: t.arg.int({ defaultValue: 50 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage({ page: args.current ?? 1, size: args.size ?? 50 })
      const order = checkedOrder(args.orderBy, { field: 'AT', isDescending: true })
      const { userId, action, period } = args.filter ?? {}
      const filter = { userId: userId == null ? null : asId<UserId>(userId), action, period: period == null ? null : checkedPeriod(period) }
      return { ...range, ...(await context.inTenant((tenant) => pageAudit(tenant, filter, { order, range }))) }
    },
  }),
)
