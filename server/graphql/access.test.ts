import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isEnumType, isInputObjectType, isLeafType, isListType, isNonNullType } from 'graphql'
import type { GraphQLEnumType, GraphQLField, GraphQLInputObjectType, GraphQLInputType, GraphQLOutputType } from 'graphql'
import { hasAbility, ROLES } from '#engine/access/abilities.ts'
import type { Ability, Role } from '#engine/access/abilities.ts'
import { NOT_FOR_KEYS, QUERIES_OF_PEOPLE } from '#engine/access/keyAbilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { schema } from '#server/schema.ts'
import { ACME, ISSUER, OTHER, startTestApi } from './testing.ts'
import type { TestApi } from './testing.ts'

type Operation = { readonly kind: 'query' | 'mutation'; readonly name: string; readonly text: string; readonly scopes: Scopes }
type Scopes = {
  readonly anyone?: boolean
  readonly account?: boolean
  readonly signedIn?: boolean
  readonly proven?: boolean
  readonly member?: boolean
  readonly ability?: Ability
}

/** Figures of several work centers together are analytics; of one they are of its page. */
const OF_ONE_WORK_CENTER: Readonly<Record<string, string>> = {
  energyReport: 'workCenterIds: [999999]',
  oeeStatistics: 'filter: { workCenterIds: [999999] }',
  oeeStatisticsDetails: 'filter: { workCenterIds: [999999] }',
}

/** Every operation of the schema with harmless arguments: ids that do not exist. */
const OPERATIONS: readonly Operation[] = (['query', 'mutation'] as const).flatMap((kind) => {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(root?.getFields() ?? {}).map((field) => ({
    kind,
    name: field.name,
    text: callOf(kind, field),
    scopes: scopesOf(field),
  }))
})

