import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { mayReadFile } from '#engine/report/mayReadReport.ts'
import { isAssigned } from '#server/access/access.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Database } from '#server/db/database.ts'
import { listEmployees } from '#server/user/employee.store.ts'
import type { Employee } from '#server/user/employee.store.ts'
import { findMailed } from './delivery.store.ts'
import { reportRequest } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'
import { findMailedAddress, isForOutside } from './subscription/address.store.ts'
import { findSubscription } from './subscription/subscription.store.ts'

/** Returns those of the people who may read all of the report as things are now: members with the right, and operators who see all of its work centers. */
export async function readersNow(
  database: Pick<Database, 'inSystem'>,
  companyId: CompanyId,
  { type, hasChecklists, workCenterIds }: Pick<ReportRequest, 'hasChecklists' | 'type' | 'workCenterIds'>,
  userIds: readonly UserId[],
): Promise<readonly Employee[]> {
  const members = await database.inSystem((tx) => listEmployees({ companyId, tx }, { userIds }))
  return members.filter((one) => {
    if (!mayReadFile(grantsOf(abilitiesOf(one.role, companyId)), { type, hasChecklists })) return false
    return !isAssigned(one) || workCenterIds?.every((id) => one.workCenterIds.some((own) => own === id)) === true
  })
}

/** Returns who owns the subscription, if they may still read all of the report as things are now; null otherwise. */
export async function ownerNow(
  database: Pick<Database, 'inSystem' | 'inTenant'>,
  companyId: CompanyId,
  subscriptionId: number | null,
  request: Pick<ReportRequest, 'hasChecklists' | 'type' | 'workCenterIds'>,
): Promise<Employee['user'] | null> {
  const owner =
    subscriptionId === null
      ? null
      : await database.inTenant(companyId, async (tenant) => (await findSubscription(tenant, subscriptionId))?.ownerId ?? null)
  if (owner === null) return null
  return (await readersNow(database, companyId, request, [owner]))[0]?.user ?? null
}

/** Returns the check of whether an e-mail is still for its reader: false for a report that the person may no longer read. */
export function reportMailCheck(database: Pick<Database, 'inSystem' | 'inTenant'>): (emailId: string) => Promise<boolean> {
  return async (emailId) => {
    const mailed = await database.inSystem((tx) => findMailed(tx, emailId))
    if (mailed === null) return await isForAddress(database, emailId)
    const readers = await readersNow(database, asId<CompanyId>(mailed.companyId), reportRequest.parse(mailed.request), [
      asId<UserId>(mailed.userId),
    ])
    return readers.length > 0
  }
}

/** An address outside the company gets it while somebody there agrees, the company allows it, and whoever owns the subscription may read it: not where the report is gone. */
async function isForAddress(database: Pick<Database, 'inSystem' | 'inTenant'>, emailId: string): Promise<boolean> {
  const mailed = await database.inSystem((tx) => findMailedAddress(tx, emailId))
  if (mailed === null) return !(await database.inSystem((tx) => isForOutside(tx, emailId)))
  const companyId = asId<CompanyId>(mailed.companyId)
  const company = await database.inTenant(companyId, findCompany)
  if (!mailed.isAgreed || company?.externalReports !== true) return false
  return (await ownerNow(database, companyId, mailed.subscriptionId, reportRequest.parse(mailed.request))) !== null
}
