import { requiredInput } from '#engine/material/billOfMaterial.ts'
import { planConsumption, withBatches } from '#engine/material/consumption.ts'
import type { ConsumptionRules } from '#engine/material/consumption.ts'
import { microOf, quantityOf } from '#engine/material/quantity.ts'
import { convertedMicro } from '#engine/material/unitConversion.ts'
import type { Problem } from '#engine/result.ts'
import type { MaterialsToConfirmQuery, StockRowFragment } from '#web/api/generated/graphql.ts'
import { readNumber } from '#web/ui/form/readNumber.ts'

type Line = MaterialsToConfirmQuery['jobOrderBom'][number]

/**
 * What is consumed of a material with the confirmation, in the unit of the material; `isRequired` = as much as the bill of material says, `batchId` null = of
 * the batch that was installed first.
 */
export type SheetConsumption = {
  readonly itemId: number
  readonly quantity: number
  readonly isRequired: boolean
  readonly batchId: number | null
}

/** What a material is taken from: so much of each batch, and what none of them covers. */
export type Cover = {
  readonly batches: readonly { readonly code: string; readonly quantity: number }[]
  /** null = the material is not kept here, so nothing has to cover it. */
  readonly uncovered: number | null
}

/** What the confirmation takes from what is installed, what is sent of it, and all that stands in its way. */
export type SheetCover = {
  readonly problems: readonly Problem[]
  readonly of: ReadonlyMap<number, Cover>
  /** Where the bill of material is checked, with the batches that the sheet shows. */
  readonly said: readonly { readonly itemId: number; readonly quantity: number; readonly batchId: number | null }[]
}

/** Returns what is needed of the line for so many units, in the unit of its material. */
export function neededOf(line: Line, total: number): number {
  const needed = microOf(
    requiredInput({ requiredInput: line.requiredInputQuantity, expectedOutput: line.expectedOutputQuantity }, Math.max(0, total)),
  )
  return quantityOf(
    convertedMicro(needed, line.measurementUnit.code, line.material?.measureUnit.code ?? line.measurementUnit.code) ?? needed,
  )
}

/** Returns what the sheet says of each line: as typed, else what is needed; what is not taken is left out. */
export function consumptionsOf(
  lines: readonly Line[],
  typed: ReadonlyMap<number, string>,
  { total, locale, batches }: { readonly total: number; readonly locale: string; readonly batches: ReadonlyMap<number, number> },
): readonly SheetConsumption[] {
  return lines.flatMap((line) => {
    if (line.material === null) return []
    const { id } = line.material
    const needed = neededOf(line, total)
    const text = typed.get(id)
    const quantity = text === undefined ? needed : (readNumber(text, locale) ?? 0)
    return quantity > 0 ? [{ itemId: id, quantity, isRequired: quantity === needed, batchId: batches.get(id) ?? null }] : []
  })
}

/**
 * Returns what the consumptions take from the stocks, by the function that the server judges by (domain.md M-3, M-5, M-9); problems carry the name of
 * their material.
 */
