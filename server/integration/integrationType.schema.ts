import { MISSING_REASONS } from '#engine/integration/odoo/odooVersion.ts'
import type { ExternalOrder } from '#engine/integration/externalOrder.ts'
import type { TracedRequest } from '#engine/integration/requestTrace.ts'
import { INTEGRATION_SECRETS, INTEGRATION_SERVICES, SERVICE_SECRETS } from '#engine/integration/integrationForm.ts'
import type { IntegrationSecret, IntegrationService } from '#engine/integration/integrationForm.ts'
import { INTEGRATION_STATUSES } from '#engine/integration/integrationState.ts'
import { LINK_ACTIONS, MATCH_REASONS } from '#engine/integration/matchPlaces.ts'
import type { ExternalPlace } from '#engine/integration/matchPlaces.ts'
import { OUTBOX_OPERATIONS, OUTBOX_STATES } from '#engine/integration/outboxPlan.ts'
import { builder } from '#server/graphql/builder.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { JobOrdersImportTypeEnum } from '#server/graphql/enums.ts'
import { pageType } from '#server/graphql/page.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { OUTBOUND_PROBLEMS } from '#server/outbound/guardedFetch.ts'
import { CAPABILITIES } from './connector/connector.ts'
import type { ExternalStatusRow, MissingCapability, Probe } from './connector/connector.ts'
import { ExternalStatusEnum } from './externalStatus.schema.ts'
import type { LinkRow } from './external.service.ts'
import type { StoredFailure, StoredProbe } from './integration.store.ts'
import type { AnswerSample, ConnectionCheck } from './integration.service.ts'
import type { IntegrationFile } from './integrationFile.store.ts'
import type { ShownIntegration } from './shownIntegration.service.ts'
import type { StoredLink } from './link.store.ts'
import type { OutboxMessage } from './outbox.store.ts'
import { RestRef } from './restType.schema.ts'
import type { LoggedRequest } from './requestLog.store.ts'
import type { CancelledHere } from './cancelledHere.store.ts'
import type { EndedOutside, IntegrationRun, RunCounts } from './run.store.ts'

export const ServicesEnum = builder.enumType('IntegrationServices', { values: INTEGRATION_SERVICES })
export const SecretEnum = builder.enumType('IntegrationSecret', { values: INTEGRATION_SECRETS })
const StatusEnum = builder.enumType('IntegrationStatus', { values: INTEGRATION_STATUSES })
export const LinkActionEnum = builder.enumType('WorkCentersLinkAction', { values: LINK_ACTIONS })
const MatchReasonEnum = builder.enumType('WorkCentersMatchReason', { values: MATCH_REASONS })
const CapabilityEnum = builder.enumType('IntegrationCapability', { values: CAPABILITIES })
export const OutboxOperationEnum = builder.enumType('IntegrationOutboxOperation', { values: OUTBOX_OPERATIONS })
export const OutboxStateEnum = builder.enumType('IntegrationOutboxState', { values: OUTBOX_STATES })
const RunKindEnum = builder.enumType('IntegrationRunKind', { values: ['PREVIEW', 'RUN'] as const })

const FailureRef = builder.objectRef<StoredFailure>('IntegrationFailure').implement({
  description: 'Why something failed; texts of the other system stand in the parameters as it wrote them.',
  fields: (t) => ({
    code: t.exposeString('code'),
    params: t.string({ description: 'JSON.', resolve: ({ params }) => JSON.stringify(params) }),
  }),
})

const MissingReasonEnum = builder.enumType('IntegrationMissingReason', {
  description:
    'Why something cannot be done: FIELD it is not there or hidden from this login, MODULE it is not installed, RIGHTS this login may not read it, SETTING nothing is entered for it, UNSUPPORTED it is never done with this system.',
  values: MISSING_REASONS,
})
const MissingRef = builder.objectRef<MissingCapability>('IntegrationMissingCapability').implement({
  fields: (t) => ({
    capability: t.expose('capability', { type: CapabilityEnum }),
    reason: t.expose('reason', { type: MissingReasonEnum }),
  }),
})

