import type { CompanyRole } from '#engine/user/role.ts'

/** What an administrator decides about somebody in the company. */
export type MembershipValues = { readonly role: CompanyRole; readonly teamId: string; readonly workCenterIds: readonly number[] }
