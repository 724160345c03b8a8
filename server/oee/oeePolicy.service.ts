import type { CompanyId, UserId } from '#engine/ids.ts'
import type { NoDataPolicy } from '#engine/workCenter/workCenterSetup.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Database } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { findOeePolicy, listFirstUnconfirmed, storeOeePolicy } from './oeeSetup.store.ts'
import type { CompanyOeePolicy } from './oeeSetup.store.ts'

/** What is undefined or null stays. */
export type OeePolicyChange = {
  readonly noDataPolicy?: NoDataPolicy | null | undefined
  readonly capPerformance?: boolean | null | undefined
}

type Deps = {
  readonly database: Database
  readonly ingest: Pick<IngestPort, 'reload'>
  readonly now: () => number
}

/**
 * Returns the company's changed policies. Both decide the class of time and output (domain.md D-5, D-41), so all unconfirmed shifts are
 * recalculated. A change without effect does nothing.
 */
export async function saveOeePolicy(
  deps: Deps,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  change: OeePolicyChange,
): Promise<CompanyOeePolicy> {
  const { policy, affected } = await deps.database.inTenant(companyId, async (tenant) => {
    const present = await findOeePolicy(tenant)
    const noDataPolicy = change.noDataPolicy ?? present.noDataPolicy
    const capPerformance = change.capPerformance ?? present.capPerformance
    if (noDataPolicy === present.noDataPolicy && capPerformance === present.capPerformance) return { policy: present, affected: [] }
    await storeOeePolicy(tenant, { noDataPolicy, capPerformance })
    const entry = { userId, at: new Date(deps.now()), action: 'UPDATE_OEE_POLICY', subject: 'company' } as const
    await audited(tenant, entry, policyOf(present), { noDataPolicy, capPerformance })
    const unconfirmed = await listFirstUnconfirmed(tenant)
    await markForRecalculation(
      tenant,
      unconfirmed.map((one) => ({ ...one, to: null, cause: 'OEE_POLICY' })),
      userId,
    )
    return { policy: { ...present, noDataPolicy, capPerformance }, affected: unconfirmed }
  })
  await Promise.all(affected.map(({ workCenterId }) => deps.ingest.reload({ companyId, workCenterId }, { wait: true })))
  return policy
}

function policyOf({ noDataPolicy, capPerformance }: CompanyOeePolicy) {
  return { noDataPolicy, capPerformance }
}
