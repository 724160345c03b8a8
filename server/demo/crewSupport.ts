import { sql } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { findUserByEmail } from '#server/user/user.store.ts'
import { insertSupportMessage, insertSupportRequest } from '#server/support/supportRequest.store.ts'

const QUESTION = 'I gave a stop the wrong reason. How do I take it back without losing what was said before?'
const ANSWER =
  'Open the stop on the page Losses: its drawer shows all that was said of it. “Back to this” beside an earlier reason brings that one back, and both stay to be seen. Right after you gave a reason, Undo at the foot of the page does the same.'

type Deps = { readonly database: Database; readonly now: () => number }

/** Puts an answered question of the person of the address into the demo company, unless one of the person is there. */
export async function crewSupport({ database, now }: Deps, companyId: CompanyId, email: string): Promise<void> {
  const user = await database.inSystem((tx) => findUserByEmail(tx, email))
  if (user === null) return
  const userId = user.id
  await database.inTenant(companyId, async (tenant) => {
    const { rows } = await sql`select 1 from support_request where company_id = ${companyId} and created_by = ${userId}`.execute(tenant.tx)
    if (rows.length > 0) return
    const askedOn = new Date(now() - 3 * DAY_MS)
    const answeredOn = new Date(askedOn.getTime() + 5 * HOUR_MS)
    const id = await insertSupportRequest(tenant, {
      content: QUESTION,
      direction: 'SUPPORT',
      severity: 'NORMAL',
      status: 'WAITING',
      statusSince: answeredOn,
      workCenterId: null,
      diagnostics: null,
      language: 'en',
      createdBy: userId,
      createdOn: askedOn,
    })
    const answer = { supportRequestId: id, content: ANSWER, isProvider: true, authorId: userId, createdOn: answeredOn }
    await insertSupportMessage(tenant.tx, companyId, answer)
  })
}

/** Removes all questions of the demo company: accounts there are shared, and the answered one is put there again. */
export async function removeSupport({ tx, companyId }: Tenant): Promise<void> {
  await sql`delete from support_request where company_id = ${companyId}`.execute(tx)
}
