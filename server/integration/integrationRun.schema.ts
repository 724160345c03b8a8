import { builder, can } from '#server/graphql/builder.ts'
import { ExternalStatusEnum } from './externalStatus.schema.ts'
import { checkedPage } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { externalOrders, externalStatuses, externalWorkCenters, linkRows } from './external.service.ts'
import { putFile } from './integrationFile.service.ts'
import { requireIntegration } from './integration.service.ts'
import { runIntegration } from './integrationRun.service.ts'
import {
  ExternalOrderRef,
  ExternalPlaceRef,
  ExternalStatusRef,
  IntegrationRef,
  LinkRef,
  LinkRowRef,
  MessagesPageRef,
  OutboxStateEnum,
  RunRef,
  LoggedRequestRef,
  RunsPageRef,
} from './integrationType.schema.ts'
import { listLinks } from './link.store.ts'
import { retryOutbox, skipOutbox } from './outbox.service.ts'
import { pageMessages } from './outbox.store.ts'
import { listRequests } from './requestLog.store.ts'
import { findRun, pageRuns } from './run.store.ts'
import { shownIntegration } from './shownIntegration.service.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { depsOfCompany } from './integrationDeps.ts'
import { Refusal } from '#server/refusal.ts'

builder.queryFields((t) => ({
  externalWorkCenters: t.field({
    type: [ExternalPlaceRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'Asks the other system.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { integrationId }, context) => [
      ...(await externalWorkCenters(depsOf(context), context.member(), integrationId)),
    ],
  }),
  externalStatuses: t.field({
    type: [ExternalStatusRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    args: { integrationId: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { integrationId }, context) => [...(await externalStatuses(depsOf(context), context.member(), integrationId))],
  }),
  externalJobOrders: t.field({
    type: [ExternalOrderRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'Asks the other system for its orders at matched work centers.',
    args: {
      integrationId: t.arg({ type: 'Guid', required: true }),
      period: t.arg({ type: PeriodInput, description: 'Of planned starts.' }),
      statuses: t.arg({ type: [ExternalStatusEnum] }),
      workCenterIds: t.arg.intList({ description: 'Of ours.' }),
      jobOrderId: t.arg.int({ description: 'Of ours: what it is there, at whichever work center; nothing where it came from elsewhere.' }),
    },
    resolve: async (_root, { integrationId, period, statuses, workCenterIds, jobOrderId }, context) => [
      ...(await externalOrders(depsOf(context), context.member(), {
        id: integrationId,
        period: period == null ? null : checkedPeriod(period),
        meanings: statuses ?? null,
        workCenterIds: workCenterIds ?? null,
        jobOrderId: jobOrderId ?? null,
      })),
    ],
  }),
  workCentersLinks: t.field({
    type: [LinkRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    args: { integrationId: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { integrationId }, context) =>
      await context.inTenant(async (tenant) => {
        await requireIntegration(tenant, integrationId)
        return [...(await listLinks(tenant, integrationId))]
      }),
  }),
  workCentersMatches: t.field({
    type: [LinkRowRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'A row for each work center of the other system; what is proposed is never applied alone.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { integrationId }, context) => [...(await linkRows(depsOf(context), context.member(), integrationId))],
  }),
  integrationRuns: t.field({
    type: RunsPageRef,
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'The newest first.',
    args: {
      integrationId: t.arg({ type: 'Guid', required: true }),
      failedOnly: t.arg.boolean({ required: true, defaultValue: false, description: 'Whether only runs that failed are told.' }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 20 }),
    },
    resolve: async (_root, { integrationId, failedOnly, ...page }, context) =>
      await context.inTenant(async (tenant) => {
        await requireIntegration(tenant, integrationId)
        const range = checkedPage(page)
        return { ...range, ...(await pageRuns(tenant, integrationId, { ...range, failedOnly })) }
      }),
  }),
  integrationRequests: t.field({
    type: [LoggedRequestRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    description:
      'The last 50 requests to the other system and those of its last failed run, the newest first: never a query, a body or a secret.',
    args: {
      integrationId: t.arg({ type: 'Guid', required: true }),
      runId: t.arg({ type: 'Guid', description: 'Of this run alone.' }),
    },
    resolve: async (_root, { integrationId, runId }, context) =>
      await context.inTenant(async (tenant) => {
        await requireIntegration(tenant, integrationId)
        return [...(await listRequests(tenant, integrationId, runId ?? null))]
      }),
  }),
  integrationOutbox: t.field({
    type: MessagesPageRef,
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'What goes out, the newest first.',
    args: {
      integrationId: t.arg({ type: 'Guid', required: true }),
      states: t.arg({ type: [OutboxStateEnum], description: 'All when left out.' }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 20 }),
    },
    resolve: async (_root, { integrationId, states, ...page }, context) =>
      await context.inTenant(async (tenant) => {
        await requireIntegration(tenant, integrationId)
        const range = checkedPage(page)
        return { ...range, ...(await pageMessages(tenant, integrationId, { ...range, states: states ?? null })) }
      }),
  }),
}))

builder.mutationFields((t) => ({
  previewIntegrationRun: t.field({
    type: RunRef,
    authScopes: can('UPDATE', 'INTEGRATIONS'),
    description: 'What an import by hand would do now; its token applies exactly that. Nothing is changed.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }) },
    resolve: (_root, { integrationId }, context) => run(context, integrationId, 'PREVIEW', null),
  }),
  runIntegration: t.field({
    type: RunRef,
    authScopes: can('UPDATE', 'INTEGRATIONS'),
    description:
      'Imports orders. With the token of a preview exactly what that said; refused as IMPORT_OUTDATED if something changed since. Without one orders are only updated.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }), checkToken: t.arg.string() },
    resolve: (_root, { integrationId, checkToken }, context) => run(context, integrationId, 'RUN', checkToken ?? null),
  }),
  putIntegrationFile: t.field({
    type: IntegrationRef,
    authScopes: can('UPDATE', 'INTEGRATIONS'),
    description: 'Puts a file of orders, uploaded by POST /api/imports, into an integration of CSV, which reads it at once.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }), uploadId: t.arg.int({ required: true }) },
    resolve: async (_root, { integrationId, uploadId }, context) => {
      await putFile(depsOf(context), context.member(), { id: integrationId, importId: uploadId })
      return await context.inTenant((tenant) => shownIntegration(tenant, integrationId, new Date(context.now())))
    },
  }),
  retryOutbox: t.field({
    type: IntegrationRef,
    authScopes: can('UPDATE', 'INTEGRATIONS'),
    description: 'Says the messages again at once.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }), messageIds: t.arg.intList({ required: true }) },
    resolve: async (_root, { integrationId, messageIds }, context) => {
      await retryOutbox(depsOf(context), context.member(), integrationId, messageIds)
      return await context.inTenant((tenant) => shownIntegration(tenant, integrationId, new Date(context.now())))
    },
  }),
  skipOutbox: t.field({
    type: IntegrationRef,
    authScopes: can('UPDATE', 'INTEGRATIONS'),
    description: 'Leaves the messages unsaid; what stands over there counts as right.',
    args: { integrationId: t.arg({ type: 'Guid', required: true }), messageIds: t.arg.intList({ required: true }) },
    resolve: async (_root, { integrationId, messageIds }, context) => {
      await skipOutbox(depsOf(context), context.member(), integrationId, messageIds)
      return await context.inTenant((tenant) => shownIntegration(tenant, integrationId, new Date(context.now())))
    },
  }),
}))

async function run(context: RequestContext, id: string, kind: 'PREVIEW' | 'RUN', checkToken: string | null) {
  const { companyId, userId, role } = context.member()
  const runId = await runIntegration(depsOf(context), { companyId, id, kind, member: { companyId, userId, role }, checkToken })
  const made = await context.inTenant((tenant) => findRun(tenant, runId))
  if (made === null) throw new Refusal({ code: 'INTEGRATION_NOT_FOUND', params: { id } })
  return made
}

/** What the company of the request asks other systems by. */
function depsOf(context: RequestContext) {
  return depsOfCompany(context.deps, context.member().companyId)
}
