import type { ConfirmFormFragment, MaterialsToConfirmQuery, StockRowFragment } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { consumptionsOf, coverOf } from '#web/parts/confirm/sheetMaterials.view.ts'
import { type LeftOut, type PostedUnits, unitsSum } from '#web/parts/posting/posting.view.ts'

/** Why a line of several is left out: what its own sheet asks for. */
export type WhyLeftOut = LeftOut | 'REASON_NEEDED' | 'UNREADABLE'

/** Returns why the line is left out though something of it waits: its rejects need reasons, which its own sheet asks for. */
export function whyNotAtOnce(form: Pick<ConfirmFormFragment, 'acceptedOutput' | 'isReasonRequired' | 'rejectedOutput'>): WhyLeftOut | null {
  if (form.acceptedOutput + form.rejectedOutput === 0) return 'NOTHING_LEFT'
  return form.isReasonRequired && form.rejectedOutput > 0 ? 'REASON_NEEDED' : null
}

/** What the order of a line needs: its bill of material, and what is tracked at its work center. */
export type LineMaterials = {
  readonly tracking: MaterialsToConfirmQuery['jobOrderSettings']['consumptionTracking']
  readonly lines: MaterialsToConfirmQuery['jobOrderBom']
}

/** Returns whether the stocks of the work center are asked before the line is sent: the bill of material is checked, so batches are named. */
export function namesBatches(materials: LineMaterials | null): boolean {
  return materials !== null && materials.tracking === 'WITH_BOM_VALIDATION' && materials.lines.length > 0
}

/** Returns what so many units consume as the bill of material says, with the batches of the stocks that its own sheet would send (domain.md M-3). */
export function consumedOf(
  materials: LineMaterials | null,
  { total, locale, stocks }: { readonly total: number; readonly locale: string; readonly stocks: readonly StockRowFragment[] },
): readonly { readonly itemId: number; readonly quantity: number; readonly batchId: number | null }[] {
  if (materials === null || materials.tracking === 'NO_TRACKING') return []
  const { tracking, lines } = materials
  const needed = consumptionsOf(lines, new Map(), { total, locale, batches: new Map() })
  return coverOf(needed, { lines, total, stocks }, { tracking, comment: null, allowUncovered: false, mayModify: false }).said
}

/** What became of a line that was sent; UNKNOWN = no answer came: it may be booked, and is sent again under its key. */
export type SentState = 'DONE' | 'REFUSED' | 'UNKNOWN'

/** Returns what became of a line by the answer to it. */
export function sentState(isDone: boolean, problems: readonly ApiProblem[]): SentState {
  if (isDone) return 'DONE'
  return isTransient(problems) ? 'UNKNOWN' : 'REFUSED'
}

/** Returns what the tasks give, in their order, no more of them at a time than so many. */
export async function fewAtATime<T, R>(items: readonly T[], most: number, run: (item: T) => Promise<R>): Promise<readonly R[]> {
  if (items.length === 0) return []
  const now = await Promise.all(items.slice(0, most).map(run))
  return [...now, ...(await fewAtATime(items.slice(most), most, run))]
}

type Unit = { readonly code: string; readonly shortName: string }

/** Returns the sums of the lines by unit: pieces and metres are not added up. */
export function sumsOf(
  lines: readonly (PostedUnits & { readonly unit: Unit | null })[],
): readonly (PostedUnits & { readonly unit: Unit })[] {
  const byCode = Map.groupBy(
    lines.filter(({ unit }) => unit !== null),
    ({ unit }) => unit?.code,
  )
  return [...byCode.values()].flatMap((own) => {
    const unit = own[0]?.unit ?? null
    return unit === null ? [] : [{ unit, ...own.reduce<PostedUnits>(unitsSum, { accepted: 0, rejected: 0 }) }]
  })
}
