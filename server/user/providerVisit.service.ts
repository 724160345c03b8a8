import type { CompanyId, UserId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Company } from '#server/company/company.store.ts'
import { deleteMembership, findMembership, insertMembership, updateMembership } from '#server/company/membership.store.ts'
import { inCompany } from '#server/company/peopleChange.service.ts'
import type { Actor, PeopleDeps } from '#server/company/peopleChange.service.ts'
import { Refusal } from '#server/refusal.ts'
import { findProviderRole } from './providerPerson.store.ts'

/** How long the provider's people are in a company before they have to enter it again. */
const VISIT_MS = 8 * 3_600_000
const REASON_LENGTH = { min: 3, max: 500 } as const

/**
 * Returns the company that the provider's person may act in for eight hours, with the provider's role; its audit log holds who, when and why (G-23).
 * Refuses COMPANY_NOT_FOUND for an unknown company and for people outside the provider, ALREADY_MEMBER for a member, REQUIRED and
 * LENGTH_OUT_OF_RANGE for the reason.
 */
export async function enterCompany(
  deps: PeopleDeps,
  userId: UserId,
  visit: { readonly companyId: CompanyId; readonly reason: string },
): Promise<Company> {
  const { companyId } = visit
  const role = await deps.database.inSystem((tx) => findProviderRole(tx, userId))
  if (role === null) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: companyId } })
  const reason = checkedReason(visit.reason)
  const company = await inCompany(deps, companyId, async (locked) => {
    const { tenant, at } = locked
    const expiresOn = new Date(at.getTime() + VISIT_MS)
    const present = await findMembership(tenant.tx, companyId, userId)
    if (present !== null && present.expiresOn === null) throw new Refusal({ code: 'ALREADY_MEMBER' })
    if (present === null) await insertMembership(tenant.tx, { companyId, userId, role, expiresOn })
    else await updateMembership(tenant, userId, { role, expiresOn })
    const details = { role, reason, expiresOn: expiresOn.toISOString() }
    await writeAudit(tenant, { userId, at, action: 'ENTER_COMPANY', subject: `company ${companyId}`, details })
    return locked.company
  })
  deps.topics.memberChanges.publish({ companyId, userId })
  return company
}

/** Ends the caller's visit to the company; refuses VISIT_NOT_FOUND for who is there as an ordinary member. */
export async function leaveCompany(deps: PeopleDeps, actor: Actor): Promise<void> {
  const { companyId, userId } = actor
  await inCompany(deps, companyId, async ({ tenant, at }) => {
    const present = await findMembership(tenant.tx, companyId, userId)
    if (present === null || present.expiresOn === null) throw new Refusal({ code: 'VISIT_NOT_FOUND' })
    await deleteMembership(tenant, userId)
    const details = { role: present.role }
    await writeAudit(tenant, { userId, at, action: 'LEAVE_COMPANY', subject: `company ${companyId}`, details })
  })
  deps.topics.memberChanges.publish({ companyId, userId })
}

function checkedReason(text: string): string {
  const reason = text.trim()
  if (reason === '') throw new Refusal({ code: 'REQUIRED', field: 'reason' })
  if (reason.length < REASON_LENGTH.min || reason.length > REASON_LENGTH.max) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'reason', params: { ...REASON_LENGTH } })
  }
  return reason
}
