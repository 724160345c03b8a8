import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { OrderMember } from '#server/jobOrder/orderDeps.ts'

/** Returns whether the person may change output beyond their own shift: OUTPUTS MODIFY. */
export function mayModifyOutput({
  role,
  companyId,
  grants = grantsOf(abilitiesOf(role, companyId)),
}: Omit<OrderMember, 'userId'>): boolean {
  return grants.modifiable.has('OUTPUTS')
}
