import type { Page } from 'playwright-core'
import { signIn } from '../browser.ts'
import { COMPANY, type PageOptions, type World } from '../world.ts'

const PASSWORD = 'Trueline-2'

export type OtherPerson = { readonly id: string; readonly login: string; readonly name: string }

type NewPerson = { readonly firstName: string; readonly role: 'ADMIN' | 'OPERATOR' | 'USER'; readonly workCenterIds?: readonly number[] }

/** Adds a person of the company who may sign in at once; their last name is Kowal. */
export async function addPerson({ api }: World, { firstName, role, workCenterIds = [] }: NewPerson): Promise<OtherPerson> {
  const login = `${firstName.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}`
  const { createUser } = await api<{ createUser: { id: string } }>(
    `mutation ($email: String!, $firstName: String!, $login: String!, $password: String!, $role: Role!, $ids: [Int!]) {
      createUser(email: $email, firstName: $firstName, lastName: "Kowal", login: $login, password: $password, phone: "+48601234567", role: $role, workCenterIds: $ids) { id }
    }`,
    { email: `${login}@acme.example`, firstName, login, password: PASSWORD, role, ids: [...workCenterIds] },
  )
  return { id: createUser.id, login, name: `${firstName} Kowal` }
}

/** Opens a page of that person, who signs in; the caller closes it. */
export async function openAs(world: World, { login }: OtherPerson, path: string, options: PageOptions = {}): Promise<Page> {
  const page = await world.newPage({ companyId: COMPANY, ...options })
  await signIn(page, path, login, PASSWORD)
  return page
}
