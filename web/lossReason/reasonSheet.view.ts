import { type LossCategory, LOSS_CATEGORIES } from '#engine/loss/lossReason.ts'
import { isOfferedAt } from '#engine/loss/reasonOffer.ts'
import { offerOf, type Place, type Reason } from './reasonTree.view.ts'

/** What a sheet holds: reasons of rejects, of stops and slow running, or all. */
export const SHEET_KINDS = ['REJECTS', 'STOPS', 'ALL'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

type SheetReason = Pick<Reason, 'category' | 'deniedManualEnter' | 'id' | 'isHidden' | 'linkType' | 'links' | 'name'>

export type SheetSection = {
  readonly category: LossCategory
  readonly reasons: readonly { readonly id: number; readonly name: string }[]
}

/** Rejects come first: they are scanned most. */
const ORDER: readonly LossCategory[] = LOSS_CATEGORIES.toReversed()

/** Returns what is printed on the sheet of a work center, null = of all: the reasons that people may choose there, by category, in the order of the company. */
export function reasonSheet(reasons: readonly SheetReason[], place: Place | null, kind: SheetKind): readonly SheetSection[] {
  const offered = reasons.filter(
    (reason) =>
      !reason.isHidden &&
      !reason.deniedManualEnter &&
      (place === null || isOfferedAt(offerOf(reason), { id: place.id, groupId: place.groupId ?? null })),
  )
  return ORDER.filter((category) => kind === 'ALL' || (category === 'QUALITY') === (kind === 'REJECTS')).flatMap((category) => {
    const those = offered.filter((reason) => reason.category === category).map(({ id, name }) => ({ id, name }))
    return those.length === 0 ? [] : [{ category, reasons: those }]
  })
}