const ProbeRef = builder.objectRef<Probe | StoredProbe>('IntegrationProbe').implement({
  description: 'What the check of a connection found.',
  fields: (t) => ({
    system: t.exposeString('system'),
    version: t.exposeString('version'),
    milliseconds: t.exposeInt('ms', { description: 'Until the first answer.' }),
    capabilities: t.field({
      type: [CapabilityEnum],
      resolve: ({ capabilities }) => CAPABILITIES.filter((one) => capabilities.some((name) => name === one)),
    }),
    missing: t.field({
      type: [MissingRef],
      description: 'Why the other capabilities are not there; empty for checks of before this was noted.',
      resolve: ({ missing = [] }) =>
        missing.flatMap(({ capability, reason }) => {
          const one = CAPABILITIES.find((name) => name === capability)
          const why = MISSING_REASONS.find((name) => name === reason)
          return one === undefined || why === undefined ? [] : [{ capability: one, reason: why }]
        }),
    }),
  }),
})

const RequestRef = builder.objectRef<TracedRequest>('IntegrationRequest').implement({
  description: 'A request to the other system, without its query, its body and any secret.',
  fields: (t) => ({
    asked: t.exposeString('asked', { description: 'The method, the path and, of calls with one path, what is called.' }),
    status: t.exposeInt('status', { nullable: true, description: 'Of HTTP; null = no answer came.' }),
    milliseconds: t.exposeInt('ms'),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'What was wrong, in the words of the other system, at most 200 characters.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: `Why no answer came: ${OUTBOUND_PROBLEMS.join(', ')}.` }),
  }),
})

export const LoggedRequestRef = builder.objectRef<LoggedRequest>('IntegrationLoggedRequest').implement({
  description: 'A request to the other system that was made, and when.',
  fields: (t) => ({
    id: t.exposeString('id'),
    askedOn: t.expose('askedOn', { type: 'DateTime' }),
    runId: t.expose('runId', { type: 'Guid', nullable: true, description: 'Null: of a setup, or of messages that go out.' }),
    request: t.field({ type: RequestRef, resolve: (logged) => logged }),
  }),
})

export const CheckRef = builder.objectRef<ConnectionCheck>('IntegrationCheck').implement({
  fields: (t) => ({
    probe: t.field({ type: ProbeRef, nullable: true, resolve: ({ probe }) => probe }),
    failure: t.field({
      type: FailureRef,
      nullable: true,
      resolve: ({ failure }) => failure && { code: failure.code, params: failure.params },
    }),
    requests: t.field({
      type: [RequestRef],
      description: 'What was asked, in its order; after a failure the last one is where it broke off.',
      resolve: ({ requests }) => [...requests],
    }),
  }),
})

export const SampleListEnum = builder.enumType('IntegrationList', { values: ['ORDERS', 'WORK_CENTERS'] as const })
export const SampleRef = builder.objectRef<AnswerSample>('IntegrationSample').implement({
  description: 'A record as another system answers it.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Records of the first page.' }),
    records: t.exposeStringList('records', { description: 'JSON: the first record, then those that it stands in, the nearest first.' }),
    failure: t.field({
      type: FailureRef,
      nullable: true,
      resolve: ({ failure }) => failure && { code: failure.code, params: failure.params },
    }),
  }),
})

const SecretSetRef = builder.objectRef<{ readonly name: IntegrationSecret; readonly setOn: Date }>('IntegrationSecretSet').implement({
  fields: (t) => ({ name: t.expose('name', { type: SecretEnum }), setOn: t.expose('setOn', { type: 'DateTime' }) }),
})

const EndedOutsideRef = builder.objectRef<EndedOutside>('IntegrationEndedOrder').implement({
  description: 'An order that is open here although it is over in the other system.',
  fields: (t) => ({
    jobOrderId: t.exposeInt('jobOrderId'),
    orderCode: t.exposeString('orderCode'),
    externalStatus: t.exposeString('externalStatus', { description: 'As the other system said it last.' }),
    isGone: t.exposeBoolean('isGone', { description: 'It was deleted over there.' }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ jobOrderId }, _args, context) => jobOrderById(context).load(jobOrderId),
    }),
  }),
})

const CancelledHereRef = builder.objectRef<CancelledHere>('IntegrationCancelledOrder').implement({
  description: 'An order that was cancelled here in the last 30 days although it is open in the other system.',
  fields: (t) => ({
    jobOrderId: t.exposeInt('jobOrderId'),
    orderCode: t.exposeString('orderCode'),
    externalStatus: t.exposeString('externalStatus', { description: 'As the other system said it last.' }),
  }),
})

