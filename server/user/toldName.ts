import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { fullName } from '#engine/user/person.ts'
import type { User } from './user.store.ts'

type Named = Pick<User, 'email' | 'firstName' | 'id' | 'lastName' | 'systemNumber'>

/** Returns the name of a person as a refusal may tell it to the member: without a name a number, never an address; of real people in the demo company the number alone. */
export function toldName(user: Named, caller: { readonly companyId: CompanyId; readonly userId: UserId }): string {
  const number = `#${user.systemNumber}`
  const isHidden = user.id !== caller.userId && caller.companyId === DEMO_COMPANY_ID && !isDemoAddress(user.email)
  return isHidden ? number : fullName({ ...user, email: number })
}
