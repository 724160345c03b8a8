import { containersOf } from '#web/parts/confirm/sheetContainers.ts'
import { keptConsumptions } from '#engine/output/keptOfPosting.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { Problem } from '#engine/result.ts'
import type { CorrectPostingMutationVariables, MaterialsOfPostingQuery, OpenedPostingQuery } from '#web/api/generated/graphql.ts'
import { unitsOf } from './posting.view.ts'

type Row = OpenedPostingQuery['outputConfirmations'][number]

/** What a posting said besides its units, as far as it can be put right. */
export type PostedDetails = {
  readonly batchCode: string
  readonly containers: readonly string[]
  /** Units by the reason that they were rejected for. */
  readonly reasons: readonly { readonly id: number; readonly name: string; readonly units: number }[]
  /** By material and batch; null = no batch covered it. */
  readonly consumptions: readonly {
    readonly itemId: number
    readonly batchId: number | null
    readonly name: string
    readonly batch: string | null
    readonly quantity: number
  }[]
  readonly scraps: readonly { readonly itemId: number; readonly name: string; readonly quantity: number }[]
}

/** What stands in the fields of the correction, by their names. */
export type CorrectionValues = Readonly<Record<string, string>>

/** Returns what the rows of a posting said besides their units. */
export function detailsOf(rows: readonly Row[]): PostedDetails {
  const reasons = new Map<number, PostedDetails['reasons'][number]>()
  const losses = new Map(rows.flatMap((row) => row.losses.map((loss) => [loss.id, loss])))
  for (const { reason, quantity } of losses.values())
    if (reason !== null) reasons.set(reason.id, { ...reason, units: sum(reasons.get(reason.id)?.units ?? 0, quantity ?? 0) })
  const consumed = new Map<string, PostedDetails['consumptions'][number]>()
  for (const { item, batch, quantity } of rows.flatMap((row) => row.consumptions)) {
    if (item === null) continue
    const key = `${item.id} ${batch?.id ?? ''}`
    const before = consumed.get(key)?.quantity ?? 0
    consumed.set(key, {
      itemId: item.id,
      batchId: batch?.id ?? null,
      name: item.name,
      batch: batch?.code ?? null,
      quantity: sum(before, quantity),
    })
  }
  const scrapped = new Map<number, PostedDetails['scraps'][number]>()
  for (const { item, quantity } of rows.flatMap((row) => row.scraps))
    if (item !== null)
      scrapped.set(item.id, { itemId: item.id, name: item.name, quantity: sum(scrapped.get(item.id)?.quantity ?? 0, quantity) })
  return {
    batchCode: rows.find(({ outputType, batchCode }) => outputType === 'ACCEPTED' && batchCode !== null)?.batchCode ?? '',
    containers: [...new Set(rows.flatMap(({ container }) => container?.code ?? []))],
    reasons: [...reasons.values()],
    consumptions: [...consumed.values()],
    scraps: [...scrapped.values()],
  }
}

/** Returns the fields of the correction as they stand at first: those of the posting. */
export function correctionValues(rows: readonly Row[], locale: string): CorrectionValues {
  const { accepted, rejected } = unitsOf(rows)
  const { batchCode, containers, reasons, consumptions, scraps } = detailsOf(rows)
  const fields = [
    ...reasons.map(({ id, units }) => [reasonField(id), units] as const),
    ...consumptions.map((one) => [usedField(one), one.quantity] as const),
    ...scraps.map(({ itemId, quantity }) => [scrapField(itemId), quantity] as const),
  ]
  return {
    acceptedOutput: numberText(accepted, locale),
    rejectedOutput: numberText(rejected, locale),
    batchCode,
    containerCodes: containers.join(', '),
    comment: '',
    ...Object.fromEntries(fields.map(([name, value]) => [name, numberText(value, locale)])),
  }
}

/** A material of the order that the posting took nothing of. */
export type UnusedMaterial = {
  readonly itemId: number
  readonly batchId: null
  readonly name: string
  readonly unit: { readonly code: string; readonly shortName: string }
}

