import { isOtherUnit } from '#engine/integration/externalUnit.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { CompareOrderQuery } from '#web/api/generated/graphql.ts'

export type OurOrder = CompareOrderQuery['jobOrder']
export type TheirOrder = CompareOrderQuery['externalJobOrders'][number]
type Link = CompareOrderQuery['workCentersLinks'][number]

/** What is compared, in the order in which it is shown. */
export const COMPARED = ['status', 'product', 'plannedQuantity', 'made', 'unit', 'workCenter', 'planStart', 'planEnd'] as const
export type Compared = (typeof COMPARED)[number]

/** Figures have thousandths, planned times minutes. */
const SAME = 0.0005

/**
 * Returns what differs between an order here and what it is in the other system. What that does not tell is no difference. A quantity that is made counts as accepted
 * here, a status as what it means here, and a work center as the one that is linked to it.
 */
export function differencesOf(ours: OurOrder, theirs: TheirOrder, links: readonly Link[]): ReadonlySet<Compared> {
  const differs: Readonly<Record<Compared, boolean>> = {
    status: !meaningsOf(ours.status).includes(theirs.internalStatus),
    product: theirs.productCode !== null && theirs.productCode.toLowerCase() !== (ours.product?.sku ?? '').toLowerCase(),
    plannedQuantity: isOther(theirs.plannedQuantity, ours.planOutput, SAME),
    made: isOther(theirs.madeQuantity, ours.acceptedOutput, SAME),
    unit: isOtherUnit(theirs.unit, ours.measurementUnit?.code ?? 'pcs'),
    workCenter: theirs.workCenterCode !== null && placeOf(theirs, links)?.id !== ours.workCenter?.id,
    planStart: isOther(instant(theirs.planStart), instant(ours.planStart), MINUTE_MS),
    planEnd: isOther(instant(theirs.planEnd), instant(ours.planEnd), MINUTE_MS),
  }
  return new Set(COMPARED.filter((key) => differs[key]))
}

/** Returns the work center here that is linked to that of the order there; undefined where none is. */
export function placeOf({ workCenterCode }: Pick<TheirOrder, 'workCenterCode'>, links: readonly Link[]) {
  return links.find(({ id }) => id === workCenterCode)?.internalWorkCenter ?? undefined
}

function meaningsOf(status: OurOrder['status']): readonly TheirOrder['internalStatus'][] {
  switch (status) {
    case 'DRAFT':
      return ['DRAFT']
    case 'CANCELLED':
    case 'COMPLETED':
    case 'TECHNICALLY_COMPLETED':
      return ['ENDED']
    case 'ON_HOLD':
    case 'PLANNED':
    case 'PROGRESS':
      return ['RELEASED']
  }
}

function isOther(theirs: number | null, ours: number | null, least: number): boolean {
  return theirs !== null && (ours === null || Math.abs(theirs - ours) >= least)
}

function instant(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}
