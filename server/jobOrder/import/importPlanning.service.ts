import { createHash } from 'node:crypto'
import { REQUIRED_FIELDS, textOf } from '#engine/jobOrder/import/importField.ts'
import type { ImportField, ImportMapping, ImportScope, ImportType } from '#engine/jobOrder/import/importField.ts'
import { countsOf, isOpen, isUnstarted } from '#engine/jobOrder/import/importPlan.ts'
import type { ImportContent, ImportCounts, ImportOrder, ImportPlan } from '#engine/jobOrder/import/importPlan.ts'
import { planImport } from '#engine/jobOrder/import/planImport.ts'
import { atColumns } from '#engine/jobOrder/import/problemsOfContent.ts'
import { rowReader } from '#engine/jobOrder/import/readRow.ts'
import type { RawRow, ReadRow } from '#engine/jobOrder/import/readRow.ts'
import { decidedMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import { listItems } from '#server/item/item.store.ts'
import { refuseAll } from '#server/refusal.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listOrderFacts } from '../jobOrderFacts.store.ts'
import type { VisiblePlaces } from '../orderDeps.ts'
import {
  listItemsOfImport,
  listOrdersOfImport,
  listPlacesOfImport,
  listStandardsOfImport,
  listTakenCodes,
  lockOpenOrders,
} from './importedOrder.store.ts'
import type { StoredPlace } from './importedOrder.store.ts'
import { listRows } from './importRow.store.ts'
import type { RowResult } from './importRow.store.ts'
import type { ImportedPlace, OrderImport } from './orderImport.store.ts'

/** What a person chose for an import. */
export type ImportChoices = {
  readonly mapping: ImportMapping
  /** null = what each work center is set to. */
  readonly importType: ImportType | null
  readonly scope: ImportScope
  readonly mayCreateItems: boolean
  /** Work centers of which the rows are all that there is, beside those that rows name. */
  readonly placeIds?: readonly WorkCenterId[] | undefined
  /** Codes that did not become rows: their orders stay as they are. */
  readonly keptCodes?: readonly string[] | undefined
}

/** A plan with all that it follows from. */
export type MadePlan = {
  readonly mapping: ImportMapping
  readonly plan: ImportPlan
  readonly counts: ImportCounts
  readonly results: readonly RowResult[]
  readonly places: readonly ImportedPlace[]
  readonly placeOf: ReadonlyMap<WorkCenterId, StoredPlace>
  readonly orders: readonly ImportOrder[]
  /** Proves that nothing changed between the check and the act. */
  readonly checkToken: string
}

/**
 * Returns what an import would do now (domain.md I-1, I-8). With `isLocked` the work centers and open orders that it concerns are locked first, so that it
 * is also what it does. Refuses columns that are missing, doubled or unclear.
 */
export async function makePlan(
  tenant: Tenant,
  stored: Pick<OrderImport, 'fileHash' | 'headers' | 'id'>,
  choices: ImportChoices,
  visible: VisiblePlaces,
  { isLocked }: { readonly isLocked: boolean },
): Promise<MadePlan> {
  const raw = await listRows(tenant, stored.id)
  const mapping = checkedMapping(stored, choices.mapping, raw)
  const places = await knownPlaces(tenant, visible)
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const codes = valuesOf(raw, mapping, ['code'])
  const items = await listItemsOfImport(tenant, valuesOf(raw, mapping, ['productCode']))
  const read = rowReader(mapping, { items, places, mayCreateItems: choices.mayCreateItems })
  const rows = raw.map(read)
  const whole = (choices.placeIds ?? []).filter((id) => placeOf.has(id))
  const named = rows.flatMap(({ place }) => (place === null ? [] : [place.id]))
  const placeIds = choices.scope === 'COMPANY' ? null : [...new Set([...named, ...whole])]
  if (isLocked) {
    await lockWorkCenters(tenant, placeIds ?? places.map(({ id }) => id))
    await lockOpenOrders(tenant, placeIds)
  }
  const orders = await knownOrders(tenant, { placeIds, codes })
  const standards = new Map(
    (
      await listStandardsOfImport(
        tenant,
        items.map(({ id }) => id),
      )
    ).map((standard) => [`${standard.itemId} ${standard.workCenterId}`, standard]),
  )
  const typeOf = (id: WorkCenterId) => choices.importType ?? placeOf.get(id)?.importType ?? 'UPDATE'
  const plan = planImport({
    rows,
    orders,
    takenCodes: new Set(await listTakenCodes(tenant, valuesOf(raw, mapping, ['code', 'orderCode']))),
    typeOf,
    scope: choices.scope,
    placeIds: whole,
    keptCodes: new Set((choices.keptCodes ?? []).map((code) => code.toLowerCase())),
    standardOf: (itemId, workCenterId) => standards.get(`${itemId} ${workCenterId}`) ?? null,
  })
  const results = await resultsOf(tenant, plan, { raw, orders, mapping })
  return {
    mapping,
    plan,
    counts: countsOf(plan),
    results,
    places: placesOf(plan, rows, typeOf),
    placeOf,
    orders,
    checkToken: tokenOf(stored, { ...choices, mapping }, { orders, results, plan, placeOf }),
  }
}

/** Returns the work centers that the person may see, as rows name them. */
export async function knownPlaces(tenant: Tenant, visible: VisiblePlaces): Promise<readonly (StoredPlace & { readonly zone: string })[]> {
  const places = await listPlacesOfImport(tenant, visible === null ? null : [...visible])
  const zones = await listPlantZones(tenant, null)
  return places.map((place) => ({ ...place, zone: zones.get(place.id) ?? 'UTC' }))
}

/** What was made of orders is asked for those that were worked on alone. */
async function knownOrders(tenant: Tenant, asked: Parameters<typeof listOrdersOfImport>[1]): Promise<readonly ImportOrder[]> {
  const found = await listOrdersOfImport(tenant, asked)
  const started = found.filter(({ status }) => isOpen(status) && !isUnstarted(status)).map(({ id }) => id)
  const facts = new Map((await listOrderFacts(tenant, started)).map((one) => [one.id, one]))
  return found.map((order) => ({
    ...order,
    hasOutput: facts.get(order.id)?.hasOutput ?? false,
    hasUnconfirmed: facts.get(order.id)?.hasUnconfirmed ?? false,
  }))
}

/** Returns the mapping with what the values decide; refuses what nobody can import with (domain.md I-6, I-7). */
export function checkedMapping({ headers }: Pick<OrderImport, 'headers'>, given: ImportMapping, raw: readonly RawRow[]): ImportMapping {
  const rows = raw.filter(({ isLeftOut }) => !isLeftOut).map(({ cells }) => cells)
  const { mapping, questions } = decidedMapping({ headers, rows }, given)
  const fields = mapping.columns.flatMap(({ field }) => (field === null ? [] : [field]))
  const isMapped = (field: ImportField) => fields.includes(field)
  const problems: Problem[] = REQUIRED_FIELDS.filter((field) => !isMapped(field)).map(columnRequired)
  if (!isMapped('workCenterCode') && !isMapped('workCenterName') && mapping.workCenterId === null)
    problems.push(columnRequired('workCenterCode'))
  for (const field of new Set(fields.filter((one, at) => fields.indexOf(one) !== at)))
    problems.push({ code: 'IMPORT_FIELD_TWICE', field: 'mapping', params: { field } })
  for (const { column, kind, example } of questions)
    problems.push({ code: 'IMPORT_COLUMN_UNCLEAR', field: 'mapping', params: { column: headers[column] ?? '', kind, example } })
  refuseAll(problems)
  return mapping
}

function columnRequired(field: ImportField): Problem {
  return { code: 'IMPORT_COLUMN_REQUIRED', field: 'mapping', params: { field } }
}

/** The values of the fields in the rows, in lower case, each once. */
function valuesOf(raw: readonly RawRow[], mapping: ImportMapping, fields: readonly ImportField[]): readonly string[] {
  const columns = mapping.columns.flatMap(({ field }, at) => (field !== null && fields.includes(field) ? [at] : []))
  const values = new Set(raw.flatMap(({ cells }) => columns.map((at) => textOf(cells[at]).toLowerCase())))
  values.delete('')
  return [...values]
}

async function resultsOf(
  tenant: Tenant,
  plan: ImportPlan,
  { raw, orders, mapping }: { readonly raw: readonly RawRow[]; readonly orders: readonly ImportOrder[]; readonly mapping: ImportMapping },
): Promise<readonly RowResult[]> {
  const codeOf = new Map(orders.map(({ id, orderCode }) => [id, orderCode]))
  const cellsOf = new Map(raw.map(({ no, cells }) => [no, cells]))
  const before = plan.rows.flatMap(({ changes }) =>
    changes.flatMap((change) => (change.field === 'product' ? [Number(change.before)] : [])),
  )
  const skus = new Map<number, string>((await listItems(tenant, asItemIds(before, orders))).map(({ id, sku }) => [id, sku]))
  return plan.rows.map(({ no, outcome, orderId, changes, problems, content }) => ({
    no,
    outcome,
    jobOrderId: orderId,
    orderCode: (orderId === null ? content?.orderCode : codeOf.get(orderId)) ?? null,
    // People know products by their SKUs.
    changes: changes.map((change) =>
      change.field === 'product' ? { ...change, before: skus.get(Number(change.before)) ?? null, after: skuOf(content) } : change,
    ),
    problems: atColumns(problems, mapping, cellsOf.get(no) ?? []),
  }))
}

function asItemIds(wanted: readonly number[], orders: readonly ImportOrder[]): readonly ItemId[] {
  const ids = new Set(wanted)
  return [...new Set(orders.flatMap(({ itemId }) => (itemId !== null && ids.has(itemId) ? [itemId] : [])))]
}

function skuOf(content: ImportContent | null): string | null {
  return content?.sku ?? null
}

function placesOf(
  { ended, rows: planned }: ImportPlan,
  rows: readonly ReadRow[],
  typeOf: (id: WorkCenterId) => ImportType,
): readonly ImportedPlace[] {
  const refused = new Set(planned.filter(({ outcome }) => outcome === 'REFUSED' || outcome === 'LEFT_OUT').map(({ no }) => no))
  const counted = Map.groupBy(
    rows.filter(({ no, place }) => place !== null && !refused.has(no)),
    ({ place }) => place?.id ?? null,
  )
  const ids = new Set([...counted.keys(), ...ended.map(({ workCenterId }) => workCenterId)])
  return [...ids].flatMap((workCenterId) => {
    if (workCenterId === null) return []
    const here = ended.filter((order) => order.workCenterId === workCenterId)
    const cancelled = here.filter(({ status }) => status === 'CANCELLED').length
    return [
      {
        workCenterId,
        importType: typeOf(workCenterId),
        cancelled,
        closed: here.length - cancelled,
        rows: counted.get(workCenterId)?.length ?? 0,
      },
    ]
  })
}

function tokenOf(
  { fileHash }: Pick<OrderImport, 'fileHash'>,
  { mapping, importType, scope, mayCreateItems }: ImportChoices,
  { orders, results, plan, placeOf }: Pick<MadePlan, 'orders' | 'placeOf' | 'plan' | 'results'>,
): string {
  const standing = orders.map(({ id, version, acceptedOutput, hasUnconfirmed }) => [id, version, acceptedOutput, hasUnconfirmed])
  // In one order, for the database keeps none.
  const columns = mapping.columns.map(({ field, decimal, dates }) => [field, decimal, dates])
  const chosen = [columns, mapping.workCenterId, mapping.cycleUnitMs, importType, scope, mayCreateItems]
  const said = results.map(({ no, outcome, jobOrderId, changes }) => [no, outcome, jobOrderId, changes])
  const wanted = plan.rows.map(({ content }) => content)
  // They give new products their unit, and orders their end.
  const paces = [...new Set(wanted.flatMap((content) => content?.workCenterId ?? []))].map((id) => {
    const place = placeOf.get(id)
    return [id, place?.unit, place?.cycleMs]
  })
  return createHash('sha256')
    .update(JSON.stringify([fileHash, chosen, standing, said, wanted, paces, plan.ended]))
    .digest('base64url')
}
