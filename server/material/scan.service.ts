import { reasonCode, reasonOfCode } from '#engine/loss/reasonCode.ts'
import { codeProblem } from '#engine/material/batchCode.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { listSeenByOperators } from '#server/jobOrder/jobOrderList.store.ts'
import { isPlaceVisible } from '#server/jobOrder/visibleOrder.ts'
import { refuseAll } from '#server/refusal.ts'
import { requirePlace } from './materialDeps.ts'
import type { MaterialDeps } from './materialDeps.ts'
import { findByText } from './scan.store.ts'
import type { ScanMatch } from './scan.store.ts'

/** Characters that scanners put around a code. */
const AROUND = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu

/**
 * Returns all that the scanned text can mean to the person (domain.md M-11): none = an unknown code, several = a choice. Orders of the work center stand
 * before others; orders of work centers that are not to be seen, and drafts for operators, are left out. Of an
 * order that lists do not show an operator they get the code alone.
 */
export async function scan(
  deps: MaterialDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { text, workCenterId }: { readonly text: string; readonly workCenterId: WorkCenterId | null },
): Promise<readonly ScanMatch[]> {
  requirePlace(visible, workCenterId)
  const code = text.replaceAll(AROUND, '')
  refuseAll([codeProblem('text', code)].filter((problem) => problem !== null))
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const reasonId = reasonOfCode(code)
    const found = await findByText(tenant, code, reasonId === null ? null : { id: reasonId, code: reasonCode(reasonId) })
    const orderIds = found.flatMap(({ kind, id }) => (kind === 'JOB_ORDER' ? [asId<JobOrderId>(id)] : []))
    const orders = new Map((await listJobOrders(tenant, orderIds)).map((order) => [Number(order.id), order]))
    const isSeen = ({ kind, id }: ScanMatch) => {
      if (kind === 'DEVICE') return isPlaceVisible(visible, id)
      if (kind !== 'JOB_ORDER') return true
      const order = orders.get(id)
      return order !== undefined && isPlaceVisible(visible, order.workCenterId) && !(member.role === 'OPERATOR' && order.status === 'DRAFT')
    }
    const isElsewhere = ({ kind, id }: ScanMatch) =>
      kind === 'JOB_ORDER' && workCenterId !== null && orders.get(id)?.workCenterId !== workCenterId
    const shown = member.role === 'OPERATOR' ? await listSeenByOperators(tenant, orderIds) : new Set(orderIds)
    const told = (match: ScanMatch): ScanMatch =>
      match.kind === 'JOB_ORDER' && !shown.has(asId<JobOrderId>(match.id)) ? { ...match, isCodeAlone: true } : match
    return found
      .filter(isSeen)
      .map(told)
      .toSorted((one, other) => Number(isElsewhere(one)) - Number(isElsewhere(other)))
  })
}
