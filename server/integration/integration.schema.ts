import type { ConnectionForm, IntegrationSecret } from '#engine/integration/integrationForm.ts'
import { INTEGRATION_SECRETS, INTEGRATION_SERVICES, USUAL_MINUTES } from '#engine/integration/integrationForm.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { depsOfCompany } from './integrationDeps.ts'
import { JobOrdersImportTypeEnum } from '#server/graphql/enums.ts'
import {
  checkConnection,
  deleteIntegration,
  disableIntegration,
  reconfigureIntegration,
  reconnectIntegration,
  restoreIntegration,
  sampleAnswer,
  saveIntegration,
} from './integration.service.ts'
import type { IntegrationInput } from './integration.service.ts'
import { RestInput, restSettingsOf } from './restType.schema.ts'
import type { GivenRest } from './restType.schema.ts'
import { setUpIntegration } from './integrationSetup.service.ts'
import { ExternalStatusEnum } from './externalStatus.schema.ts'
import {
  CheckRef,
  IntegrationRef,
  LinkActionEnum,
  OutboxOperationEnum,
  SecretEnum,
  ServiceRef,
  SampleListEnum,
  SampleRef,
  ServicesEnum,
} from './integrationType.schema.ts'
import { shownIntegration, shownIntegrations } from './shownIntegration.service.ts'

const SecretInput = builder.inputType('IntegrationSecretInput', {
  fields: (t) => ({
    name: t.field({ type: SecretEnum, required: true }),
    value: t.string({ description: 'Empty keeps what is stored, null removes it.' }),
  }),
})

const IntegrationInputRef = builder.inputType('IntegrationInput', {
  fields: (t) => ({
    id: t.field({ type: 'Guid', description: 'Left out: a new one.' }),
    service: t.field({ type: ServicesEnum, required: true }),
    name: t.string({ required: true }),
    serviceUrl: t.string({ required: true, description: 'With another address than before the secrets are asked for again.' }),
    database: t.string({ description: 'Of Tryton; of Odoo, where there are several.' }),
    login: t.string({ description: 'Of Tryton, of Odoo before 19, and of REST with BASIC.' }),
    certificate: t.string({
      description: 'Certificates in PEM that are trusted instead of the usual ones, of a system with an authority of its own.',
    }),
    rest: t.field({ type: RestInput, description: 'Of REST: how it is spoken to.' }),
    closesOrders: t.boolean({ description: 'Whether orders are closed over there when they are closed here; false when left out.' }),
    keyEndsOn: t.field({ type: 'Date' }),
    renewsKey: t.boolean({ description: 'Of Odoo: whether its key is renewed before it ends; false when left out.' }),
    secrets: t.field({ type: [SecretInput], description: 'Those that are left out are kept.' }),
  }),
})

const OrderParamsInput = builder.inputType('IntegrationJobOrdersParams', {
  fields: (t) => ({
    importType: t.field({ type: JobOrdersImportTypeEnum, description: 'Of imports by hand; left out: that of each work center.' }),
    statuses: t.field({ type: [ExternalStatusEnum], required: true, defaultValue: ['DRAFT', 'RELEASED'] }),
    startDay: t.field({ type: 'Date', description: 'Orders planned before are left out.' }),
    everyMinutes: t.int({ required: true, defaultValue: USUAL_MINUTES, description: '5 to 1440.' }),
    sends: t.field({ type: [OutboxOperationEnum], required: true, defaultValue: ['OUTPUT'], description: 'Which acts go out.' }),
  }),
})

const LinkInput = builder.inputType('IntegrationWorkCenterParams', {
  fields: (t) => ({
    externalWorkCenterId: t.string({ required: true }),
    action: t.field({ type: LinkActionEnum, required: true }),
    internalWorkCenterId: t.int({ description: 'Of EXISTING.' }),
  }),
})