const FileRef = builder.objectRef<IntegrationFile>('IntegrationFile').implement({
  description: 'A file of orders that was put in.',
  fields: (t) => ({
    importId: t.exposeInt('importId'),
    name: t.exposeString('name'),
    rowCount: t.exposeInt('rowCount'),
    putOn: t.expose('putOn', { type: 'DateTime' }),
  }),
})

const CountsRef = builder.objectRef<RunCounts>('IntegrationRunCounts').implement({
  fields: (t) => ({
    read: t.exposeInt('read'),
    created: t.exposeInt('created'),
    changed: t.exposeInt('changed'),
    closed: t.exposeInt('closed'),
    unchanged: t.exposeInt('unchanged'),
    refused: t.exposeInt('refused'),
    elsewhere: t.exposeInt('elsewhere', { description: 'At work centers that are not matched, too early, or over.' }),
  }),
})

const RefusedRef = builder.objectRef<IntegrationRun['refused'][number]>('IntegrationRefusedOrder').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    problem: t.exposeString('problem', { description: 'NO_PLACE, NO_PRODUCT, NO_QUANTITY, OTHER_UNIT or UNREAD.' }),
    field: t.string({
      nullable: true,
      description: 'Of UNREAD: the field whose value cannot be read.',
      resolve: ({ field }) => field ?? null,
    }),
    value: t.string({ nullable: true, resolve: ({ value }) => value ?? null }),
  }),
})

export const RunRef = builder.objectRef<IntegrationRun>('IntegrationRun').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    kind: t.expose('kind', { type: RunKindEnum }),
    isFull: t.exposeBoolean('isFull', { description: 'False: only what changed since the run before.' }),
    startedOn: t.expose('startedOn', { type: 'DateTime' }),
    endedOn: t.expose('endedOn', { type: 'DateTime', nullable: true }),
    isByHand: t.boolean({ resolve: ({ userId }) => userId !== null }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who asked for it; null: the schedule.',
      resolve: async ({ userId }, _args, context) => (userId === null ? null : await userById(context).load(userId)),
    }),
    importId: t.exposeInt('importId', { nullable: true, description: 'The import with its rows; null: there was nothing to import.' }),
    counts: t.field({ type: CountsRef, nullable: true, resolve: ({ counts }) => counts }),
    refused: t.field({ type: [RefusedRef], resolve: ({ refused }) => [...refused] }),
    error: t.field({ type: FailureRef, nullable: true, resolve: ({ error }) => error }),
    checkToken: t.exposeString('checkToken', { nullable: true, description: 'Of a preview: runIntegration applies it.' }),
  }),
})
export const RunsPageRef = pageType<IntegrationRun>('IntegrationRunsPage', RunRef)

export const ServiceRef = builder.objectRef<{ readonly code: IntegrationService }>('IntegrationService').implement({
  fields: (t) => ({
    code: t.expose('code', { type: ServicesEnum }),
    isReady: t.boolean({
      description: 'Whether it can be connected.',
      resolve: () => true,
    }),
    secrets: t.field({ type: [SecretEnum], resolve: ({ code }) => [...SERVICE_SECRETS[code]] }),
  }),
})