/** Returns the materials of the order that the posting did not name: its correction may; none where nothing is tracked. */
export function unusedMaterials(known: MaterialsOfPostingQuery | undefined, { consumptions }: PostedDetails): readonly UnusedMaterial[] {
  if (known === undefined || known.jobOrderSettings.consumptionTracking === 'NO_TRACKING') return []
  return known.jobOrderBom.flatMap(({ material }) =>
    material === null || consumptions.some(({ itemId }) => itemId === material.id)
      ? []
      : [{ itemId: material.id, batchId: null, name: material.name, unit: material.measureUnit }],
  )
}

/** Number fields of a correction other than its units. */
const IS_NUMBER = /^(reason|scrap|used)-/
/** Largest quantity of a material in a posting. */
const MOST = 1e9

/** Returns a problem of each field that was changed to no number, or to one below zero. */
export function numberProblems(before: CorrectionValues, values: CorrectionValues, locale: string): readonly Problem[] {
  return Object.entries(values).flatMap(([field, text]) => {
    if (!IS_NUMBER.test(field) || text === (before[field] ?? '')) return []
    const value = readNumber(text, locale) ?? 0
    if (Number.isNaN(value)) return [{ code: 'NOT_A_NUMBER', field }]
    return value < 0 ? [{ code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: 0, max: MOST } }] : []
  })
}

/**
 * Returns what of the correction is sent besides its units: only what a person changed, so that the rest stays that of the posting, material in proportion
 * (domain.md O-12), also beside a quantity that was changed.
 */
export function changedDetails(
  before: CorrectionValues,
  values: CorrectionValues,
  {
    details,
    locale,
    reasonIds,
    unused = [],
  }: {
    readonly details: PostedDetails
    readonly locale: string
    readonly reasonIds: readonly number[]
    readonly unused?: readonly UnusedMaterial[]
  },
): Pick<CorrectPostingMutationVariables, 'batchCode' | 'consumptions' | 'containerCodes' | 'qualityReasons' | 'scraps'> {
  const changed = (name: string) => (values[name] ?? '') !== (before[name] ?? '')
  const number = (name: string) => readNumber(values[name] ?? '', locale) ?? 0
  const isReason = reasonIds.some((id) => changed(reasonField(id)))
  const typed = [...details.consumptions, ...unused].filter((one) => changed(usedField(one)))
  const total = ({ acceptedOutput, rejectedOutput }: CorrectionValues) =>
    (readNumber(acceptedOutput ?? '', locale) ?? 0) + (readNumber(rejectedOutput ?? '', locale) ?? 0)
  const isScrap = details.scraps.some(({ itemId }) => changed(scrapField(itemId)))
  return {
    ...(changed('batchCode') && { batchCode: (values['batchCode'] ?? '').trim() }),
    ...(changed('containerCodes') && { containerCodes: [...containersOf(values['containerCodes'] ?? '')] }),
    ...(isReason && {
      qualityReasons: reasonIds.flatMap((reasonId) => {
        const output = number(reasonField(reasonId))
        return output === 0 ? [] : [{ reasonId, output }]
      }),
    }),
    ...(typed.length > 0 && {
      consumptions: [
        ...keptConsumptions(
          details.consumptions.filter((one) => !changed(usedField(one))),
          total(before),
          total(values),
        ),
        ...typed.map((one) => ({ ...one, quantity: number(usedField(one)) })),
      ].flatMap(({ itemId, batchId, quantity }) => (quantity === 0 ? [] : [{ itemId, batchId, quantity }])),
    }),
    ...(isScrap && { scraps: details.scraps.map(({ itemId }) => ({ itemId, quantity: number(scrapField(itemId)) })) }),
  }
}

/** Returns the name of the field of a reason. */
export function reasonField(id: number): string {
  return `reason-${id}`
}

/** Returns the name of the field of what was used of a material, of a batch where it has one. */
export function usedField({ itemId, batchId }: Pick<PostedDetails['consumptions'][number], 'batchId' | 'itemId'>): string {
  return `used-${itemId}-${batchId ?? 0}`
}

/** Returns the name of the field of the scrap of a material. */
export function scrapField(itemId: number): string {
  return `scrap-${itemId}`
}

function sum(one: number, other: number): number {
  return Math.round((one + other) * 1e6) / 1e6
}
