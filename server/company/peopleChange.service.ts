import { hasAbility } from '#engine/access/abilities.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { lockCompany } from './company.store.ts'
import type { Company } from './company.store.ts'
import type { Topics } from '#server/event/topics.ts'
import { findMembership } from './membership.store.ts'
import { findTeam } from './team.store.ts'

/** What the services of people need. */
export type PeopleDeps = {
  readonly database: Database
  readonly topics: Pick<Topics, 'memberChanges'>
  /** What links in e-mails begin with. */
  readonly config: Pick<Config, 'publicUrl'>
  readonly now: () => number
}

/** Who changes something, and where. */
export type Actor = { readonly companyId: CompanyId; readonly userId: UserId }

/** The company while its people are changed: nobody else changes them meanwhile. */
export type LockedCompany = { readonly tenant: Tenant; readonly company: Company; readonly at: Date }

/**
 * Runs `work` under the company's lock, so that concurrent changes see each other and a last administrator stays. Checks the actor's right again
 * inside the lock: refuses FORBIDDEN.
 */
export async function changePeople<T>(deps: PeopleDeps, actor: Actor, work: (locked: LockedCompany) => Promise<T>): Promise<T> {
  return inCompany(deps, actor.companyId, async (locked) => {
    const membership = await findMembership(locked.tenant.tx, actor.companyId, actor.userId)
    const [action, subject] = ['MODIFY', 'COMPANY_USERS'] as const
    if (membership === null || !hasAbility(membership.role, actor.companyId, action, subject)) {
      throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
    }
    return work(locked)
  })
}

/** Runs `work` under the company's lock without checking a right. Refuses COMPANY_NOT_FOUND. */
export async function inCompany<T>(
  deps: Pick<PeopleDeps, 'database' | 'now'>,
  companyId: CompanyId,
  work: (locked: LockedCompany) => Promise<T>,
): Promise<T> {
  return deps.database.inSystem(async (tx) => {
    const tenant = { companyId, tx }
    const company = await lockCompany(tenant)
    if (company === null) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: companyId } })
    return work({ tenant, company, at: new Date(deps.now()) })
  })
}

/** Returns the id of the company's team, null for the id of no team; refuses TEAM_NOT_FOUND. */
export async function checkedTeam(tenant: Tenant, teamId: string | null): Promise<string | null> {
  if (teamId === null || teamId === NO_TEAM_ID) return null
  if ((await findTeam(tenant, teamId)) === null) throw new Refusal({ code: 'TEAM_NOT_FOUND', field: 'teamId', params: { id: teamId } })
  return teamId
}

/** Refuses with the first problem, if there is one. */
export function refuseFirst(problems: readonly (Problem | null)[]): void {
  const found = problems.find((problem) => problem !== null)
  if (found !== undefined && found !== null) throw new Refusal(found)
}
