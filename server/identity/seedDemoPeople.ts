import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { insertCompany } from '#server/company/company.store.ts'
import type { NewCompany } from '#server/company/company.store.ts'
import { insertMembership } from '#server/company/membership.store.ts'
import { insertPresetReasons } from '#server/company/presetReason.store.ts'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import type { Database } from '#server/db/database.ts'
import { hashPassword, isPasswordOf } from '#server/user/passwordHash.ts'
import { endSessions } from '#server/user/signInSession.store.ts'
import { findCredentials, updatePasswordHash } from '#server/user/credentials.store.ts'
import { findUserByEmail, insertUser } from '#server/user/user.store.ts'

export const DEMO_PASSWORD = 'Trueline-demo-1'
export const SECOND_DEMO_COMPANY_ID = 'ACME1'

const COMPANIES: readonly NewCompany[] = [
  { id: asId<CompanyId>(DEMO_COMPANY_ID), name: 'Demo factory', country: 'pl', email: null, language: 'en', timeZone: 'Europe/Warsaw' },
  {
    id: asId<CompanyId>(SECOND_DEMO_COMPANY_ID),
    name: 'Acme Works',
    country: 'pl',
    email: null,
    language: 'en',
    timeZone: 'Europe/Warsaw',
  },
]

export type DemoPerson = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** The first is the company they land in. */
  readonly memberships: readonly { readonly companyId: string; readonly role: Role }[]
}

/** The demo sign-ins, all with DEMO_PASSWORD. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'olena@demo.trueline.example',
    firstName: 'Olena',
    lastName: 'Kovalenko',
    memberships: [
      { companyId: DEMO_COMPANY_ID, role: 'ADMIN' },
      { companyId: SECOND_DEMO_COMPANY_ID, role: 'ADMIN' },
    ],
  },
  {
    email: 'marek@demo.trueline.example',
    firstName: 'Marek',
    lastName: 'Nowak',
    memberships: [{ companyId: DEMO_COMPANY_ID, role: 'USER' }],
  },
  {
    email: 'ivan@demo.trueline.example',
    firstName: 'Ivan',
    lastName: 'Petrenko',
    memberships: [{ companyId: DEMO_COMPANY_ID, role: 'OPERATOR' }],
  },
  {
    email: 'guest@demo.trueline.example',
    firstName: 'Demo',
    lastName: 'Guest',
    memberships: [{ companyId: DEMO_COMPANY_ID, role: 'GUEST' }],
  },
]

/** Somebody who works in the demo plant and never signs in. */
export type CrewMember = Pick<DemoPerson, 'email' | 'firstName' | 'lastName'> & {
  readonly role: Role
  /** Code of the shift that the person works in; null = leads all of them. */
  readonly shiftCode: string | null
}

/** The manager of the demo plant, who opens confirmed shifts again. */
export const DEMO_MANAGER = 'ewa@demo.trueline.example'

/** The crew of the demo plant: who explains its stops and confirms its shifts. They have no password. */
export const DEMO_CREW: readonly CrewMember[] = [
  { email: 'tomasz@demo.trueline.example', firstName: 'Tomasz', lastName: 'Zieliński', role: 'OPERATOR', shiftCode: '1' },
  { email: 'anna@demo.trueline.example', firstName: 'Anna', lastName: 'Wójcik', role: 'OPERATOR', shiftCode: '2' },
  { email: 'bohdan@demo.trueline.example', firstName: 'Bohdan', lastName: 'Melnyk', role: 'OPERATOR', shiftCode: '3' },
  { email: 'katarzyna@demo.trueline.example', firstName: 'Katarzyna', lastName: 'Lis', role: 'USER', shiftCode: null },
  { email: DEMO_MANAGER, firstName: 'Ewa', lastName: 'Nowak', role: 'ADMIN', shiftCode: null },
]

/** Returns whether the account belongs to the demo, so that nobody may give it a password of their own. */
export function isDemoAccount(email: string): boolean {
  return [...DEMO_PEOPLE, ...DEMO_CREW].some((person) => person.email === email.toLowerCase())
}

/** Creates missing demo companies, people and memberships, and reinstates those that a start without the demo removed. Leaves existing ones alone. */
export async function seedDemoPeople(database: Database): Promise<void> {
  const { missing, shutOut } = await database.inSystem(async (tx) => {
    for (const company of COMPANIES) {
      const made = await insertCompany(tx, company)
      // The demo company gets its reasons with its factory.
      if (made?.id === SECOND_DEMO_COMPANY_ID) await insertPresetReasons(tx, made.id, 'en', PRESET_REASONS)
    }
    const found = await Promise.all(DEMO_PEOPLE.map((person) => findCredentials(tx, person.email)))
    return {
      missing: DEMO_PEOPLE.filter((_person, at) => found[at] === null),
      shutOut: found.flatMap((one) => (one?.passwordHash === null ? [one.userId] : [])),
    }
  })
  const passwordHash = missing.length + shutOut.length === 0 ? null : await hashPassword(DEMO_PASSWORD)
  await database.inSystem(async (tx) => {
    for (const { email, firstName, lastName } of missing)
      await insertUser(tx, { email, firstName, lastName, language: 'en', passwordHash, isEmailVerified: true })
    for (const userId of shutOut) await updatePasswordHash(tx, userId, passwordHash)
    for (const person of DEMO_PEOPLE) {
      const user = await findUserByEmail(tx, person.email)
      if (user === null) continue
      for (const [sort, { companyId, role }] of person.memberships.entries()) {
        await insertMembership(tx, { companyId: asId<CompanyId>(companyId), userId: user.id, role, sort })
      }
    }
  })
}

/** Ends the sign-ins of demo people who still have the published password: a server without the demo must not let everybody in who has read about it. */
export async function shutOutDemoPeople(database: Database): Promise<void> {
  for (const { email } of DEMO_PEOPLE) {
    const person = await database.inSystem((tx) => findCredentials(tx, email))
    if (person === null || person.passwordHash === null || !(await isPasswordOf(DEMO_PASSWORD, person.passwordHash))) continue
    await database.inSystem(async (tx) => {
      await updatePasswordHash(tx, person.userId, null)
      await endSessions(tx, person.userId, null)
    })
  }
}
