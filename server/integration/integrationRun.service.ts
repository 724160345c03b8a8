import { keptCodes, mayEndMissing, selectOrders } from '#engine/integration/externalOrder.ts'
import type { ExternalOrder, RefusedOrder, SelectedOrders } from '#engine/integration/externalOrder.ts'
import type { ImportType } from '#engine/jobOrder/import/importField.ts'
import type { ImportCounts } from '#engine/jobOrder/import/importPlan.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { importOrders, readImport } from '#server/jobOrder/import/orderImport.service.ts'
import type { ImportAsked } from '#server/jobOrder/import/orderImport.service.ts'
import { rightsOf } from '#server/jobOrder/orderDeps.ts'
import type { ImportMember, OrderMember } from '#server/jobOrder/orderDeps.ts'
import { Refusal } from '#server/refusal.ts'
import { ConnectorFailure } from './connector/connector.ts'
import type { Connector, OrdersFound } from './connector/connector.ts'
import { storedConnector } from './integrationDeps.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import { requireIntegration } from './integration.service.ts'
import type { Integration, StoredFailure } from './integration.store.ts'
import { toldError, workWith } from './integrationWork.service.ts'
import { requireNoDemo } from '#server/company/mayAsk.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listLinks, markVanished } from './link.store.ts'
import { requestLog } from './requestLog.service.ts'
import {
  endRun,
  findPreview,
  hasPreview,
  insertRun,
  linkOrders,
  listUnseen,
  noteAsked,
  noteGone,
  noteStatuses,
  MOST_REFUSED,
} from './run.store.ts'
import type { ReadOrder, RunCounts, SeenOrder } from './run.store.ts'

/** All orders are read once a day, so that nothing stays missed. */
const READ_ALL_MS = DAY_MS
const NO_IMPORT: ImportCounts = { create: 0, update: 0, close: 0, cancel: 0, recreate: 0, unchanged: 0, refused: 0, leftOut: 0 }

