import { createHash } from 'node:crypto'
import { abilitiesOf, DEMO_COMPANY_ID, grantsOf } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { mayReadReport, tellsChecklists } from '#engine/report/mayReadReport.ts'
import { renderingsOf } from '#engine/report/renderings.ts'
import type { Reader } from '#engine/report/renderings.ts'
import type { ReportType } from '#engine/report/reportKind.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { isAssigned } from '#server/access/access.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { listEmployees } from '#server/user/employee.store.ts'
import type { Employee } from '#server/user/employee.store.ts'
import { insertDeliveries } from '../delivery.store.ts'
import { orderFile } from '../orderFile.ts'
import { insertRendering } from '../report.store.ts'
import { hasContent } from '../reportContent.ts'
import type { ReportRequest } from '../reportRequest.ts'
import { reportTextsOf } from '../reportTexts.ts'
import { filled } from '../reportWords.ts'
import { countOpenShifts, findReportedBefore, holdRun, setRunState } from './dueRun.store.ts'
import type { DueRun } from './dueRun.store.ts'
import { PLAN_JOB } from './planJob.ts'
import { rhythmOf, scopeOfReport } from './scope.service.ts'
import { languageOfAddresses } from './address.service.ts'
import { insertAddressDeliveries } from './address.store.ts'
import { agreedAddresses, findSubscription } from './subscription.store.ts'
import type { Subscription } from './subscription.store.ts'

type Deps = { readonly database: Pick<Database, 'inSystem' | 'inTenant'>; readonly now?: () => number }

/** Has the files of due reports asked for: one for all who may read the same in the same language, as they are then. */
export function planReports(jobs: Pick<Jobs, 'handle'>, { database, now = Date.now }: Deps): void {
  jobs.handle(PLAN_JOB, async ({ runId }, { companyId, inTenant }) => {
    const wanted = await inTenant(async (tenant) => {
      const run = await holdRun(tenant, runId)
      return run?.state === 'PLANNED' ? await findSubscription(tenant, run.subscriptionId) : null
    })
    if (wanted === null) return
    const people = await findMembers(database, companyId, [
      ...wanted.recipients.flatMap(({ userId, leftOn }) => (leftOn === null ? [userId] : [])),
      ...(wanted.ownerId === null ? [] : [wanted.ownerId]),
    ])
    await inTenant((tenant) => planFiles(tenant, runId, people, now()))
  })
}

/** Returns those of the people who are members of the company now. */
export async function findMembers(
  database: Pick<Database, 'inSystem'>,
  companyId: CompanyId,
  userIds: readonly UserId[],
): Promise<readonly Employee[]> {
  return await database.inSystem((tx) => listEmployees({ companyId, tx }, { userIds }))
}

/** What one says of a run is said in one transaction: done again, nothing is added. */
async function planFiles(tenant: Tenant, runId: string, people: readonly Employee[], now: number): Promise<void> {
  const run = await holdRun(tenant, runId)
  if (run?.state !== 'PLANNED') return
  const subscription = await findSubscription(tenant, run.subscriptionId)
  if (subscription === null) return
  const company = await findCompany(tenant)
  const fallback = company?.language ?? 'en'
  const scope = await scopeOfReport(tenant, subscription)
  const wanted = new Set(subscription.recipients.flatMap(({ userId, leftOn }) => (leftOn === null ? [userId] : [])))
  const readers = people
    .filter(({ user }) => wanted.has(user.id))
    .map((one) => readerOf(one, { companyId: tenant.companyId, type: subscription.type, fallback }))
  const { renderings, withoutRight } = renderingsOf(readers, { scope, language: subscription.language, format: subscription.format })
  const base = await requestOf(tenant, subscription, run)
  for (const { key, workCenterIds, language, hasChecklists, readers: userIds } of renderings) {
    const madeFor = people.flatMap(({ user }) => (userIds.includes(user.id) ? [nameOf(user, tenant.companyId)] : [])).join(', ')
    const request: ReportRequest = {
      ...base,
      language,
      madeFor,
      workCenterIds: workCenterIds === null ? null : [...workCenterIds],
      ...(hasChecklists && { hasChecklists }),
    }
    if (!(await hasContent(tenant, request, now))) {
      await insertDeliveries(tenant, runId, userIds, { state: 'EMPTY' })
      continue
    }
    const name = createHash('sha256').update(key).digest('base64url')
    const renderingId = await insertRendering(tenant, { runId, class: name, request })
    if (renderingId === null) continue
    await insertDeliveries(tenant, runId, userIds, { state: 'WAITING', renderingId })
    await orderFile(tenant, { renderingId, request })
  }
  await insertDeliveries(tenant, runId, withoutRight, { state: 'NO_RIGHT' })
  await planForAddresses(tenant, {
    runId,
    subscription,
    base,
    scope,
    now,
    owner: people.find(({ user }) => user.id === subscription.ownerId) ?? null,
  })
  await setRunState(tenant, runId, 'DONE')
}

