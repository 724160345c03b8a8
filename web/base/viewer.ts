import type { AbilityAction, AbilitySubject } from '#engine/access/abilities.ts'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { SessionCompaniesQuery, SessionProfileQuery, UserAbilitiesQuery } from '#web/api/generated/graphql.ts'
import type { Viewer, ViewerCompany } from '#web/api/viewer.ts'

/** The API's answers about the session. Companies and abilities are missing when refused or unavailable. */
export type SessionAnswers = {
  readonly profile: SessionProfileQuery
  readonly companies?: SessionCompaniesQuery | undefined
  readonly abilities?: UserAbilitiesQuery | undefined
  /** Everything else was refused until the address is proven (EMAIL_NOT_VERIFIED). */
  readonly isProofDue: boolean
}

/** Returns the viewer from the session answers. Without abilities nothing that needs one is readable (spec 000 §4). */
export function viewerOf({ profile, companies: asked, abilities, isProofDue }: SessionAnswers, tenantId: string | null): Viewer {
  const companies =
    asked?.companies.map(({ id, name, photoUrl, mayAddWorkCenters }) => ({ id, name, photoUrl: photoUrl ?? null, mayAddWorkCenters })) ?? []
  const currentId = tenantId ?? profile.currentUser.companySettings.find((settings) => settings.isCurrentCompany)?.companyId
  const abilitiesTo = (wanted: AbilityAction): ReadonlySet<AbilitySubject> =>
    new Set(abilities?.userAbilities.flatMap(({ action, subject }) => (action === wanted ? [subject] : [])))
  return {
    id: profile.currentUser.id,
    fullName: profile.currentUser.fullName.trim() || profile.currentUser.email,
    email: profile.currentUser.email,
    photo: profile.currentUser.photo ?? null,
    role: profile.currentUser.role ?? 'GUEST',
    isStation: profile.currentUser.isStation,
    timeZone: profile.userSettings.timeZone,
    companies: companies.toSorted(demoLast),
    company: companies.find((company) => company.id === currentId) ?? companies[0] ?? null,
    isProofDue,
    readable: abilitiesTo('READ'),
    updatable: abilitiesTo('UPDATE'),
    modifiable: abilitiesTo('MODIFY'),
  }
}

/** Returns up to two initials: the first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2)
  return words.map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '').join('')
}

function demoLast(left: ViewerCompany, right: ViewerCompany): number {
  return Number(left.id === DEMO_COMPANY_ID) - Number(right.id === DEMO_COMPANY_ID)
}
