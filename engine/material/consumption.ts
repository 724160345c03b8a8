import type { Problem } from '#engine/result.ts'
import type { CONSUMPTION_TRACKING_TYPES } from '#engine/workCenter/jobOrderFields.ts'
import type { BomRegistrationType } from './billOfMaterial.ts'
import { quantityOf } from './quantity.ts'

export type ConsumptionTracking = (typeof CONSUMPTION_TRACKING_TYPES)[number]

/** What is left of an item at the work center, in millionths of its unit. */
export type StockLeft = {
  readonly id: number
  readonly itemId: number
  readonly batchId: number | null
  readonly balance: number
  /** In the order in which they were installed. */
  readonly installedAt: number
}

/** What a posting needs of a material, in millionths of its unit. */
export type MaterialNeed = { readonly itemId: number; readonly required: number; readonly registrationType: BomRegistrationType }

/** What a person says was consumed, in millionths of the unit of the item; without a batch the oldest installed one. */
export type SaidConsumption = {
  readonly itemId: number
  readonly batchId: number | null
  readonly quantity: number
  /** Of a material that no line names. */
  readonly isBatchTracked: boolean
}

export type ConsumptionRules = {
  readonly tracking: ConsumptionTracking
  /** What people wrote with the posting: a strict work center accepts other quantities with it. */
  readonly comment: string | null
  readonly allowUncovered: boolean
  /** OUTPUTS MODIFY. */
  readonly mayModify: boolean
  /** The posting that a correction stands for; left out = it is none. */
  readonly corrected?: CorrectedConsumption
}

/** What of each item nothing covered in the posting that is corrected, in millionths of its unit. */
export type CorrectedConsumption = { readonly uncovered: ReadonlyMap<number, number> }

/** What is written of a consumption: from which stock, or that nothing covers it. `index` is that of what was said. */
export type Taken = {
  readonly index: number
  readonly itemId: number
  /** null = of no stock: the item is not kept there, or nothing covers it. */
  readonly stockId: number | null
  readonly batchId: number | null
  readonly quantity: number
  readonly isUncovered: boolean
}

export type ConsumptionPlan = { readonly problems: readonly Problem[]; readonly taken: readonly Taken[] }

/** A strict work center accepts this share of the required quantity more or less (domain.md S-71): one tenth. */
const TOLERANCE_DIVISOR = 10n

/**
 * Returns what a posting takes from the stock of its work center, and every problem of it (domain.md M-3, M-5, M-9). Named batches are taken from,
 * others in the order in which they were installed; what nothing covers is uncovered. Not tracked: nothing is taken. Where the bill of material is
 * checked, a line of batches names one if several are installed; that of a correction is parted by them, since its form shows those of the posting alone
 * (domain.md O-12).
 */
export function planConsumption(
  said: readonly SaidConsumption[],
  needs: readonly MaterialNeed[],
  stock: readonly StockLeft[],
  rules: ConsumptionRules,
): ConsumptionPlan {
  if (rules.tracking === 'NO_TRACKING') return { problems: [], taken: [] }
  const isStrict = rules.tracking === 'WITH_BOM_VALIDATION'
  const all = said.map((one, index) => ({ ...one, index }))
  const lines = isStrict && rules.corrected !== undefined ? withBatches(all, needs, stock) : all
  const problems = [...(isStrict ? problemsOfLines(said, needs, rules.comment) : []), ...problemsOfBatches(lines, needs, stock, rules)]
  const left = new Map(stock.map(({ id, balance }) => [id, balance]))
  const taken = lines.flatMap((one) => takenFor(one, one.index, { needs, stock, left }))
  return { problems: [...problems, ...(isStrict ? problemsOfCover(said, taken, rules) : [])], taken }
}

/**
 * Returns what is said with the batches of lines that come from batches: an unnamed one of several installed batches is parted by them, in the order in
 * which they were installed, after what names its batch. The parts are the line: what the batches do not hold is said of the last one, which does not
 * cover it, though there is stock without a batch.
 */