/** What each operation may ask, spelled out once more: a change of a right in a schema file must be made here too. */
const MUTATION_RIGHTS: Readonly<Record<string, string>> = {
  activateExtension: 'MODIFY COMPANY_SETTINGS',
  allowAssistantModel: 'MODIFY COMPANY_SETTINGS',
  deactivateExtension: 'MODIFY COMPANY_SETTINGS',
  createOrUpdateIntegration: 'MODIFY INTEGRATIONS',
  deleteIntegration: 'MODIFY INTEGRATIONS',
  createOrUpdateWebhook: 'MODIFY INTEGRATIONS',
  deleteWebhook: 'MODIFY INTEGRATIONS',
  rotateWebhookSecret: 'MODIFY INTEGRATIONS',
  testWebhook: 'MODIFY INTEGRATIONS',
  disableIntegration: 'MODIFY INTEGRATIONS',
  enableIntegration: 'MODIFY INTEGRATIONS',
  executeIntegrationSetup: 'MODIFY INTEGRATIONS',
  previewIntegrationRun: 'UPDATE INTEGRATIONS',
  reconfigureIntegration: 'MODIFY INTEGRATIONS',
  restoreIntegration: 'MODIFY INTEGRATIONS',
  retryIntegration: 'UPDATE INTEGRATIONS',
  putIntegrationFile: 'UPDATE INTEGRATIONS',
  retryOutbox: 'UPDATE INTEGRATIONS',
  runIntegration: 'UPDATE INTEGRATIONS',
  skipOutbox: 'UPDATE INTEGRATIONS',
  acceptSuggestedTrackingRow: 'UPDATE WORK_CENTER_SETTINGS',
  acknowledgeHandover: 'READ SHIFTS',
  acknowledgeNotification: 'member',
  acknowledgeNotifications: 'member',
  archiveNotifications: 'member',
  createNotificationConfig: 'MODIFY WORK_CENTER_SETTINGS',
  copyNotificationConfig: 'MODIFY WORK_CENTER_SETTINGS',
  deleteNotificationConfig: 'MODIFY WORK_CENTER_SETTINGS',
  addPushSubscription: 'member',
  removePushSubscription: 'member',
  testPush: 'member',
  readNotification: 'member',
  readNotifications: 'member',
  snoozeNotification: 'member',
  updateNotificationConfig: 'MODIFY WORK_CENTER_SETTINGS',
  updateNotificationDigest: 'member',
  updateNotificationPreferences: 'member',
  updateNotificationSubscribers: 'MODIFY WORK_CENTER_SETTINGS',
  addBox: 'UPDATE NEW_WORK_CENTER',
  addTrialMachine: 'READ NEW_WORK_CENTER',
  addSensor: 'UPDATE WORK_CENTER_SETTINGS',
  archiveState: 'UPDATE WORK_CENTER_SETTINGS',
  addProductionOrdersToOutput: 'UPDATE OUTPUTS',
  cancelOutputConfirmation: 'UPDATE OUTPUTS',
  editOutput: 'UPDATE OUTPUTS',
  cancelPowerCalibration: 'UPDATE WORK_CENTER_SETTINGS',
  changeBoxSource: 'UPDATE WORK_CENTER_SETTINGS',
  changePassword: 'signedIn',
  closePublicAccess: 'UPDATE WORK_CENTER_SETTINGS',
  closeShiftNote: 'READ SHIFTS',
  commentShift: 'READ SHIFTS',
  confirmOutput: 'UPDATE OUTPUTS',
  confirmShift: 'UPDATE SHIFTS',
  confirmShifts: 'UPDATE SHIFTS',
  confirmTwoFactor: 'signedIn',
  convertSource: 'UPDATE WORK_CENTER_SETTINGS',
  correctOutputConfirmation: 'UPDATE OUTPUTS',
  createApiKey: 'MODIFY API_KEY',
  createJoinLink: 'MODIFY COMPANY_USERS',
  createLoss: 'UPDATE LOSSES',
  createLossReason: 'MODIFY COMPANY_SETTINGS',
  createLossReasonGroup: 'MODIFY COMPANY_SETTINGS',
  createLossTrackingRule: 'UPDATE WORK_CENTER_SETTINGS',
  createOrUpdateShifts: 'MODIFY SHIFTS',
  createOrUpdateState: 'UPDATE WORK_CENTER_SETTINGS',
  createTeam: 'MODIFY COMPANY_USERS',
  createUser: 'MODIFY COMPANY_USERS',
  createWorkCenterGroup: 'UPDATE WORK_CENTER_SETTINGS',
  decideRoleRequest: 'MODIFY COMPANY_USERS',
  deleteApiKey: 'MODIFY API_KEY',
  deleteBox: 'MODIFY WORK_CENTER_SETTINGS',
  deleteLoss: 'UPDATE LOSSES',
  deleteLossReason: 'MODIFY COMPANY_SETTINGS',
  deleteLossReasonGroup: 'MODIFY COMPANY_SETTINGS',
  deleteLossTrackingRule: 'UPDATE WORK_CENTER_SETTINGS',
  deleteSavedView: 'member',
  deleteSensor: 'MODIFY WORK_CENTER_SETTINGS',
  deleteShifts: 'MODIFY SHIFTS',
  deleteTeam: 'MODIFY COMPANY_USERS',
  addTimelineNote: 'MODIFY ANALYTICS',
  updateTimelineNote: 'MODIFY ANALYTICS',
  deleteTimelineNote: 'MODIFY ANALYTICS',
  deleteUserFromCompany: 'MODIFY COMPANY_USERS',
  deleteWorkCenterGroup: 'MODIFY WORK_CENTER_SETTINGS',
  disableTwoFactor: 'signedIn',
  editBox: 'UPDATE WORK_CENTER_SETTINGS',
  endManualStatus: 'UPDATE LOSSES',
  enterCompany: 'proven',
  exportAuditLog: 'MODIFY COMPANY_USERS',
  exportCompany: 'MODIFY COMPANY_SETTINGS',
  exportLosses: 'READ LOSSES',
  printAnalytics: 'READ ANALYTICS',
  sendAnalytics: 'READ ANALYTICS',
  printDowntimeProtocol: 'READ LOSSES',
  printEfficiencyProtocol: 'READ ANALYTICS',
  printEnergyReport: 'READ ANALYTICS',
  printLossesProtocol: 'READ LOSSES',
  printShiftReport: 'READ SHIFTS',
  addReportSubscriber: 'member',
  deleteReport: 'member',
  leaveReport: 'member',
  sendReport: 'member',
  remakeReport: 'member',
  sendDowntimeProtocol: 'READ LOSSES',
  sendEfficiencyProtocol: 'READ ANALYTICS',
  sendEnergyReport: 'READ ANALYTICS',
  sendLossesProtocol: 'READ LOSSES',
  sendShiftReport: 'READ SHIFTS',
  sendLossesReportToMail: 'READ LOSSES',
  updateReport: 'member',
  updateReportSubscriber: 'member',
  outputConfirmationsCreate: 'UPDATE OUTPUTS',
  retryJob: 'MODIFY COMPANY_USERS',
  inviteUsers: 'MODIFY COMPANY_USERS',
  importLossReasonPresets: 'MODIFY COMPANY_SETTINGS',
  joinCompany: 'proven',
  leaveCompany: 'member',
  applyLossEdits: 'UPDATE LOSSES',
  mergeLosses: 'UPDATE LOSSES',
  moveLossReason: 'MODIFY COMPANY_SETTINGS',
  moveLossReasonGroup: 'MODIFY COMPANY_SETTINGS',
  undoLossBatch: 'UPDATE LOSSES',
  updateLossesPartially: 'UPDATE LOSSES',
  newRecoveryCodes: 'signedIn',
  openPublicAccess: 'UPDATE WORK_CENTER_SETTINGS',
  registerCompany: 'proven',
  registerUser: 'anyone',
  reopenShift: 'MODIFY SHIFTS',
  resetCounter: 'UPDATE WORK_CENTER_SETTINGS',
  replaceLossReason: 'MODIFY COMPANY_SETTINGS',
  requestRoleChange: 'member',
  resendInvitation: 'MODIFY COMPANY_USERS',
  resendVerification: 'account',
  restoreSensor: 'MODIFY WORK_CENTER_SETTINGS',
  restoreState: 'UPDATE WORK_CENTER_SETTINGS',
  saveEnergyTariff: 'MODIFY COMPANY_SETTINGS',
  saveView: 'member',
  setDefaultView: 'member',
  saveStates: 'UPDATE WORK_CENTER_SETTINGS',
  revokeInvitation: 'MODIFY COMPANY_USERS',
  revokeJoinLink: 'MODIFY COMPANY_USERS',
  saveShiftNote: 'READ SHIFTS',
  saveShiftExceptions: 'MODIFY SHIFTS',
  setManualStatus: 'UPDATE LOSSES',
  setStationPin: 'member',
  workAtStation: 'UPDATE LOSSES',
  splitEvents: 'UPDATE LOSSES',
  splitLoss: 'UPDATE LOSSES',
  startPowerCalibration: 'UPDATE WORK_CENTER_SETTINGS',
  startTwoFactor: 'signedIn',
  updateBox: 'UPDATE WORK_CENTER_SETTINGS',
  updateCompany: 'MODIFY COMPANY_SETTINGS',
  updateDevice: 'UPDATE WORK_CENTER_SETTINGS',
  updateEmployee: 'MODIFY COMPANY_USERS',
  updateEvent: 'UPDATE LOSSES',
  updateJobOrderSettings: 'UPDATE WORK_CENTER_SETTINGS',
  updateLoss: 'UPDATE LOSSES',
  updateLossReason: 'MODIFY COMPANY_SETTINGS',
  updateLossReasonGroup: 'MODIFY COMPANY_SETTINGS',
  updateLossTrackingRule: 'UPDATE WORK_CENTER_SETTINGS',
  updateLosses: 'UPDATE LOSSES',
  updateOeePolicy: 'UPDATE COMPANY_SETTINGS',
  updateOeeSettings: 'UPDATE WORK_CENTER_SETTINGS',
  updateOutputSettings: 'UPDATE WORK_CENTER_SETTINGS',
  updateSensor: 'UPDATE WORK_CENTER_SETTINGS',
  updateTeam: 'MODIFY COMPANY_USERS',
  updateUser: 'signedIn',
  updateUserSettings: 'signedIn',
  updateWorkCenterGroup: 'UPDATE WORK_CENTER_SETTINGS',
  updateWorkCenterGroupMembership: 'UPDATE WORK_CENTER_SETTINGS',
  verifyEmail: 'account',
  addConversationMessage: 'UPDATE JOB_ORDERS',
  addJobOrderLinks: 'UPDATE JOB_ORDERS',
  archiveItem: 'UPDATE JOB_ORDERS',
  cancelJobOrder: 'UPDATE JOB_ORDERS',
  cancelJobOrderMany: 'UPDATE JOB_ORDERS',
  closeJobOrder: 'UPDATE JOB_ORDERS',
  closeJobOrderMany: 'UPDATE JOB_ORDERS',
  copyJobOrder: 'UPDATE JOB_ORDERS',
  createJobOrder: 'UPDATE JOB_ORDERS',
  createOrUpdateItem: 'UPDATE JOB_ORDERS',
  deleteConversationMessage: 'UPDATE JOB_ORDERS',
  deleteImportMapping: 'UPDATE JOB_ORDERS',
  deleteEnergyTariff: 'MODIFY COMPANY_SETTINGS',
  deleteJobOrder: 'MODIFY JOB_ORDERS',
  deleteJobOrderMany: 'MODIFY JOB_ORDERS',
  editConversationMessage: 'UPDATE JOB_ORDERS',
  editJobOrdersImport: 'UPDATE JOB_ORDERS',
  importJobOrders: 'UPDATE JOB_ORDERS',
  markConversationRead: 'READ JOB_ORDERS',
  answerOrderStartProposal: 'UPDATE JOB_ORDERS',
  moveJobOrderBorder: 'UPDATE JOB_ORDERS',
  moveJobOrderToPlanned: 'UPDATE JOB_ORDERS',
  moveJobOrderToPlannedMany: 'UPDATE JOB_ORDERS',
  removeJobOrderLinks: 'UPDATE JOB_ORDERS',
  restoreJobOrder: 'UPDATE JOB_ORDERS',
  adjustStock: 'MODIFY OUTPUTS',
  chargeOffBatch: 'UPDATE OUTPUTS',
  coverConsumption: 'UPDATE OUTPUTS',
  createBatch: 'UPDATE OUTPUTS',
  emptyContainer: 'UPDATE OUTPUTS',
  installBatch: 'UPDATE OUTPUTS',
  uninstallBatch: 'UPDATE OUTPUTS',
  saveImportMapping: 'UPDATE JOB_ORDERS',
  restoreJobOrderMany: 'UPDATE JOB_ORDERS',
  saveItemBom: 'UPDATE JOB_ORDERS',
  saveItemStandard: 'UPDATE JOB_ORDERS',
  startJobOrder: 'UPDATE JOB_ORDERS',
  stopJobOrder: 'UPDATE JOB_ORDERS',
  stopJobOrderMany: 'UPDATE JOB_ORDERS',
  undoJobOrderAction: 'UPDATE JOB_ORDERS',
  undoJobOrdersImport: 'UPDATE JOB_ORDERS',
  createSupportRequest: 'member',
  rateFaq: 'member',
  createOrUpdateFaqEntry: 'MODIFY COMPANY_SETTINGS',
  deleteFaqEntry: 'MODIFY COMPANY_SETTINGS',
  answerSupportRequest: 'signedIn',
  closeSupportRequest: 'member',
  removeInvoice: 'member',
  createWorkRequest: 'UPDATE LOSSES',
  commentWorkRequest: 'UPDATE LOSSES',
  moveWorkRequest: 'UPDATE LOSSES',
  updateWorkRequest: 'UPDATE LOSSES',
  updateJobOrder: 'UPDATE JOB_ORDERS',
  updateJobOrderPriority: 'UPDATE JOB_ORDERS',
  updateJobOrderPriorityMany: 'UPDATE JOB_ORDERS',
  assignOperationalTask: 'UPDATE LOSSES',
  printChecklist: 'READ CHECKLISTS',
  closeOperationalTask: 'UPDATE LOSSES',
  commentOperationalTask: 'UPDATE LOSSES',
  createOrUpdateChecklist: 'MODIFY CHECKLISTS',
  deleteChecklist: 'MODIFY CHECKLISTS',
  saveChecklistAnswers: 'UPDATE CHECKLISTS',
  reassignChecklist: 'UPDATE CHECKLISTS',
  skipChecklist: 'UPDATE CHECKLISTS',
  startChecklist: 'UPDATE CHECKLISTS',
  submitChecklist: 'UPDATE CHECKLISTS',
  updateOperationalPlan: 'MODIFY COMPANY_SETTINGS',
}