export const IntegrationRef = builder.objectRef<ShownIntegration>('Integration').implement({
  description: 'Another system that orders come from and figures go to. Its secrets are never answered.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    service: t.expose('service', { type: ServicesEnum }),
    name: t.exposeString('name'),
    serviceUrl: t.exposeString('serviceUrl'),
    status: t.expose('status', { type: StatusEnum }),
    errorMessage: t.string({
      nullable: true,
      description: 'What the other system said of the last failure, else its code.',
      resolve: ({ error }) => error && String(error.params['message'] || error.code),
    }),
    error: t.field({ type: FailureRef, nullable: true, resolve: ({ error }) => error }),
    hasApiKey: t.boolean({ resolve: ({ secrets }) => secrets.apiKey !== undefined }),
    hasClientId: t.boolean({ resolve: ({ secrets }) => secrets.clientId !== undefined }),
    hasClientSecret: t.boolean({ resolve: ({ secrets }) => secrets.clientSecret !== undefined }),
    hasHmac: t.boolean({ resolve: ({ secrets }) => secrets.hmac !== undefined }),
    secretsSet: t.field({
      type: [SecretSetRef],
      description: 'Which secrets are stored, and since when.',
      resolve: ({ secrets }) =>
        INTEGRATION_SECRETS.flatMap((name) => {
          const stored = secrets[name]
          return stored === undefined ? [] : [{ name, setOn: new Date(stored.setOn) }]
        }),
    }),
    keyEndsOn: t.expose('keyEndsOn', { type: 'Date', nullable: true }),
    renewsKey: t.boolean({
      description: 'Of Odoo: its key is renewed before it ends.',
      resolve: ({ settings }) => settings.renewsKey === true,
    }),
    keyError: t.field({
      type: FailureRef,
      nullable: true,
      description: 'Why the last try to renew the key failed.',
      resolve: ({ keyError }) => keyError,
    }),
    database: t.string({ nullable: true, resolve: ({ settings }) => settings.database ?? null }),
    login: t.string({ nullable: true, resolve: ({ settings }) => settings.login ?? null }),
    certificate: t.string({ nullable: true, resolve: ({ settings }) => settings.certificate ?? null }),
    rest: t.field({ type: RestRef, nullable: true, resolve: ({ settings }) => settings.rest ?? null }),
    closesOrders: t.boolean({ resolve: ({ settings }) => settings.closes === true }),
    isChecked: t.exposeBoolean('isChecked', { description: 'False: saved without the check of its connection.' }),
    isDeleted: t.exposeBoolean('isDeleted', { description: 'It can be restored for 30 days.' }),
    probe: t.field({ type: ProbeRef, nullable: true, resolve: ({ probe }) => probe }),
    probedOn: t.expose('probedOn', { type: 'DateTime', nullable: true }),
    busySince: t.expose('busySince', { type: 'DateTime', nullable: true }),
    importType: t.expose('importType', {
      type: JobOrdersImportTypeEnum,
      nullable: true,
      description: 'Of imports by hand; null = that of each work center. The schedule always updates.',
    }),
    statuses: t.field({ type: [ExternalStatusEnum], resolve: ({ meanings }) => [...meanings] }),
    startDay: t.expose('startDay', { type: 'Date', nullable: true }),
    everyMinutes: t.exposeInt('everyMinutes'),
    sends: t.field({ type: [OutboxOperationEnum], resolve: ({ sends }) => [...sends] }),
    nextRunOn: t.expose('nextRunOn', { type: 'DateTime', nullable: true }),
    isScheduled: t.boolean({
      description: 'Imports come by themselves. False: after the setup a preview has to be seen, and an import by hand confirms it.',
      resolve: ({ scheduledSince }) => scheduledSince !== null,
    }),
    lastRun: t.field({
      type: RunRef,
      nullable: true,
      description: 'The last import, not its previews.',
      resolve: ({ lastRun }) => lastRun,
    }),
    lastSentOn: t.expose('lastSentOn', { type: 'DateTime', nullable: true, description: 'When the other system last heard a figure.' }),
    waiting: t.exposeInt('waiting', { description: 'Messages that wait to go out.' }),
    needsPerson: t.exposeInt('needsPerson', { description: 'Messages of which somebody has to decide.' }),
    files: t.field({
      type: [FileRef],
      description: 'Of CSV: the files that were put in, the newest first.',
      resolve: ({ files }) => [...files],
    }),
    endedOutside: t.field({ type: [EndedOutsideRef], resolve: ({ endedOutside }) => [...endedOutside] }),
    cancelledHere: t.field({ type: [CancelledHereRef], resolve: ({ cancelledHere }) => [...cancelledHere] }),
  }),
})

export const ExternalPlaceRef = builder.objectRef<ExternalPlace>('ExternalWorkCenter').implement({
  fields: (t) => ({
    id: t.exposeString('id'),
    code: t.exposeString('code', { nullable: true }),
    name: t.exposeString('name'),
  }),
})

export const ExternalStatusRef = builder.objectRef<ExternalStatusRow>('ExternalStatus').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    isImported: t.exposeBoolean('isImported'),
  }),
})

