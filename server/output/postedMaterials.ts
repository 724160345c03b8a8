import type { PlannedPosting } from '#engine/output/planPosting.ts'
import type { BatchId, ItemId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Item } from '#server/item/item.store.ts'
import { takeMaterials } from '#server/material/consume.ts'
import type { UncoveredBefore } from '#server/material/consume.ts'
import { giveBackConsumed, giveBackMaterials, withdrawProduced } from '#server/material/giveBack.ts'
import type { TakenBack } from '#server/material/giveBack.ts'
import { producedBatches } from '#server/material/producedBatch.ts'
import type { ProducedBatch } from '#server/material/producedBatch.ts'
import type { ActPlace, OutputAct } from './postAct.ts'
import { addWarnings, findShiftOf, linkMaterials, listRowIds } from './postedMaterials.store.ts'
import type { WrittenPosting } from './posting.store.ts'

/** What a person says of material with an act of confirming; `batch` is the index of the batch of the act that it belongs to. */
export type ActMaterials = {
  readonly consumptions: readonly {
    readonly batch: number
    readonly itemId: ItemId
    readonly quantity: number
    readonly batchId: BatchId | null
  }[]
  readonly scraps: readonly { readonly batch: number; readonly itemId: ItemId; readonly quantity: number }[]
  /** Nobody says what was consumed: it is what the bill of material needs. */
  readonly takesRequired?: boolean
  readonly allowUncovered: boolean
  /** What nothing covered in the posting that a correction stands for; left out = it is none. */
  readonly uncoveredBefore?: readonly UncoveredBefore[]
}

export const NO_MATERIALS: ActMaterials = { consumptions: [], scraps: [], allowUncovered: false }

/** The batch that each row of a posting goes into, in their order; null = into none that is here. */
export type MadeBatches = readonly (ProducedBatch | null)[]

/** Returns the batches of the rows of each posting that the act will write, made where they are missing (domain.md M-8): their rows are stored with them. */
export async function makePostedBatches(
  tenant: Tenant,
  act: OutputAct,
  { place, order, at, now, by }: ActPlace,
  { planned, product }: { readonly planned: readonly PlannedPosting[]; readonly product: Item | null },
): Promise<readonly MadeBatches[]> {
  if (product === null) return []
  const rows = planned.flatMap((posting) => posting.rows)
  const first = rows.find(({ units }) => units > 0)
  const batches = await producedBatches(
    tenant,
    {
      rows: rows.flatMap(({ batch, type, units }, index) =>
        units <= 0 ? [] : [{ key: index, input: batch, outputType: type, batchCode: act.batches[batch]?.batchCode ?? null }],
      ),
      jobOrderId: order?.id ?? null,
      by: { ...by, at: new Date(now) },
    },
    { product, shiftOf: () => findShiftOf(tenant, place.id, first?.segment?.start ?? at) },
  )
  let before = 0
  return planned.map((posting) => {
    const from = before
    before += posting.rows.length
    return posting.rows.map((_row, index) => batches.get(from + index) ?? null)
  })
}

/** A posting of an act as it was written. */
type WrittenOfAct = { readonly planned: PlannedPosting; readonly written: WrittenPosting; readonly batches: MadeBatches }

/**
 * Writes what the postings of an act did with material, in their transaction: scrap, containers, what went into batches, and consumption (domain.md M-3, M-8 to
 * M-10). What is said of a batch hangs on its first row; a strict work center judges the sums of the act. Refuses what takeMaterials refuses.
 */
export async function takePostedMaterials(
  tenant: Tenant,
  act: OutputAct,
  { place, order, at, now, by, mayManage }: ActPlace,
  { postings, product }: { readonly postings: readonly WrittenOfAct[]; readonly product: Item | null },
): Promise<void> {
  const rows = postings
    .flatMap(({ planned, written, batches }) =>
      planned.rows.map((row, index) => ({ ...row, id: written.rowIds[index], made: batches[index] ?? null })),
    )
    .flatMap(({ id, batch, type, units, segment, made }) =>
      id === undefined || units <= 0 ? [] : [{ id, batch, type, units, segment, made }],
    )
  const [first] = rows
  if (first === undefined) return
  const hasContainer = act.batches.some(({ containerCode }) => containerCode !== null)
  if (isOfNoMaterial(act, place) && !hasContainer && rows.every(({ made }) => made === null)) return
  const { consumptions, scraps, takesRequired = false, allowUncovered, uncoveredBefore } = act.materials ?? NO_MATERIALS
  const firstOf = (batch: number) => rows.find((row) => row.batch === batch)?.id ?? first.id
  const inputs = act.batches.map((_batch, index) => ({
    confirmationId: firstOf(index),
    consumptions: consumptions.filter(({ batch }) => batch === index),
    scraps: scraps.filter(({ batch }) => batch === index),
  }))
  const produced = new Map(rows.flatMap(({ id, made }) => (made === null ? [] : [[id, made] as const])))
  const { warnings } = await takeMaterials(tenant, {
    place,
    jobOrderId: order?.id ?? null,
    itemId: order?.itemId ?? null,
    inputs,
    rows: rows.map((row) => ({
      confirmationId: row.id,
      input: row.batch,
      outputType: row.type,
      output: row.units,
      batchCode: act.batches[row.batch]?.batchCode ?? null,
      containerCode: act.batches[row.batch]?.containerCode ?? null,
    })),
    comment: act.comment,
    takesRequired,
    allowUncovered,
    mayModify: mayManage,
    ...(uncoveredBefore !== undefined && { uncoveredBefore }),
    shiftOf: () => findShiftOf(tenant, place.id, first.segment?.start ?? at),
    by: { ...by, at: new Date(now) },
    produced,
    product,
  })
  await linkMaterials(
    tenant,
    rows.map(({ id, batch }) => ({
      id,
      batch: produced.get(id) ?? null,
      hasContainer: (act.batches[batch]?.containerCode ?? null) !== null,
    })),
  )
  const [posting] = postings
  if (posting !== undefined && warnings.length > 0)
    await addWarnings(
      tenant,
      posting.written.id,
      warnings.map(({ code }) => code),
    )
}

/** Whether nothing is said of material, and none of it is looked at there. */
function isOfNoMaterial({ materials = NO_MATERIALS }: OutputAct, { consumptionTracking, trackScraps }: ActPlace['place']): boolean {
  return consumptionTracking === 'NO_TRACKING' && !trackScraps && materials.consumptions.length === 0 && materials.scraps.length === 0
}

/** Takes back what the posting did with material, in the transaction of its cancellation. Refuses a batch that it made and that was used. */
export async function giveBackPostedMaterials(tenant: Tenant, postingId: number, given: Pick<ActPlace, 'by' | 'now'>): Promise<void> {
  await giveBackMaterials(tenant, await takenBack(tenant, postingId, given))
}

/**
 * Returns what takes the posting's output out of its batches once what is right was put in (domain.md O-12); what it consumed is given back at once.
 * That refuses where less than that is left of them.
 */
export async function giveBackCorrected(
  tenant: Tenant,
  postingId: number,
  given: Pick<ActPlace, 'by' | 'now'>,
): Promise<() => Promise<void>> {
  const back = await takenBack(tenant, postingId, given)
  await giveBackConsumed(tenant, back)
  return () => withdrawProduced(tenant, back)
}

async function takenBack(tenant: Tenant, postingId: number, { by, now }: Pick<ActPlace, 'by' | 'now'>): Promise<TakenBack> {
  return { confirmationIds: await listRowIds(tenant, postingId), by: { ...by, at: new Date(now) } }
}