describe('rights of every operation', () => {
  let api: TestApi
  let key: string
  let asked = 0
  before(async () => {
    api = await startTestApi()
    key = await createKey(api)
  })
  after(() => api.close())

  it('names exactly one right for every query and mutation', () => {
    assert.ok(OPERATIONS.length > 40)
    for (const { name, scopes } of OPERATIONS) assert.equal(Object.keys(scopes).length, 1, name)
    const mutations = OPERATIONS.filter((one) => one.kind === 'mutation').map((one) => [one.name, rightText(one.scopes)])
    assert.deepEqual(Object.fromEntries(mutations), MUTATION_RIGHTS)
  })

  for (const operation of OPERATIONS) {
    const { name, text, scopes } = operation
    it(`${name}: HTTP 401 without a valid token or for another company`, async () => {
      const user = api.users.ADMIN
      const bodies = JSON.stringify({ query: text })
      const tokens = [
        ...(scopes.anyone === true ? [] : [null]),
        'not-a-token',
        await api.token(user, { expiresIn: '-1 minute' }),
        await api.token(user, { key: 'wrong' }),
        await api.token(user, { key: 'none' }),
        await api.token(user, { companyId: OTHER }),
        await api.token(user, { issuer: 'https://elsewhere.example/identity/company/ACME1' }),
        await api.token(user, { issuer: `${ISSUER}/company/${OTHER}` }),
        await api.token(user, { audience: 'another-api' }),
        await api.token(user, { scope: 'openid' }),
        await api.token(user, { type: 'JWT' }),
      ]
      for (const token of tokens) {
        const { status, errors, data } = await api.post(bodies, token === null ? {} : { authorization: `Bearer ${token}` })
        assert.deepEqual([status, errors[0]?.extensions.code, data], [401, 'UNAUTHENTICATED', {}])
      }
      const foreign = await api.post(bodies, { authorization: `Bearer ${await api.token(user)}`, 'x-schema-code': OTHER })
      const unknown = await api.post(bodies, { authorization: `Bearer ${await api.token(user)}`, 'x-schema-code': 'ZZZZZ' })
      const untied = await api.post(bodies, {
        authorization: `Bearer ${await api.token(user, { companyId: null })}`,
        'x-schema-code': OTHER,
      })
      assert.equal(foreign.status, 401)
      assert.deepEqual(foreign, unknown)
      assert.deepEqual(untied, unknown)
    })

    it(`${name}: an API key ${mayKeyAsk(operation) ? 'may' : 'may not'}, and for no other company`, async () => {
      // One key may ask so often in a minute.
      if (asked++ % 250 === 249) key = await createKey(api)
      const body = JSON.stringify({ query: text })
      const headers = { authorization: `Bearer ${key}` }
      assert.equal((await api.post(body, { ...headers, 'x-schema-code': OTHER })).status, 401)
      const { status, errors } = await api.post(body, headers)
      assert.equal(status, 200)
      const codes = errors.map((error) => error.extensions.code)
      if (mayKeyAsk(operation)) assert.ok(!codes.some((code) => NEVER.includes(code)), codes.join())
      else assert.deepEqual(errors[0]?.extensions, { code: 'FORBIDDEN', params: { ...scopes.ability } })
    })

    for (const role of ROLES) {
      const isAllowed = mayAsk(scopes, role)
      it(`${name}: ${role} ${isAllowed ? 'may' : 'may not'}`, async () => {
        const { status, errors } = await api.ask(text, { as: role })
        assert.equal(status, 200)
        const codes = errors.map((error) => error.extensions.code)
        if (isAllowed) assert.ok(!codes.some((code) => NEVER.includes(code)), codes.join())
        else assert.deepEqual(errors[0]?.extensions, { code: 'FORBIDDEN', params: { ...scopes.ability } })
      })
    }
  }

  it("serves a member's other company only with a token for it", async () => {
    await api.database.pool.query(`insert into company (id, name, country) values ('SECND', 'Second', 'ua')`)
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('SECND', $1, 'ADMIN')`, [api.users.ADMIN])
    const body = JSON.stringify({ query: '{ currentUser { id } }' })
    const first = await api.token(api.users.ADMIN)
    assert.equal((await api.post(body, { authorization: `Bearer ${first}`, 'x-schema-code': 'SECND' })).status, 401)
    assert.deepEqual((await api.ask('{ currentUser { id } }', { company: 'SECND' })).errors, [])
  })

  it('says of each company of a person whether they may add work centers there', async () => {
    await api.database.pool.query(`insert into company (id, name, country) values ('THIRD', 'Third', 'ua')`)
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('THIRD', $1, 'USER')`, [api.users.ADMIN])
    const { data } = await api.ask('{ companies { id mayAddWorkCenters } }')
    const of = new Map((data['companies'] as { id: string; mayAddWorkCenters: boolean }[]).map((one) => [one.id, one.mayAddWorkCenters]))
    assert.deepEqual([of.get(ACME), of.get('THIRD')], [true, false])
  })

  it('lets nobody change more than a user in the demo company, and its administrators look at everything', async () => {
    await api.database.pool.query(`insert into company (id, name, country) values ('DEFLT', 'Demo', 'ua')`)
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('DEFLT', $1, 'ADMIN')`, [api.users.ADMIN])
    const refused = await api.ask('mutation { deleteBox(boxId: 1) { id } }', { company: 'DEFLT' })
    assert.equal(refused.errors[0]?.extensions.code, 'FORBIDDEN')
    const { data } = await api.ask('{ userAbilities { action subject } }', { company: 'DEFLT' })
    const abilities = data['userAbilities'] as { action: string; subject: string }[]
    const of = (wanted: string) => abilities.filter(({ subject }) => subject === wanted).map(({ action }) => action)
    assert.deepEqual(
      [of('WORK_CENTER_SETTINGS'), of('API_KEY'), of('AUDIT_LOG'), of('LOSSES')],
      [['READ'], ['READ'], ['READ'], ['READ', 'UPDATE']],
    )
  })

  it('refuses an administrator of the demo company every change that a user may not make', async () => {
    for (const { name, kind, text, scopes } of OPERATIONS) {
      if (kind === 'query' || scopes.ability === undefined || scopes.ability.action === 'READ') continue
      if (hasAbility('USER', ACME, scopes.ability.action, scopes.ability.subject)) continue
      // They may be tried: their other side is the product's own (decision demo-erp).
      if (scopes.ability.subject === 'INTEGRATIONS') continue
      const { errors } = await api.ask(text, { company: 'DEFLT' })
      assert.deepEqual(errors[0]?.extensions, { code: 'FORBIDDEN', params: { ...scopes.ability } }, name)
    }
  })

  it('names what the product named in the demo company in the language of the caller, and nothing elsewhere', async () => {
    const names = new Map<string, readonly unknown[]>()
    for (const company of [asId<CompanyId>('DEFLT'), ACME]) {
      await api.database.pool.query(
        `insert into work_center_group (company_id, name, color) values ($1, 'Forming', '#112233'), ($1, 'Hall 7', '#112233')`,
        [company],
      )
      await api.database.pool.query(
        `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values ($1, 0, 'UTC', 1, '1', 'Morning', '06:00', '18:00')`,
        [company],
      )
      const headers = {
        authorization: `Bearer ${await api.token(api.users.ADMIN, { companyId: company })}`,
        'x-schema-code': company,
        'accept-language': 'uk',
      }
      const { data, errors } = await api.post(JSON.stringify({ query: '{ workCenterGroups { name } shiftSchedules { name } }' }), headers)
      assert.deepEqual(errors, [])
      names.set(
        company,
        (['workCenterGroups', 'shiftSchedules'] as const)
          .flatMap((field) => (data[field] as { name: string }[]).map(({ name }) => name))
          .toSorted(),
      )
    }
    assert.deepEqual(names.get('DEFLT'), ['Hall 7', 'Ранкова', 'Формування'])
    assert.deepEqual(names.get(ACME), ['Forming', 'Hall 7', 'Morning'])
  })

  it('shows visitors of the demo company the names and addresses of its invented people only', async () => {
    const real = api.users.PROVIDER_SUPPORT
    const { rows } = await api.database.pool.query<{ email: string }>(`select email from app_user where id = $1`, [real])
    const address = rows[0]?.email ?? ''
    await api.database.pool.query(`update app_user set first_name = 'Realia', last_name = 'Truename' where id = $1`, [real])
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('DEFLT', $1, 'PROVIDER_SUPPORT')`, [real])
    await api.database.pool.query(
      `with made as (insert into app_user (email, first_name, last_name) values ('olena@demo.trueline.example', 'Olena', 'K') returning id)
       insert into membership (company_id, user_id, role) select 'DEFLT', id, 'ADMIN' from made`,
    )
    await api.database.pool.query(
      `insert into audit_log (company_id, user_id, at, action, subject, details)
       values ('DEFLT', $1, now(), 'ENTER_COMPANY', $2, $3), ('DEFLT', $1, now(), 'ENTER_COMPANY', 'user olena@demo.trueline.example', '{}')`,
      [real, `user ${address}`, JSON.stringify({ email: address })],
    )
    const asked = `{ users { email fullName } usersPage(search: ${JSON.stringify(address)}) { items { id } totalItems } roleCounts { role count } auditLog { items { subject details user { firstName lastName fullName initials photo } } } invitations { email } roleRequests { comment } }`
    const answer = await api.ask(asked, { company: 'DEFLT' })
    assert.deepEqual(answer.errors, [])
    assert.ok(!JSON.stringify(answer.data).includes(address), JSON.stringify(answer.data))
    assert.ok(JSON.stringify(answer.data).includes('user olena@demo.trueline.example'))
    assert.doesNotMatch(JSON.stringify(answer.data), /Realia|Truename/)
    assert.deepEqual([answer.data['invitations'], answer.data['roleRequests']], [[], []])
    assert.deepEqual(answer.data['usersPage'], { items: [], totalItems: 0 })
    assert.deepEqual(answer.data['roleCounts'], [{ role: 'ADMIN', count: 1 }])
  })
})

