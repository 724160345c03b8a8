import { isDemoAddress } from '#engine/user/demoPerson.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { employeeById } from './user.graph.ts'
import type { Employee } from './employee.store.ts'
import type { User } from './user.store.ts'

/** The fields of a user that the caller may see. */
export type VisibleFields = {
  /** Whether contact data is among them. */
  readonly isOpen: boolean
  /** The user's place in the company of the request; null where the caller may not see it. */
  readonly employee: Employee | null
}

const NOTHING: VisibleFields = { isOpen: false, employee: null }

/** Users are objects of one request, so the entries end with it. */
const known = new WeakMap<User, VisibleFields | Promise<VisibleFields>>()

/** Remembers employees that the caller may read in full: a list of a thousand then asks nothing more. */
export function rememberVisible(employees: readonly Employee[]): void {
  for (const employee of employees) known.set(employee.user, { isOpen: true, employee })
}

/** Returns what `read` takes from the fields of the user that the caller may see. Contact data and role are visible to that user and to anyone with READ COMPANY_USERS; in the demo company those of its invented people only. */
export function readVisible<T>(user: User, context: RequestContext, read: (visible: VisibleFields) => T): T | Promise<T> {
  let visible = known.get(user)
  if (visible === undefined) {
    visible = lookUp(user, context)
    known.set(user, visible)
  }
  return visible instanceof Promise ? visible.then(read) : read(visible)
}

/** Returns whether the person is real and the caller in the demo company, which everybody may enter: there even the name is not told. */
export function isHiddenInDemo(user: User, context: RequestContext): boolean {
  return user.id !== context.principal.userId && context.isDemoCompany() && !isDemoAddress(user.email)
}

async function lookUp(user: User, context: RequestContext): Promise<VisibleFields> {
  const isSelf = user.id === context.principal.userId
  if (!isSelf && !context.may('READ', 'COMPANY_USERS')) return NOTHING
  if (isHiddenInDemo(user, context)) return NOTHING
  if (context.membership === null) return { isOpen: isSelf, employee: null }
  const employee = await employeeById(context).load(user.id)
  return { isOpen: isSelf || employee !== null, employee }
}
