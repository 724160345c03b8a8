import type { RequestContext } from '#server/graphql/context.ts'
import { employeeById } from './user.graph.ts'
import type { Employee } from './employee.store.ts'
import type { User } from './user.store.ts'

/** What a caller is told of a person. */
export type Told = {
  /** Whether it includes how to reach them. */
  readonly isOpen: boolean
  /** What they are in the company of the request; null where that is not told. */
  readonly employee: Employee | null
}

const NOTHING: Told = { isOpen: false, employee: null }

/** Persons are objects of one request, so what is known of one ends with it. */
const known = new WeakMap<User, Told | Promise<Told>>()

/** Remembers people whom the caller may read, so that a list of a thousand waits for nothing more. */
export function tellAll(employees: readonly Employee[]): void {
  for (const employee of employees) known.set(employee.user, { isOpen: true, employee })
}

/**
 * Returns what is read of a person as far as the caller is told of them: how to reach somebody, and what they are in the company, is told to themselves
 * and to those who may read the people of the company.
 */
export function tell<T>(user: User, context: RequestContext, read: (told: Told) => T): T | Promise<T> {
  let told = known.get(user)
  if (told === undefined) {
    told = lookUp(user, context)
    known.set(user, told)
  }
  return told instanceof Promise ? told.then(read) : read(told)
}

async function lookUp(user: User, context: RequestContext): Promise<Told> {
  const isSelf = user.id === context.principal.userId
  if (!isSelf && !context.may('READ', 'COMPANY_USERS')) return NOTHING
  if (context.membership === null) return { isOpen: isSelf, employee: null }
  const employee = await employeeById(context).load(user.id)
  return { isOpen: isSelf || employee !== null, employee }
}