export function withBatches<Said extends SaidConsumption>(
  said: readonly Said[],
  needs: readonly MaterialNeed[],
  stock: readonly StockLeft[],
): readonly Said[] {
  const left = new Map(stock.map(({ id, balance }) => [id, balance]))
  for (const one of said) if (one.batchId !== null) takenFor(one, 0, { needs, stock, left })
  return said.flatMap((one) => {
    const installed = installedOf(one.itemId, stock)
    const last = installed.at(-1)
    if (one.batchId !== null || !isTracked(one, needs) || last === undefined || installed.length < 2) return [one]
    const parts = takenFor(one, 0, { needs, stock: installed, left })
    const named = parts.filter(({ isUncovered }) => !isUncovered)
    const rest = parts.reduce((sum, { isUncovered, quantity }) => (isUncovered ? sum + quantity : sum), 0)
    if (named.length === 0) return [{ ...one, batchId: last.batchId }]
    return named.map(({ batchId, quantity }, index) => ({
      ...one,
      batchId,
      quantity: index === named.length - 1 ? quantity + rest : quantity,
    }))
  })
}

/**
 * Returns what is said of consumption where nobody says anything: all that the bill of material needs, of the installed batches by turns where it is
 * checked (domain.md M-3, O-19).
 */
export function requiredConsumptions(
  needs: readonly MaterialNeed[],
  stock: readonly StockLeft[],
  tracking: ConsumptionTracking,
): readonly SaidConsumption[] {
  const said = needs.flatMap(({ itemId, required, registrationType }) =>
    required > 0 ? [{ itemId, batchId: null, quantity: required, isBatchTracked: registrationType === 'BATCH_TRACKING' }] : [],
  )
  return tracking === 'WITH_BOM_VALIDATION' ? withBatches(said, needs, stock) : said
}

/** The batches of the item that still hold something, in the order in which they were installed. */
function installedOf(itemId: number, stock: readonly StockLeft[]): readonly StockLeft[] {
  return stock.filter((row) => row.itemId === itemId && row.batchId !== null && row.balance > 0).toSorted(byInstalled)
}

function byInstalled(one: StockLeft, other: StockLeft): number {
  return one.installedAt - other.installedAt || one.id - other.id
}

function takenFor(
  { itemId, batchId, quantity, isBatchTracked }: SaidConsumption,
  index: number,
  { needs, stock, left }: { needs: readonly MaterialNeed[]; stock: readonly StockLeft[]; left: Map<number, number> },
): Taken[] {
  const rows = stock.filter((row) => row.itemId === itemId && (batchId === null || row.batchId === batchId)).toSorted(byInstalled)
  if (rows.length === 0 && !isTracked({ itemId, isBatchTracked }, needs) && batchId === null)
    return [{ index, itemId, stockId: null, batchId: null, quantity, isUncovered: false }]
  const taken: Taken[] = []
  let rest = quantity
  for (const row of rows) {
    const part = Math.min(rest, left.get(row.id) ?? 0)
    if (part <= 0) continue
    taken.push({ index, itemId, stockId: row.id, batchId: row.batchId, quantity: part, isUncovered: false })
    left.set(row.id, (left.get(row.id) ?? 0) - part)
    rest -= part
  }
  return rest > 0 ? [...taken, { index, itemId, stockId: null, batchId: null, quantity: rest, isUncovered: true }] : taken
}

/** Every line once at least, no foreign material, and so much as is required or a comment. */
function problemsOfLines(said: readonly SaidConsumption[], needs: readonly MaterialNeed[], comment: string | null): readonly Problem[] {
  const sums = new Map<number, number>()
  for (const { itemId, quantity } of said) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity)
  const missing = needs.filter(({ itemId, required }) => required > 0 && !sums.has(itemId)).map(({ itemId }) => itemId)
  const foreign = [...sums.keys()].filter((itemId) => needs.every((need) => need.itemId !== itemId))
  return [
    ...(missing.length > 0 ? [{ code: 'BOM_LINE_MISSING', field: 'consumptions', params: { itemIds: missing.join(', ') } }] : []),
    ...(foreign.length > 0 ? [{ code: 'BOM_FOREIGN_MATERIAL', field: 'consumptions', params: { itemIds: foreign.join(', ') } }] : []),
    ...((comment?.trim() ?? '') === '' ? needs.flatMap((need) => problemOfQuantity(need, sums.get(need.itemId))) : []),
  ]
}