builder.queryFields((t) => ({
  integrationServices: t.field({
    type: [ServiceRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'Systems that can be connected.',
    resolve: () => INTEGRATION_SERVICES.map((code) => ({ code })),
  }),
  integrations: t.field({
    type: [IntegrationRef],
    authScopes: can('READ', 'INTEGRATIONS'),
    description: 'All integrations; those that were deleted in the last 30 days at the end.',
    resolve: async (_root, _args, context) => [...(await context.inTenant((tenant) => shownIntegrations(tenant, new Date(context.now()))))],
  }),
  checkIntegrationConnection: t.field({
    type: CheckRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'What the connection can do, with the stored secrets where none is given; nothing is stored.',
    args: { input: t.arg({ type: IntegrationInputRef, required: true }) },
    resolve: (_root, { input }, context) => checkConnection(depsOf(context), context.member(), inputOf(input)),
  }),
  integrationSample: t.field({
    type: SampleRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'The first record of a list as a REST interface answers it, for the mapping of its fields; nothing is stored.',
    args: { input: t.arg({ type: IntegrationInputRef, required: true }), list: t.arg({ type: SampleListEnum, required: true }) },
    resolve: (_root, { input, list }, context) => sampleAnswer(depsOf(context), context.member(), inputOf(input), list),
  }),
}))

builder.mutationFields((t) => ({
  createOrUpdateIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'Stores the connection once its check finds it working, or without a check.',
    args: {
      input: t.arg({ type: IntegrationInputRef, required: true }),
      ignoreConnectionCheck: t.arg.boolean({ required: true, defaultValue: false }),
    },
    resolve: async (_root, { input, ignoreConnectionCheck }, context) => {
      const id = await saveIntegration(depsOf(context), context.member(), inputOf(input), { ignoresCheck: ignoreConnectionCheck })
      return await shown(context, id)
    },
  }),
  executeIntegrationSetup: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description:
      'Links work centers as chosen, makes those chosen as new, and begins the runs. After a failure of the other system it has FAILED.',
    args: {
      integrationId: t.arg({ type: 'Guid', required: true }),
      jobOrdersParams: t.arg({ type: OrderParamsInput, required: true }),
      workCenterParams: t.arg({ type: [LinkInput], required: true }),
    },
    resolve: async (_root, { integrationId, jobOrdersParams, workCenterParams }, context) => {
      const { statuses, importType, startDay, everyMinutes, sends } = jobOrdersParams
      await setUpIntegration(depsOf(context), context.member(), integrationId, {
        orders: { importType: importType ?? null, meanings: statuses, startDay: startDay ?? null, everyMinutes, sends },
        choices: workCenterParams.map(({ externalWorkCenterId, action, internalWorkCenterId }) => ({
          externalId: externalWorkCenterId,
          action,
          internalId: internalWorkCenterId ?? null,
        })),
      })
      return await shown(context, integrationId)
    },
  }),
  enableIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await reconnectIntegration(depsOf(context), context.member(), id, 'ENABLED')
      return await shown(context, id)
    },
  }),
  retryIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('UPDATE', 'INTEGRATIONS'),
    description: 'Tries a failed integration once more with the same parameters.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await reconnectIntegration(depsOf(context), context.member(), id, 'RETRIED')
      return await shown(context, id)
    },
  }),
  reconfigureIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'Has an integration set up anew; it runs again after that.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await reconfigureIntegration(depsOf(context), context.member(), id)
      return await shown(context, id)
    },
  }),
  disableIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'Ends its runs; what waits to go out is kept.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await disableIntegration(depsOf(context), context.member(), id)
      return await shown(context, id)
    },
  }),
  deleteIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'Can be restored for 30 days; its secrets go at once.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await deleteIntegration(depsOf(context), context.member(), id)
      return await shown(context, id)
    },
  }),
  restoreIntegration: t.field({
    type: IntegrationRef,
    authScopes: can('MODIFY', 'INTEGRATIONS'),
    description: 'Brings a deleted integration back; it is disabled, and its secrets are asked for again.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await restoreIntegration(depsOf(context), context.member(), id)
      return await shown(context, id)
    },
  }),
}))

async function shown(context: RequestContext, id: string) {
  return await context.inTenant((tenant) => shownIntegration(tenant, id, new Date(context.now())))
}

type GivenInput = {
  readonly id?: string | null | undefined
  readonly service: ConnectionForm['service']
  readonly name: string
  readonly serviceUrl: string
  readonly database?: string | null | undefined
  readonly login?: string | null | undefined
  readonly certificate?: string | null | undefined
  readonly rest?: GivenRest | null | undefined
  readonly closesOrders?: boolean | null | undefined
  readonly keyEndsOn?: string | null | undefined
  readonly renewsKey?: boolean | null | undefined
  readonly secrets?: readonly { readonly name: IntegrationSecret; readonly value?: string | null | undefined }[] | null | undefined
}

function inputOf(given: GivenInput): IntegrationInput {
  const secrets: Partial<Record<IntegrationSecret, string | null>> = {}
  for (const name of INTEGRATION_SECRETS) {
    const secret = given.secrets?.find((one) => one.name === name)
    if (secret !== undefined) secrets[name] = secret.value === undefined ? '' : secret.value
  }
  return {
    secrets,
    id: given.id ?? null,
    service: given.service,
    name: given.name,
    serviceUrl: given.serviceUrl,
    database: given.database ?? '',
    login: given.login ?? '',
    certificate: given.certificate ?? '',
    rest: given.rest == null ? null : restSettingsOf(given.rest),
    closes: given.closesOrders ?? false,
    keyEndsOn: given.keyEndsOn ?? null,
    renewsKey: given.renewsKey ?? false,
  }
}

/** What the company of the request asks other systems by. */
function depsOf(context: RequestContext) {
  return depsOfCompany(context.deps, context.member().companyId)
}