export function coverOf(
  consumptions: readonly SheetConsumption[],
  { lines, total, stocks }: { readonly lines: readonly Line[]; readonly total: number; readonly stocks: readonly StockRowFragment[] },
  rules: ConsumptionRules,
): SheetCover {
  const materialOf = new Map(lines.flatMap((line) => (line.material === null ? [] : [[line.material.id, { ...line, ...line.material }]])))
  const needs = lines.flatMap((line) =>
    line.material === null
      ? []
      : [{ itemId: line.material.id, required: microOf(neededOf(line, total)), registrationType: line.registrationType }],
  )
  const left = stocks.map(({ id, item, batch, balance, installedOn }) => ({
    id,
    itemId: item?.id ?? 0,
    batchId: batch?.id ?? null,
    balance: microOf(balance),
    installedAt: installedOn === null ? 0 : Date.parse(installedOn),
  }))
  const unnamed = consumptions.map(({ itemId, batchId, quantity }) => ({
    itemId,
    batchId,
    quantity: microOf(quantity),
    isBatchTracked: materialOf.get(itemId)?.isBatchTracked ?? false,
  }))
  const said = rules.tracking === 'WITH_BOM_VALIDATION' ? withBatches(unnamed, needs, left) : unnamed
  const { problems, taken } = planConsumption(said, needs, left, rules)
  const codeOf = new Map(stocks.flatMap(({ batch }) => (batch === null ? [] : [[batch.id, batch.code]])))
  const of = new Map<number, Cover>()
  for (const [itemId, those] of Map.groupBy(taken, (one) => one.itemId)) {
    const batches = those.flatMap(({ batchId, quantity }) =>
      batchId === null ? [] : [{ code: codeOf.get(batchId) ?? '', quantity: quantityOf(quantity) }],
    )
    const missing = those.reduce((sum, { isUncovered, quantity }) => (isUncovered ? sum + quantity : sum), 0)
    of.set(itemId, {
      batches,
      uncovered: those.every(({ stockId, isUncovered }) => stockId === null && !isUncovered) ? null : quantityOf(missing),
    })
  }
  return {
    problems: problems.map((problem) => withName(problem, (id) => materialOf.get(id)?.name ?? '')),
    of,
    said: said.map(({ itemId, quantity, batchId }) => ({ itemId, quantity: quantityOf(quantity), batchId })),
  }
}

function withName(problem: Problem, nameOf: (id: number) => string): Problem {
  const { itemId, itemIds } = problem.params ?? {}
  const names = {
    ...(typeof itemId === 'number' && { item: nameOf(itemId) }),
    ...(typeof itemIds === 'string' && {
      items: itemIds
        .split(', ')
        .map((id) => nameOf(Number(id)))
        .join(', '),
    }),
  }
  return { ...problem, params: { ...problem.params, ...names } }
}

/** Returns the installed batches of the material, those first that are used first. */
export function batchesOf(
  stocks: readonly StockRowFragment[],
  itemId: number,
): readonly { readonly id: number; readonly code: string; readonly balance: number }[] {
  return stocks
    .filter(({ item }) => item?.id === itemId)
    .toSorted((one, other) => (one.installedOn ?? '').localeCompare(other.installedOn ?? '') || one.id - other.id)
    .flatMap(({ batch, balance }) => (batch === null ? [] : [{ id: batch.id, code: batch.code, balance }]))
}

type ScrapLine = { readonly confirmationRequired: boolean; readonly item: { readonly id: number; readonly name: string } | null }

/**
 * Returns the scrap that was typed, and the items of which each confirmation has to name it and this one does not: nothing typed is not 0 (domain.md S-73).
 */
export function scrapsOf(
  lines: readonly ScrapLine[],
  typed: ReadonlyMap<number, string>,
  locale: string,
): { readonly said: readonly { readonly itemId: number; readonly quantity: number }[]; readonly missing: readonly string[] } {
  const read = lines.flatMap(({ item, confirmationRequired }) =>
    item === null ? [] : [{ item, confirmationRequired, quantity: readNumber(typed.get(item.id) ?? '', locale) }],
  )
  return {
    said: read.flatMap(({ item, quantity }) => (quantity === null ? [] : [{ itemId: item.id, quantity }])),
    missing: read.flatMap(({ item, confirmationRequired, quantity }) => (quantity === null && confirmationRequired ? [item.name] : [])),
  }
}

/** Returns the ids of the materials whose typed quantity is no number, or below zero. */
export function unreadableOf(typed: ReadonlyMap<number, string>, locale: string): readonly number[] {
  return [...typed].flatMap(([id, text]) => ((readNumber(text, locale) ?? 0) >= 0 ? [] : [id]))
}

/** Returns how far it is known what the order needs; what was made without an order needs nothing. */
export function materialsState({
  jobOrderId,
  isAnswered,
  isFailed,
}: {
  readonly jobOrderId: number | null
  readonly isAnswered: boolean
  readonly isFailed: boolean
}): 'FAILED' | 'READY' | 'WAITING' {
  if (jobOrderId === null || isAnswered) return 'READY'
  return isFailed ? 'FAILED' : 'WAITING'
}
