import { asId } from '#engine/ids.ts'
import type { CompanyId, ItemId, UserId, WorkCenterId } from '#engine/ids.ts'
import { problemsOfItem } from '#engine/item/itemForm.ts'
import type { ItemForm } from '#engine/item/itemForm.ts'
import { numberProblem } from '#engine/fields/fieldRules.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { problemsOfSpeed } from '#engine/jobOrder/orderSpeedForm.ts'
import { findItemUnit } from '#engine/output/measurementUnit.ts'
import type { Role } from '#engine/access/abilities.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { refusingTwins } from '#server/db/uniqueViolation.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import {
  deleteStandard,
  insertItem,
  isUsed,
  listItems,
  listItemsBySku,
  listItemStandards,
  lockItem,
  saveStandard,
  updateItem,
} from './item.store.ts'
import type { Item, ItemRow, ItemStandard } from './item.store.ts'

export type ItemDeps = { readonly database: Database; readonly now: () => number }
export type ItemMember = { readonly companyId: CompanyId; readonly userId: UserId; readonly role: Role }

/** What a person says of an item; with an id a change of it, as it was seen in `version`. */
export type ItemChange = ItemForm & { readonly id: ItemId | null; readonly version: number | null }

/**
 * Returns the stored item (domain.md J-10). Refuses operators, a taken SKU, an older version, another unit of an item that orders name, and what
 * problemsOfItem says, all of it at once.
 */
export async function saveItem(deps: ItemDeps, member: ItemMember, change: ItemChange, request: KeyedRequest | null): Promise<Item> {
  requirePlanner(member)
  refuseAll(problemsOfItem(change))
  const row = rowOf(change)
  const work = () =>
    deps.database.inTenant(member.companyId, async (tenant) => {
      const { answer } = await once(tenant, member.userId, request, {
        act: async () => Number(await write(tenant, deps, member, change, row)),
        read: Number,
      })
      return await requireItem(tenant, asId<ItemId>(answer))
    })
  return await refusingTwins({ item_by_sku: 'sku' }, work)
}

/** Returns the item, offered no more or offered again; orders that name it keep it. */
export async function archiveItem(
  deps: ItemDeps,
  member: ItemMember,
  { id, isArchived }: { readonly id: ItemId; readonly isArchived: boolean },
  request: KeyedRequest | null,
): Promise<Item> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      const item = await lockItem(tenant, id)
      if (item === null) throw itemNotFound(id)
      if (item.isArchived === isArchived) return Number(id)
      await updateItem(tenant, id, { ...item, isArchived }, member.userId)
      await audited(tenant, entryOf(deps, member, item), { isArchived: item.isArchived }, { isArchived })
      return Number(id)
    }
    await once(tenant, member.userId, request, { act, read: Number })
    return await requireItem(tenant, id)
  })
}

/** A standard as it is entered; what is left out stays as it is: not every screen shows all of it. */
type StandardContent = Omit<ItemStandard, 'itemId' | 'workCenterId'>
type NewStandard = Pick<StandardContent, 'performanceBy'> & {
  readonly [Field in keyof StandardContent]: StandardContent[Field] | undefined
}

const NO_STANDARD: StandardContent = {
  performanceBy: 'CYCLE_TIME',
  planCycleTimeMs: null,
  targetSpeedQuantity: null,
  targetSpeedTimeMs: null,
  scrapPercent: null,
}

/** Returns the standard with what is entered; what is left out is as before. */
function completed(before: StandardContent, entered: NewStandard): StandardContent {
  const orBefore = (said: number | null | undefined, was: number | null) => (said === undefined ? was : said)
  return {
    performanceBy: entered.performanceBy,
    planCycleTimeMs: orBefore(entered.planCycleTimeMs, before.planCycleTimeMs),
    targetSpeedQuantity: orBefore(entered.targetSpeedQuantity, before.targetSpeedQuantity),
    targetSpeedTimeMs: orBefore(entered.targetSpeedTimeMs, before.targetSpeedTimeMs),
    scrapPercent: orBefore(entered.scrapPercent, before.scrapPercent),
  }
}

function refuseWrongStandard(standard: StandardContent): void {
  refuseAll([
    ...problemsOfSpeed(standard),
    ...[numberProblem('scrapPercent', standard.scrapPercent, { min: 0, below: 100 })].filter((problem) => problem !== null),
    ...(orderCycleOf(standard) === null
      ? [{ code: 'REQUIRED', field: standard.performanceBy === 'SPEED' ? 'targetSpeedQuantity' : 'planCycleTime' }]
      : []),
  ])
}

