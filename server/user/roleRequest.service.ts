import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { fullName } from '#engine/user/person.ts'
import { maySeePeople, problemOfRequests, problemOfRoleRequest } from '#engine/user/mayEditPeople.ts'
import { isCompanyRole } from '#engine/user/role.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Company } from '#server/company/company.store.ts'
import { changePeople, inCompany, refuseFirst } from '#server/company/peopleChange.service.ts'
import type { Actor, PeopleDeps } from '#server/company/peopleChange.service.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import { changeEmployee, requireEmployee } from './employee.service.ts'
import { listEmployees } from './employee.store.ts'
import type { Employee } from './employee.store.ts'
import { countRequestsSince, findRoleRequest, listRoleRequests, markDecided, saveRoleRequest } from './roleRequest.store.ts'
import type { RoleRequest } from './roleRequest.store.ts'

const COMMENT_MAX_LENGTH = 1000
const REQUESTS_A_DAY = 20

export type RoleWish = { readonly userId: UserId; readonly role: Role; readonly comment: string | null }

/**
 * Asks the administrators, also by e-mail, to change a person's role; a newer request replaces an open one. Everybody may ask for themselves; asking
 * for others needs READ COMPANY_USERS, else USER_NOT_FOUND. Refuses DEMO_COMPANY, ROLE_NOT_FOUND, ROLE_UNCHANGED, PROVIDER_PERSON,
 * LENGTH_OUT_OF_RANGE and TOO_MANY_EMAILS.
 */
export async function requestRoleChange(deps: PeopleDeps, actor: Actor & { readonly role: Role }, wish: RoleWish): Promise<void> {
  const { userId, role } = wish
  const comment = wish.comment?.trim() || null
  refuseFirst([problemOfRequests(actor.companyId)])
  if (!isCompanyRole(role)) throw new Refusal({ code: 'ROLE_NOT_FOUND', field: 'role', params: { role } })
  if (comment !== null && comment.length > COMMENT_MAX_LENGTH) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 0, max: COMMENT_MAX_LENGTH } })
  }
  if (userId !== actor.userId && !maySeePeople(grantsOf(abilitiesOf(actor.role, actor.companyId)))) {
    throw new Refusal({ code: 'USER_NOT_FOUND', params: { id: userId } })
  }
  await inCompany(deps, actor.companyId, async ({ tenant, company, at }) => {
    const employee = await requireEmployee(tenant, userId)
    refuseFirst([problemOfRoleRequest({ before: employee.role, after: role })])
    if ((await countRequestsSince(tenant, actor.userId, new Date(at.getTime() - DAY_MS))) >= REQUESTS_A_DAY) {
      throw new Refusal({ code: 'TOO_MANY_EMAILS', params: { max: REQUESTS_A_DAY } })
    }
    await saveRoleRequest(tenant, { userId, role, comment, requestedBy: actor.userId, createdOn: at })
    await emailAdministrators(deps, tenant, company, { employee, role })
    const details = { userId, before: employee.role, after: role, comment }
    const subject = `user ${employee.user.email}`
    await writeAudit(tenant, { userId: actor.userId, at, action: 'REQUEST_ROLE_CHANGE', subject, details })
  })
}

/**
 * Decides a request and informs the person by e-mail. An approved one changes the role like `updateEmployee`, with its refusals. Refuses
 * ROLE_REQUEST_NOT_FOUND for an unknown or decided one.
 */
export async function decideRoleRequest(deps: PeopleDeps, actor: Actor, id: string, isApproved: boolean): Promise<void> {
  const userId = await changePeople(deps, actor, async (locked) => {
    const { tenant, company, at } = locked
    const request = await findRoleRequest(tenant, id)
    if (request === null) throw new Refusal({ code: 'ROLE_REQUEST_NOT_FOUND', params: { id } })
    const { role } = request
    const employee = await requireEmployee(tenant, request.userId)
    await markDecided(tenant, id, { isApproved, by: actor.userId, at })
    if (isApproved) await changeEmployee(locked, actor, employee, { role })
    const { email, language } = employee.user
    const params = { role, company: company.name, decision: isApproved ? 'APPROVED' : 'DECLINED', link: deps.config.publicUrl } as const
    await queueEmail(tenant.tx, { to: email, language, kind: 'ROLE_DECIDED', params })
    const details = { userId: request.userId, role, isApproved }
    await writeAudit(tenant, { userId: actor.userId, at, action: 'DECIDE_ROLE_REQUEST', subject: `user ${email}`, details })
    return request.userId
  })
  deps.topics.memberChanges.publish({ companyId: actor.companyId, userId })
}

/** Returns the company's undecided requests, the oldest first. */
export async function readRoleRequests(database: Database, companyId: CompanyId): Promise<readonly RoleRequest[]> {
  return database.inTenant(companyId, listRoleRequests)
}

async function emailAdministrators(
  deps: PeopleDeps,
  tenant: Tenant,
  company: Company,
  wish: { readonly employee: Employee; readonly role: Role },
): Promise<void> {
  const params = {
    name: fullName(wish.employee.user),
    role: wish.role,
    company: company.name,
    link: `${deps.config.publicUrl}/users?tab=requests`,
  }
  for (const { user } of await listEmployees(tenant, { roles: ['ADMIN'] })) {
    await queueEmail(tenant.tx, { to: user.email, language: user.language, kind: 'ROLE_REQUEST', params })
  }
}
