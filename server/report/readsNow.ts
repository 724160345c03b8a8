import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { mayReadReport } from '#engine/report/mayReadReport.ts'
import { isAssigned } from '#server/access/access.ts'
import type { Database } from '#server/db/database.ts'
import { listEmployees } from '#server/user/employee.store.ts'
import type { Employee } from '#server/user/employee.store.ts'
import { findMailed } from './delivery.store.ts'
import { reportRequest } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'

/** Returns those of the people who may read all of the report as things are now: members with the right, and operators who see all of its work centers. */
export async function readersNow(
  database: Pick<Database, 'inSystem'>,
  companyId: CompanyId,
  { type, workCenterIds }: Pick<ReportRequest, 'type' | 'workCenterIds'>,
  userIds: readonly UserId[],
): Promise<readonly Employee[]> {
  const members = await database.inSystem((tx) => listEmployees({ companyId, tx }, { userIds }))
  return members.filter((one) => {
    if (mayReadReport(grantsOf(abilitiesOf(one.role, companyId)), type) !== null) return false
    return !isAssigned(one) || workCenterIds?.every((id) => one.workCenterIds.some((own) => own === id)) === true
  })
}

/** Returns the check of whether an e-mail is still for its reader: false for a report that the person may no longer read. */
export function reportMailCheck(database: Pick<Database, 'inSystem'>): (emailId: string) => Promise<boolean> {
  return async (emailId) => {
    const mailed = await database.inSystem((tx) => findMailed(tx, emailId))
    if (mailed === null) return true
    const readers = await readersNow(database, asId<CompanyId>(mailed.companyId), reportRequest.parse(mailed.request), [
      asId<UserId>(mailed.userId),
    ])
    return readers.length > 0
  }
}