export type RunAsked = {
  readonly companyId: CompanyId
  readonly id: string
  readonly kind: 'PREVIEW' | 'RUN'
  /** Who asks, with the rights that they have; null = the schedule, which always updates (domain.md IN-6). */
  readonly member: OrderMember | null
  /** Of the preview that the person saw; null = there was none, and orders are updated. */
  readonly checkToken: string | null
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads the orders of the other system and does, or only says, what becomes of ours (domain.md IN-6); returns the id of the run. A preview is the run
 * without its commit: applying it names its token, and is refused as IMPORT_OUTDATED if something changed since.
 */
export async function runIntegration(deps: IntegrationDeps, asked: RunAsked): Promise<string> {
  const { database, now } = deps
  const { companyId, id, kind, checkToken, signal } = asked
  const userId = asked.member?.userId ?? null
  const { serviceUrl } = await database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
  await requireNoDemo(deps, companyId, serviceUrl)
  let runId = ''
  let made: Made | null = null
  const preview = checkToken === null ? null : await database.inTenant(companyId, (tenant) => findPreview(tenant, id, checkToken))
  if (checkToken !== null && preview === null) throw new Refusal({ code: 'IMPORT_OUTDATED', field: 'checkToken' })
  if (preview !== null && preview.importId !== null) await requireRights(deps, asked, preview.importId)
  const end = async (tenant: Tenant, error: StoredFailure | null) =>
    await endRun(tenant, runId, {
      endedOn: new Date(now()),
      error: error ?? made?.error ?? null,
      importId: made?.importId ?? null,
      counts: made?.counts ?? null,
      refused: made?.selected?.refused ?? [],
      checkToken: kind === 'PREVIEW' ? (made?.checkToken ?? null) : null,
      orders: kind === 'PREVIEW' ? (made?.orders ?? null) : null,
    })
  try {
    await workWith(deps, { companyId }, id, {
      event: 'RUN_BEGAN',
      userId,
      begin: async (tenant) => {
        const { readAllOn } = await requireIntegration(tenant, id)
        const isFull = userId !== null || isFullDue(readAllOn, now())
        runId = await insertRun(tenant, id, { kind, isFull, startedOn: new Date(now()), userId })
      },
      signal,
      act: async (integration, { outbound, renew }) => {
        const log = requestLog({ ...deps, outbound }, companyId, integration)
        made =
          preview === null
            ? await readAndPlan({ ...deps, outbound: log.outbound }, integration, asked).finally(() => log.keep(runId))
            : { ...NOTHING, ...preview, error: null, ending: endingOf(preview.refused) }
        await renew()
        if (kind === 'RUN' && made.importId !== null && made.error === null)
          made = await apply(deps, integration, asked, { ...made, checkToken: checkToken ?? made.checkToken })
        return made
      },
      end: async (tenant, done) => {
        const at = new Date(now())
        if (kind === 'RUN' && done.importId !== null && done.error === null) await linkOrders(tenant, id, done.importId, done.orders, at)
        if (done.selected !== null) await noteStatuses(tenant, id, done.seen, at)
        if (done.asked.length > 0) await noteAsked(tenant, id, done.asked, at)
        // Where nothing could be planned, it is not known which of them stand there under another id.
        if (done.gone.length > 0 && done.error === null) await noteGone(tenant, id, done, at)
        await end(tenant, null)
        if (kind === 'PREVIEW') return {}
        // What was refused as a whole is read again.
        const isRead = done.selected !== null && done.error === null
        const read = isRead ? { readUntil: done.newest, ...(done.isFull && { readAllOn: at }) } : {}
        const { everyMinutes, ...integration } = await requireIntegration(tenant, id)
        // What was refused as a whole was seen by nobody as it would be.
        const isConfirmed = async () =>
          done.error === null && asked.member !== null && (checkToken !== null || (await hasPreview(tenant, id)))
        const scheduledSince = integration.scheduledSince ?? ((await isConfirmed()) ? at : null)
        if (scheduledSince === null) return read
        return { ...read, scheduledSince, nextRunOn: new Date(now() + everyMinutes * MINUTE_MS) }
      },
      fail: (tenant, failure) => end(tenant, { code: failure.code, params: failure.params }),
    })
  } catch (error) {
    // What the company got wrong is told in the run, too.
    if (runId !== '') await database.inTenant(companyId, (tenant) => end(tenant, toldError(error)))
    throw error
  }
  return runId
}

/** What becomes of orders that were not listed. */
type Ending = {
  /** Whether they may end. */
  readonly mayEnd: boolean
  /** Those that stay all the same. */
  readonly keptCodes: readonly string[]
}

type Made = {
  readonly isFull: boolean
  readonly importId: number | null
  readonly checkToken: string | null
  readonly counts: RunCounts | null
  /** Those that became rows. */
  readonly orders: readonly ReadOrder[]
  readonly seen: readonly SeenOrder[]
  /** The ids of ours that are not found over there any more. */
  readonly gone: readonly string[]
  /** The ids of ours that were asked for one by one. */
  readonly asked: readonly string[]
  readonly selected: SelectedOrders | null
  readonly newest: string | null
  readonly ending: Ending
  /** Why nothing of it is imported. */
  readonly error: StoredFailure | null
}
const NOTHING: Made = {
  isFull: true,
  importId: null,
  checkToken: null,
  counts: null,
  orders: [],
  seen: [],
  gone: [],
  asked: [],
  selected: null,
  newest: null,
  ending: { mayEnd: false, keptCodes: [] },
  error: null,
}

/** Returns what would become of the orders of the other system. */
async function readAndPlan(deps: IntegrationDeps, integration: Integration, asked: RunAsked): Promise<Made> {
  const { database, outbound, now } = deps
  const { companyId, id, member } = asked
  const isFull = member !== null || isFullDue(integration.readAllOn, now())
  const connector = storedConnector({ database, outbound }, companyId, integration)
  const links = await database.inTenant(companyId, (tenant) => listLinks(tenant, id))
  // A file names only work centers that it has orders of.
  if (isFull && integration.service !== 'CSV') {
    const present = (await connector.listWorkCenters()).map((place) => place.id)
    await database.inTenant(companyId, (tenant) => markVanished(tenant, id, present, new Date(now())))
  }
  const placeOf = new Map(
    links.flatMap(({ externalId, workCenterId }) => (workCenterId === null ? [] : [[externalId, workCenterId] as const])),
  )
  // Of all work centers: one of ours that was moved to another is followed there.
  const all = await connector.listOrders({ since: isFull ? null : integration.readUntil, placeIds: null })
  const { newest } = all
  const isHere = ({ placeId }: Pick<ExternalOrder, 'placeId'>) => placeId === null || placeOf.has(placeId)
  const [orders, unread] = [all.orders.filter(isHere), all.unread.filter(isHere)]
  // A full read lists open orders only. Orders that ended since the last run come from a second, incremental read.
  const ended = isFull && integration.readUntil !== null ? await changedSince(connector, integration.readUntil) : []
  const unseen = isFull ? await unseenOf({ database, now, companyId, id }, connector, { listed: all.orders, ended }) : NONE_FOUND
  const startsFrom = integration.startDay === null ? null : Date.parse(`${integration.startDay}T00:00:00Z`)
  const places = await database.inTenant(companyId, (tenant) => findWorkCenters(tenant, [...placeOf.values()]))
  const unitOf = new Map(places.map((place) => [place.id, place.measurementUnit]))
  const selected = selectOrders(orders, { startsFrom, meanings: integration.meanings, placeOf, unitOf }, unread)
  const common = {
    ...NOTHING,
    isFull,
    selected,
    newest,
    orders: selected.orders.map(readOrder),
    seen: seenOrders([...all.orders, ...ended, ...unseen.orders], placeOf),
    gone: unseen.gone,
    asked: unseen.asked,
  }
  const read = orders.length + unread.length
  const ending = endingOf(selected.refused)
  if (selected.rows.length === 0 && endingType(integration, asked, ending) === 'UPDATE')
    return { ...common, ending, counts: countsOf(selected, NO_IMPORT, read) }
  const planned = await planImport(deps, integration, asked, {
    id: null,
    rows: selected.rows,
    rowsOf: integration.name,
    isDryRun: true,
    ending,
  })
  return { ...common, ...planned, ending, counts: planned.counts && countsOf(selected, planned.counts, read) }
}

/** Returns the orders that changed since the mark; none where more did than can be read: what is open is taken all the same, and the mark moves on. */
async function changedSince(connector: Connector, since: NonNullable<Integration['readUntil']>) {
  try {
    return (await connector.listOrders({ since, placeIds: null })).orders
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'INTEGRATION_TOO_LARGE') return []
    throw error
  }
}