/** What nobody is answered who has the right to ask. */
const NEVER = ['FORBIDDEN', 'INTERNAL_ERROR', 'GRAPHQL_VALIDATION_FAILED']

async function createKey(api: TestApi): Promise<string> {
  const { data } = await api.ask('mutation { createApiKey(name: "Matrix") { secret } }')
  return (data['createApiKey'] as { readonly secret: string }).secret
}

/** An administrator's key may what its ability allows but for people and keys, and only read where none is needed. */
function mayKeyAsk({ kind, name, scopes: { ability } }: Operation): boolean {
  if (QUERIES_OF_PEOPLE.includes(name)) return false
  return ability === undefined ? kind === 'query' : !NOT_FOR_KEYS.includes(ability.subject)
}

function mayAsk({ ability, anyone }: Scopes, role: Role): boolean {
  // Who has an account registers none: the limits of registration are those of requests without a token.
  if (anyone === true) return false
  return ability === undefined || hasAbility(role, ACME, ability.action, ability.subject)
}

function rightText(scopes: Scopes): string {
  return scopes.ability ? `${scopes.ability.action} ${scopes.ability.subject}` : Object.keys(scopes).join()
}

function scopesOf(field: GraphQLField<unknown, unknown>): Scopes {
  const options = field.extensions['pothosOptions'] as { readonly authScopes?: Scopes } | undefined
  assert.ok(options?.authScopes, `${field.name} names no right`)
  return options.authScopes
}

function callOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const args = field.args
    .filter((arg) => isNonNullType(arg.type) && arg.default === undefined)
    .map((arg) => `${arg.name}: ${valueOf(arg.type)}`)
    .concat(OF_ONE_WORK_CENTER[field.name] ?? [])
  return `${kind} { ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${selectionOf(field.type)} }`
}

function valueOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueOf(type.ofType)
  if (isListType(type)) return '[]'
  if (isInputObjectType(type)) return inputOf(type)
  if (isEnumType(type)) return firstOf(type)
  const values: Record<string, string> = {
    Boolean: 'false',
    Date: '"2026-05-04"',
    Int: '999999',
    Decimal: '1',
    Short: '1',
    DateTime: '"2026-05-04T06:00:00Z"',
    Guid: '"00000000-0000-0000-0000-00000000000f"',
  }
  return values[type.toString()] ?? '"x"'
}

function inputOf(type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) && field.default === undefined)
  const later = type.name === 'PeriodInput' ? { end: '"2026-05-04T07:00:00Z"' } : {}
  return `{ ${fields.map((field) => `${field.name}: ${{ ...later }[field.name as 'end'] ?? valueOf(field.type)}`).join(', ')} }`
}

function firstOf(type: GraphQLEnumType): string {
  return type.getValues()[0]?.name ?? ''
}

function selectionOf(type: GraphQLOutputType): string {
  return isNonNullType(type) || isListType(type) ? selectionOf(type.ofType) : isLeafType(type) ? '' : '{ __typename }'
}
