import type { AbilityGrants, AbilitySubject } from './abilities.ts'

/** Where a person lands who asked for nothing else (spec 000 §2). */
export const DEFAULT_PAGE = '/boxes'

/** What a page needs: to read a subject, or to manage the people of the company, as what the page shows does. */
export type PageNeed = AbilitySubject | 'MODIFY COMPANY_USERS'

/** Who may open a route: only anonymous visitors, anybody, signed-in people, or people who may do what the page needs. */
type Access = 'anonymous' | 'anybody' | 'signedIn' | PageNeed

/** A page with a guard, as the texts of the web name it. */
type GuardedPage =
  | 'activation'
  | 'addbox'
  | 'analytics'
  | 'energy'
  | 'faq'
  | 'api'
  | 'audit'
  | 'billing'
  | 'bot'
  | 'boxes'
  | 'checklists'
  | 'general-settings'
  | 'integrations'
  | 'job-orders'
  | 'jobs'
  | 'join'
  | 'loss-reasons'
  | 'losses'
  | 'notifications'
  | 'output'
  | 'password'
  | 'profile'
  | 'reports'
  | 'settings'
  | 'shifts'
  | 'store'
  | 'support'
  | 'users'
  | 'work-requests'

/** A route of the application. A segment that begins with `$` matches any value. `page` is the text key of its name. */
export type RouteGuard = { readonly path: string; readonly access: Access; readonly page: GuardedPage | null }

/** Where somebody waits for the proof of the address (spec 000 §4, Registration). */
const ACTIVATION = '/activation'

/** Every route (spec 000 §2) and its guard. The pages of `/password/…` belong to the identity provider and are open to anybody. */
export const ROUTE_GUARDS: readonly RouteGuard[] = [
  { path: '/signin-oidc', access: 'anonymous', page: null },
  { path: '/signout-oidc', access: 'anybody', page: null },
  { path: '/password/reset', access: 'anybody', page: null },
  { path: '/password/activate', access: 'anybody', page: null },
  { path: '/password/restore', access: 'anybody', page: null },
  { path: ACTIVATION, access: 'signedIn', page: 'activation' },
  { path: '/join', access: 'signedIn', page: 'join' },
  { path: '/profile', access: 'signedIn', page: 'profile' },
  { path: '/password', access: 'signedIn', page: 'password' },
  { path: '/bot', access: 'signedIn', page: 'bot' },
  { path: '/faq', access: 'signedIn', page: 'faq' },
  { path: '/store', access: 'COMPANY_SETTINGS', page: 'store' },
  { path: '/billing', access: 'COMPANY_SETTINGS', page: 'billing' },
  { path: '/support', access: 'signedIn', page: 'support' },
  { path: '/boxes', access: 'signedIn', page: 'boxes' },
  { path: '/boxes/$deviceId', access: 'signedIn', page: 'boxes' },
  { path: '/addbox', access: 'NEW_WORK_CENTER', page: 'addbox' },
  { path: '/boxes/$deviceId/settings', access: 'WORK_CENTER_SETTINGS', page: 'settings' },
  { path: '/users', access: 'COMPANY_USERS', page: 'users' },
  { path: '/audit', access: 'AUDIT_LOG', page: 'audit' },
  { path: '/jobs', access: 'MODIFY COMPANY_USERS', page: 'jobs' },
  { path: '/losses', access: 'LOSSES', page: 'losses' },
  { path: '/job-orders', access: 'JOB_ORDERS', page: 'job-orders' },
  { path: '/output', access: 'OUTPUTS', page: 'output' },
  { path: '/notifications', access: 'signedIn', page: 'notifications' },
  { path: '/reports', access: 'SHIFTS', page: 'reports' },
  { path: '/shifts', access: 'SHIFTS', page: 'shifts' },
  { path: '/shifts/$shiftId', access: 'SHIFTS', page: 'shifts' },
  { path: '/work-requests', access: 'LOSSES', page: 'work-requests' },
  { path: '/analytics', access: 'ANALYTICS', page: 'analytics' },
  { path: '/energy', access: 'ANALYTICS', page: 'energy' },
  { path: '/general-settings', access: 'COMPANY_SETTINGS', page: 'general-settings' },
  { path: '/$provider-api', access: 'API_KEY', page: 'api' },
  { path: '/loss-reasons', access: 'COMPANY_SETTINGS', page: 'loss-reasons' },
  { path: '/integrations', access: 'INTEGRATIONS', page: 'integrations' },
  { path: '/checklists', access: 'CHECKLISTS', page: 'checklists' },
]

/** The abilities that open pages. */
export type PageGrants = Pick<AbilityGrants, 'readable' | 'modifiable'>

/** Who asks for a path, and whether a screen stands at it. */
export type Asker = PageGrants & {
  /** Nothing but the proof of the address is open to this person (EMAIL_NOT_VERIFIED). */
  readonly isProofDue: boolean
  readonly isScreen: boolean
}

/** Outcome for a path: open, or redirect. `refused` is the page to name in "No access to …". */
export type Verdict = { readonly kind: 'open' } | { readonly kind: 'goTo'; readonly path: string; readonly refused: GuardedPage | null }

const OPEN: Verdict = { kind: 'open' }

/** Returns the outcome for a path of a signed-in person (spec 000 §2, navigation rules). Anonymous visitors are sent to the sign-in before. */
export function verdictOf(path: string, asker: Asker): Verdict {
  const guard = guardOf(path)
  if (guard?.access === 'anybody') return OPEN
  if (asker.isProofDue) return guard?.path === ACTIVATION && asker.isScreen ? OPEN : goTo(ACTIVATION)
  if (guard === null || !asker.isScreen || guard.access === 'anonymous') return goTo(DEFAULT_PAGE)
  if (guard.access === 'signedIn' || meetsNeed(guard.access, asker)) return OPEN
  return goTo(DEFAULT_PAGE, guard.page)
}

/** Returns whether the abilities are what a page needs. */
export function meetsNeed(need: PageNeed, { readable, modifiable }: PageGrants): boolean {
  return need === 'MODIFY COMPANY_USERS' ? modifiable.has('COMPANY_USERS') : readable.has(need)
}

/** Returns the row of the table for a path, null for none; a slash at the end changes nothing. */
export function guardOf(path: string): RouteGuard | null {
  return ROUTE_GUARDS.find((guard) => patternOf(guard.path).test(path)) ?? null
}

function goTo(path: string, refused: GuardedPage | null = null): Verdict {
  return { kind: 'goTo', path, refused }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\$[a-zA-Z]+/g, '[^/]+')}/?$`)
}