const NONE_FOUND: OrdersFound = { orders: [], gone: [], asked: [] }

/**
 * Returns what became of our open orders that a full reading did not have: they ended before its mark, or their record was deleted. Where that cannot be asked,
 * nothing is known of them, and what was listed is taken all the same.
 */
async function unseenOf(
  { database, now, companyId, id }: Pick<IntegrationDeps, 'database' | 'now'> & Pick<RunAsked, 'companyId' | 'id'>,
  connector: Connector,
  { listed, ended }: { readonly listed: readonly ExternalOrder[]; readonly ended: readonly ExternalOrder[] },
): Promise<OrdersFound> {
  if (connector.findOrders === undefined) return NONE_FOUND
  const seenIds = [...listed, ...ended].map(({ externalId }) => externalId)
  const missing = await database.inTenant(companyId, (tenant) => listUnseen(tenant, id, seenIds, new Date(now())))
  if (missing.length === 0) return NONE_FOUND
  try {
    return await connector.findOrders(missing, listed[0]?.externalId ?? null)
  } catch (error) {
    if (error instanceof ConnectorFailure) return NONE_FOUND
    throw error
  }
}

type Planned = {
  readonly importId: number | null
  readonly checkToken: string | null
  readonly counts: ImportCounts | null
  readonly error: StoredFailure | null
}

/** What is refused of the whole import is told in the run. */
async function planImport(
  deps: IntegrationDeps,
  integration: Integration,
  run: RunAsked,
  {
    ending,
    ...asked
  }: Pick<ImportAsked, 'id' | 'isDryRun' | 'rows' | 'rowsOf'> & { readonly checkToken?: string | null; readonly ending: Ending },
): Promise<Planned> {
  const { companyId } = run
  const member = memberOf(companyId, run.member)
  try {
    const importType = endingType(integration, run, ending)
    const placeIds = importType === 'UPDATE' ? [] : await wholePlaces(deps, run, integration)
    const choices = {
      importType,
      scope: 'FILE' as const,
      placeIds,
      mayCreateItems: true,
      skipsRefused: true,
      keptCodes: ending.keptCodes,
    }
    const importId = await importOrders(deps, member, null, { ...choices, ...asked, checkToken: asked.checkToken ?? null }, null)
    const { counts, checkToken } = await readImport(deps, member, importId)
    return { importId, checkToken, counts, error: null }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'IMPORT_OUTDATED') throw error
    return { importId: asked.id, checkToken: null, counts: null, error: { code: error.code, params: error.params } }
  }
}