/** One file for all addresses outside the company, with the rights of who owns the subscription, and marked so. */
async function planForAddresses(
  tenant: Tenant,
  given: {
    readonly runId: string
    readonly subscription: Subscription
    readonly base: Awaited<ReturnType<typeof requestOf>>
    readonly scope: readonly number[] | null
    readonly owner: Employee | null
    readonly now: number
  },
): Promise<void> {
  const { runId, subscription, base, scope, owner, now } = given
  const ids = agreedAddresses(subscription).map(({ id }) => id)
  if (ids.length === 0) return
  const company = await findCompany(tenant)
  const language = languageOfAddresses(subscription, company)
  const { companyId } = tenant
  const readers = owner === null ? [] : [readerOf(owner, { companyId, type: subscription.type, fallback: language })]
  const [rendering] = renderingsOf(readers, { scope, language, format: subscription.format }).renderings
  if (owner === null || rendering === undefined || company?.externalReports !== true)
    return await insertAddressDeliveries(tenant, runId, ids, { state: 'NO_RIGHT' })
  const { workCenterIds, hasChecklists } = rendering
  const madeFor = filled(reportTextsOf(language).about.external, { name: nameOf(owner.user, companyId) })
  const request: ReportRequest = {
    ...base,
    language,
    madeFor,
    workCenterIds: workCenterIds === null ? null : [...workCenterIds],
    ...(hasChecklists && { hasChecklists }),
  }
  if (!(await hasContent(tenant, request, now))) return await insertAddressDeliveries(tenant, runId, ids, { state: 'EMPTY' })
  const renderingId = await insertRendering(tenant, { runId, class: 'EXTERNAL', request })
  if (renderingId === null) return
  await insertAddressDeliveries(tenant, runId, ids, { state: 'WAITING', renderingId })
  await orderFile(tenant, { renderingId, request })
}

/** All but what differs between readers. */
async function requestOf(
  tenant: Tenant,
  subscription: Subscription,
  run: DueRun,
): Promise<Omit<ReportRequest, 'hasChecklists' | 'language' | 'madeFor' | 'workCenterIds'>> {
  const { type, format, waitsForConfirmation, view } = subscription
  const { zone } = await rhythmOf(tenant, subscription)
  const restated = await findReportedBefore(tenant, run)
  const unconfirmed = waitsForConfirmation ? await countOpenShifts(tenant, run, await scopeOfReport(tenant, subscription)) : null
  return {
    type,
    format,
    from: run.from,
    to: run.to,
    shiftStart: run.shiftStart,
    zone,
    ...(view !== null && { view }),
    ...(restated !== null && { restated }),
    ...(unconfirmed !== null && unconfirmed.open > 0 && { unconfirmed }),
  }
}

function readerOf(
  { user, role, workCenterIds }: Employee,
  { companyId, type, fallback }: { readonly companyId: CompanyId; readonly type: ReportType; readonly fallback: Language },
): Reader<UserId> {
  const grants = grantsOf(abilitiesOf(role, companyId))
  return {
    id: user.id,
    language: isLanguage(user.language) ? user.language : fallback,
    mayRead: mayReadReport(grants, type) === null,
    readsChecklists: tellsChecklists(grants, type),
    visible: isAssigned({ role }) ? new Set(workCenterIds) : null,
  }
}

/** A file goes further than a screen, so it has no address, and in the demo, where visitors meet, no name. */
function nameOf({ firstName, lastName, systemNumber }: Employee['user'], companyId: CompanyId): string {
  return (companyId === DEMO_COMPANY_ID ? '' : `${firstName} ${lastName}`.trim()) || `#${systemNumber}`
}