/** Returns the item after one of its speeds was stored; null removes it. Refuses what problemsOfSpeed says, all of it at once. */
export async function saveItemStandard(
  deps: ItemDeps,
  member: ItemMember,
  place: { readonly itemId: ItemId; readonly workCenterId: WorkCenterId },
  standard: NewStandard | null,
  request: KeyedRequest | null,
): Promise<Item> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = () => writeStandard(tenant, deps, member, place, standard)
    await once(tenant, member.userId, request, { act, read: Number })
    return await requireItem(tenant, place.itemId)
  })
}

async function writeStandard(
  tenant: Tenant,
  deps: ItemDeps,
  member: ItemMember,
  place: { readonly itemId: ItemId; readonly workCenterId: WorkCenterId },
  standard: NewStandard | null,
): Promise<number> {
  const item = await lockItem(tenant, place.itemId)
  if (item === null) throw itemNotFound(place.itemId)
  const before = (await listItemStandards(tenant, [item.id])).find(({ workCenterId }) => workCenterId === place.workCenterId)
  const saved = standard && completed(before ?? NO_STANDARD, standard)
  if (saved !== null) refuseWrongStandard(saved)
  if (saved === null) await deleteStandard(tenant, place.itemId, place.workCenterId)
  else await saveStandard(tenant, { ...place, ...saved })
  const { itemId: _item, workCenterId: _place, ...told } = before ?? { itemId: null, workCenterId: null }
  const { about, ...entry } = entryOf(deps, member, item)
  const { workCenterId } = place
  await audited(
    tenant,
    { ...entry, about: { ...about, workCenterId } },
    { standard: before === undefined ? null : told },
    { standard: saved && { ...saved } },
  )
  return Number(item.id)
}

/** Returns the refusal of an item that is unknown or of another company. */
export function itemNotFound(id: number): Refusal {
  return new Refusal({ code: 'ITEM_NOT_FOUND', params: { id } })
}

async function write(tenant: Tenant, deps: ItemDeps, member: ItemMember, change: ItemChange, row: ItemRow): Promise<ItemId> {
  const [taken] = await listItemsBySku(tenant, [row.sku])
  if (taken !== undefined && taken.id !== change.id) throw new Refusal({ code: 'NOT_UNIQUE', field: 'sku', params: { value: row.sku } })
  if (change.id === null) {
    const id = await insertItem(tenant, row, member.userId)
    await audited(tenant, { ...entryOf(deps, member, { id, name: row.name }), action: 'CREATE_ITEM' }, null, row)
    return id
  }
  const present = await lockItem(tenant, change.id)
  if (present === null) throw itemNotFound(change.id)
  if (change.version !== null && change.version !== present.version)
    throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
  if (row.unit !== present.unit && (await isUsed(tenant, present.id))) throw new Refusal({ code: 'ITEM_IN_USE', field: 'measureUnitId' })
  await updateItem(tenant, present.id, { ...row, isArchived: present.isArchived }, member.userId)
  const { id: _id, version: _version, isArchived: _archived, ...before } = present
  await audited(tenant, entryOf(deps, member, present), before, row)
  return present.id
}

async function requireItem(tenant: Tenant, id: ItemId): Promise<Item> {
  const [item] = await listItems(tenant, [id])
  if (item === undefined) throw itemNotFound(id)
  return item
}

/** Refuses operators: they start what is planned; what is made is told by those who plan. */
export function requirePlanner({ role }: ItemMember): void {
  if (role === 'OPERATOR') throw new Refusal({ code: 'PLANNERS_ONLY' })
}

function rowOf({ name, sku, measureUnitId, externalCode, family, isBatchTracked, containerQuantity }: ItemForm): ItemRow {
  return {
    name: name.trim(),
    sku: sku.trim(),
    unit: findItemUnit(measureUnitId)?.code ?? '',
    externalCode: textOrNull(externalCode),
    family: textOrNull(family),
    isBatchTracked,
    containerQuantity,
  }
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function entryOf({ now }: ItemDeps, { userId }: ItemMember, { id, name }: Pick<Item, 'id' | 'name'>) {
  return { userId, at: new Date(now()), action: 'UPDATE_ITEM', subject: `item ${name}`, about: { itemId: id } } as const
}