/** Nothing is closed or cancelled that no person saw before, nor because its row was refused. */
function endingType({ importType }: Integration, { member, kind, checkToken }: RunAsked, { mayEnd }: Ending): ImportType | null {
  const isSeen = member !== null && (kind === 'PREVIEW' || checkToken !== null) && mayEnd
  return isSeen ? importType : 'UPDATE'
}

/** The work centers of which a full reading has all orders: the linked ones that are still there. A file says nothing of those that it does not name. */
async function wholePlaces(
  { database }: Pick<IntegrationDeps, 'database'>,
  { companyId, id }: RunAsked,
  { service }: Integration,
): Promise<readonly WorkCenterId[]> {
  if (service === 'CSV') return []
  const links = await database.inTenant(companyId, (tenant) => listLinks(tenant, id))
  return links.flatMap(({ workCenterId, vanishedOn }) => (workCenterId === null || vanishedOn !== null ? [] : [workCenterId]))
}

/** An import that changes nothing is not applied: it would stand in the list of imports for nothing. */
async function apply(deps: IntegrationDeps, integration: Integration, asked: RunAsked, made: Made): Promise<Made> {
  const { counts, importId, checkToken } = made
  const isIdle = counts !== null && counts.created + counts.changed + counts.closed === 0
  if (isIdle || importId === null) return made
  const applied = await planImport(deps, integration, asked, { id: importId, rows: null, isDryRun: false, checkToken, ending: made.ending })
  return { ...made, error: applied.error }
}

/** If more orders were refused than are stored, their codes are incomplete: end nothing. */
function endingOf(refused: readonly RefusedOrder[]): Ending {
  return { mayEnd: refused.length < MOST_REFUSED && mayEndMissing(refused), keptCodes: keptCodes(refused) }
}

/** Refuses FORBIDDEN where the preview closes or cancels orders and who asks may not manage them. */
async function requireRights(deps: IntegrationDeps, { companyId, member }: RunAsked, importId: number): Promise<void> {
  const { counts } = await readImport(deps, { companyId }, importId)
  const ends = counts === null ? 0 : counts.close + counts.cancel + counts.recreate
  if (ends > 0 && (member === null || !rightsOf(member).mayModify))
    throw new Refusal({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'JOB_ORDERS' } })
}

/** A person acts with their own rights; the schedule is nobody: who set it up may have left since. */
function memberOf(companyId: CompanyId, member: OrderMember | null): ImportMember {
  return member === null ? { companyId, userId: null, role: 'ADMIN', source: 'INTEGRATION' } : { ...member, source: 'INTEGRATION' }
}

function readOrder({ externalId, code, externalStatus, madeQuantity }: ExternalOrder, at: number): ReadOrder {
  return { no: at + 1, externalId, code, status: externalStatus, made: madeQuantity }
}

/** What was read later counts. */
function seenOrders(orders: readonly ExternalOrder[], placeOf: ReadonlyMap<string, number>): readonly SeenOrder[] {
  const seen = new Map(orders.map((order) => [order.externalId, order]))
  return [...seen.values()].map(({ externalId, externalStatus, meaning, placeId, placeName }) => ({
    externalId,
    status: externalStatus,
    hasEnded: meaning === 'ENDED',
    movedTo: placeId === null || placeOf.has(placeId) ? null : (placeName ?? placeId),
  }))
}

function countsOf({ refused, elsewhere }: SelectedOrders, counts: ImportCounts, read: number): RunCounts {
  return {
    read,
    created: counts.create + counts.recreate,
    changed: counts.update,
    closed: counts.close + counts.cancel,
    unchanged: counts.unchanged,
    refused: counts.refused + refused.length,
    elsewhere,
  }
}

function isFullDue(readAllOn: Date | null, now: number): boolean {
  return readAllOn === null || now - readAllOn.getTime() >= READ_ALL_MS
}