function problemOfQuantity({ itemId, required }: MaterialNeed, quantity: number | undefined): readonly Problem[] {
  if (quantity === undefined) return []
  const [difference, whole] = [BigInt(Math.abs(quantity - required)), BigInt(required)]
  if (difference * TOLERANCE_DIVISOR <= whole) return []
  const tenth = required / Number(TOLERANCE_DIVISOR)
  const params = {
    itemId,
    required: quantityOf(required),
    min: quantityOf(Math.ceil(required - tenth)),
    max: quantityOf(Math.floor(required + tenth)),
  }
  return [{ code: 'BOM_QUANTITY_OUTSIDE', field: 'consumptions', params }]
}

function problemsOfBatches(
  said: readonly (SaidConsumption & { readonly index: number })[],
  needs: readonly MaterialNeed[],
  stock: readonly StockLeft[],
  { tracking, corrected }: ConsumptionRules,
): readonly Problem[] {
  const isStrict = tracking === 'WITH_BOM_VALIDATION'
  return said.flatMap((one) => {
    const { itemId, batchId, index } = one
    // A batch that is used up is none that anybody could mean.
    const isThere = stock.some(
      (row) => row.itemId === itemId && row.batchId !== null && (batchId === null ? row.balance > 0 : row.batchId === batchId),
    )
    // What nothing covered before may stay so: then there was no batch to name, and there may be none now.
    const mustName = batchId === null && isStrict && isTracked(one, needs) && !(corrected?.uncovered.has(itemId) ?? false)
    if (mustName && installedOf(itemId, stock).length > 1)
      return [{ code: 'BATCH_REQUIRED', field: `consumptions.${index}.batchId`, params: { itemId } }]
    if (isThere || (batchId === null && !mustName)) return []
    const params = { itemId, ...(batchId !== null && { batchId }) }
    return [{ code: 'BATCH_NOT_INSTALLED', field: `consumptions.${index}.batchId`, params }]
  })
}

/**
 * A strict work center leaves nothing uncovered but what was so before a correction, unless who manages output says so with a comment; a line of batches
 * has one installed even then.
 */
function problemsOfCover(said: readonly SaidConsumption[], taken: readonly Taken[], rules: ConsumptionRules): readonly Problem[] {
  if (rules.allowUncovered && rules.mayModify && (rules.comment?.trim() ?? '') !== '') return []
  return [...Map.groupBy(taken, ({ itemId }) => itemId)].flatMap(([itemId, those]) => {
    if (those.every(({ isUncovered }) => !isUncovered)) return []
    const required = said.filter((one) => one.itemId === itemId).reduce((sum, { quantity }) => sum + quantity, 0)
    const uncovered = those.filter(({ isUncovered }) => isUncovered).reduce((sum, { quantity }) => sum + quantity, 0)
    if (uncovered <= (rules.corrected?.uncovered.get(itemId) ?? 0)) return []
    const params = { itemId, required: quantityOf(required), available: quantityOf(required - uncovered) }
    return [{ code: 'BATCH_BALANCE_TOO_SMALL', field: 'consumptions', params }]
  })
}

/** What a line takes from batches, or without a line what the item says, is always checked (domain.md M-5). */
function isTracked(
  { itemId, isBatchTracked }: Pick<SaidConsumption, 'isBatchTracked' | 'itemId'>,
  needs: readonly MaterialNeed[],
): boolean {
  const need = needs.find((one) => one.itemId === itemId)
  return need === undefined ? isBatchTracked : need.registrationType === 'BATCH_TRACKING'
}