export const ExternalOrderRef = builder.objectRef<ExternalOrder>('ExternalJobOrder').implement({
  description: 'An order as the other system has it.',
  fields: (t) => ({
    id: t.exposeString('externalId', { description: 'Names it in the other system.' }),
    code: t.exposeString('code'),
    externalStatus: t.exposeString('externalStatus'),
    internalStatus: t.expose('meaning', { type: ExternalStatusEnum }),
    plannedQuantity: t.expose('plannedQuantity', { type: 'Decimal', nullable: true }),
    productCode: t.exposeString('productCode', { nullable: true }),
    productName: t.exposeString('productName', { nullable: true }),
    workCenterCode: t.exposeString('placeId', { nullable: true }),
    workCenterName: t.exposeString('placeName', { nullable: true }),
    planStart: t.expose('planStart', { type: 'DateTime', nullable: true }),
    planEnd: t.expose('planEnd', { type: 'DateTime', nullable: true }),
    targetCycleTime: t.expose('targetCycleTime', { type: 'Decimal', nullable: true, description: 'Seconds.' }),
    unit: t.string({ nullable: true, description: 'The name of its unit there.', resolve: ({ unit }) => unit ?? null }),
    madeQuantity: t.expose('madeQuantity', {
      type: 'Decimal',
      nullable: true,
      description: 'What is made of it so far, as the other system has it.',
    }),
  }),
})

export const LinkRef = builder.objectRef<StoredLink>('WorkCentersLink').implement({
  description: 'A work center of the other system and which of ours it is.',
  fields: (t) => ({
    id: t.exposeString('externalId'),
    internalWorkCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      description: 'Null: it is ignored.',
      resolve: async ({ workCenterId }, _args, context) =>
        workCenterId === null ? null : await workCenterById(context).load(workCenterId),
    }),
    externalWorkCenter: t.field({
      type: ExternalPlaceRef,
      resolve: ({ externalId, externalCode, externalName }) => ({ id: externalId, code: externalCode, name: externalName }),
    }),
    vanishedOn: t.expose('vanishedOn', { type: 'DateTime', nullable: true, description: 'Since when the other system has it no longer.' }),
  }),
})

export const LinkRowRef = builder.objectRef<LinkRow>('WorkCentersMatch').implement({
  description: 'A work center of the other system, what was chosen for it, and what is proposed.',
  fields: (t) => ({
    externalWorkCenter: t.field({ type: ExternalPlaceRef, resolve: ({ place }) => place }),
    action: t.expose('action', { type: LinkActionEnum, nullable: true }),
    internalWorkCenterId: t.exposeInt('workCenterId', { nullable: true }),
    suggestedWorkCenterId: t.int({ nullable: true, resolve: ({ suggestion }) => suggestion?.internalId ?? null }),
    reason: t.field({ type: MatchReasonEnum, nullable: true, resolve: ({ suggestion }) => suggestion?.reason ?? null }),
  }),
})

export const MessageRef = builder.objectRef<OutboxMessage>('IntegrationOutboxMessage').implement({
  description: 'What the other system is to be told of an order: what it made so far, so that saying it again changes nothing.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    operation: t.expose('operation', { type: OutboxOperationEnum }),
    jobOrderId: t.exposeInt('jobOrderId'),
    orderCode: t.exposeString('orderCode'),
    externalCode: t.exposeString('externalCode'),
    accepted: t.expose('accepted', { type: 'Decimal' }),
    rejected: t.expose('rejected', { type: 'Decimal' }),
    state: t.expose('state', { type: OutboxStateEnum }),
    tries: t.exposeInt('tries'),
    nextTryOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ state, nextTryOn }) => (state === 'WAITING' ? nextTryOn : null) }),
    error: t.field({ type: FailureRef, nullable: true, resolve: ({ error }) => error }),
    theirs: t.expose('theirs', { type: 'Decimal', nullable: true, description: 'What stands over there, of a conflict.' }),
    said: t.expose('said', { type: 'Decimal', nullable: true, description: 'What we said last.' }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    answeredOn: t.expose('answeredOn', { type: 'DateTime', nullable: true }),
    decidedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who last had it sent again, or left it unsaid.',
      resolve: async ({ decidedBy }, _args, context) => (decidedBy === null ? null : await userById(context).load(decidedBy)),
    }),
  }),
})
export const MessagesPageRef = pageType<OutboxMessage>('IntegrationOutboxPage', MessageRef)
