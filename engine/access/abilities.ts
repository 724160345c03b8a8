export const ABILITY_ACTIONS = ['READ', 'UPDATE', 'MODIFY'] as const
export type AbilityAction = (typeof ABILITY_ACTIONS)[number]

export const ABILITY_SUBJECTS = [
  'ANALYTICS',
  'API_KEY',
  'AUDIT_LOG',
  'CHECKLISTS',
  'COMPANY_SETTINGS',
  'COMPANY_USERS',
  'INTEGRATIONS',
  'JOB_ORDERS',
  'LOSSES',
  'NEW_WORK_CENTER',
  'OUTPUTS',
  'SHIFTS',
  'WORK_CENTER_SETTINGS',
] as const
export type AbilitySubject = (typeof ABILITY_SUBJECTS)[number]

/** Roles of a company, and the provider's own (G-23). */
export const ROLES = ['ADMIN', 'USER', 'OPERATOR', 'GUEST', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT', 'PROVIDER_USER'] as const
export type Role = (typeof ROLES)[number]

export type Ability = { readonly action: AbilityAction; readonly subject: AbilitySubject }

/** A level includes those before it: U = READ + UPDATE, M = READ + UPDATE + MODIFY. */
type Level = '-' | 'R' | 'U' | 'M'

const LEVEL_ACTIONS: Record<Level, readonly AbilityAction[]> = {
  '-': [],
  R: ['READ'],
  U: ['READ', 'UPDATE'],
  M: ['READ', 'UPDATE', 'MODIFY'],
}

/** The table of G-23; columns in the order of ROLES. */
const LEVELS: Record<AbilitySubject, readonly [Level, Level, Level, Level, Level, Level, Level]> = {
  ANALYTICS: ['M', 'R', '-', 'R', 'M', 'R', 'R'],
  LOSSES: ['M', 'U', 'U', 'R', 'M', 'R', 'R'],
  JOB_ORDERS: ['M', 'U', 'U', 'R', 'M', 'R', 'R'],
  OUTPUTS: ['M', 'U', 'U', 'R', 'M', 'R', 'R'],
  SHIFTS: ['M', 'U', 'R', 'R', 'M', 'R', 'R'],
  CHECKLISTS: ['M', 'U', 'U', '-', 'M', 'R', 'R'],
  WORK_CENTER_SETTINGS: ['M', '-', '-', '-', 'M', 'U', '-'],
  NEW_WORK_CENTER: ['M', '-', '-', '-', 'M', 'U', '-'],
  COMPANY_SETTINGS: ['M', '-', '-', '-', 'M', 'R', '-'],
  COMPANY_USERS: ['M', '-', '-', '-', 'M', 'R', '-'],
  INTEGRATIONS: ['M', '-', '-', '-', 'M', 'U', '-'],
  API_KEY: ['M', '-', '-', '-', '-', '-', '-'],
  AUDIT_LOG: ['M', '-', '-', '-', 'M', '-', '-'],
}

/** The company that visitors look around in: nobody changes more there than a USER (G-23). */
export const DEMO_COMPANY_ID = 'DEFLT'

/** The subjects that a person may read, change and manage. */
export type AbilityGrants = {
  readonly readable: ReadonlySet<AbilitySubject>
  readonly updatable: ReadonlySet<AbilitySubject>
  /** What goes beyond everyday changes, for example approval. */
  readonly modifiable: ReadonlySet<AbilitySubject>
}

/** Known of a list of abilities: it is asked for each row of a page. */
const grants = new WeakMap<readonly Ability[], AbilityGrants>()

/** Returns the abilities by what they allow. */
export function grantsOf(abilities: readonly Ability[]): AbilityGrants {
  const subjectsOf = (wanted: AbilityAction) => new Set(abilities.flatMap(({ action, subject }) => (action === wanted ? [subject] : [])))
  const known = grants.get(abilities) ?? { readable: subjectsOf('READ'), updatable: subjectsOf('UPDATE'), modifiable: subjectsOf('MODIFY') }
  grants.set(abilities, known)
  return known
}

/** Returns every (action, subject) of a role in a company. In the demo company administrators read what they read elsewhere, and change what a USER changes. */
export function abilitiesOf(role: Role, companyId: string): readonly Ability[] {
  return ABILITY_SUBJECTS.flatMap((subject) => LEVEL_ACTIONS[levelOf(role, companyId, subject)].map((action) => ({ action, subject })))
}

/** What decides what a member of a company may do. */
export type MemberRights = {
  readonly role: Role
  readonly companyId: string
  /** Whether several people use the account; such an account confirms nothing. */
  readonly isStation: boolean
  /** Whether the company lets its operators confirm shifts; left out = no. */
  readonly operatorsMayConfirm?: boolean
}

/** Returns every (action, subject) of a member: those of the role, and for a person who is an operator the confirmation of shifts where the company says so (domain.md S-44). */
export function abilitiesOfMember({ role, companyId, isStation, operatorsMayConfirm = false }: MemberRights): readonly Ability[] {
  const own = abilitiesOf(role, companyId)
  return role === 'OPERATOR' && operatorsMayConfirm && !isStation ? [...own, { action: 'UPDATE', subject: 'SHIFTS' }] : own
}

/** Returns whether the role may do the action on the subject in the company. */
export function hasAbility(role: Role, companyId: string, action: AbilityAction, subject: AbilitySubject): boolean {
  return abilitiesOf(role, companyId).some((ability) => ability.action === action && ability.subject === subject)
}

/** The provider's brand, as it stands in addresses such as `/trueline-api` too. */
const BRAND = 'TRUELINE'

/** Returns whether the role is of the provider's people, who visit companies: its own roles, and every role that contains its brand word (spec 000 §6). */
export function isProviderRole(role: string): boolean {
  const word = role.toUpperCase()
  return word.startsWith('PROVIDER') || word.includes(BRAND)
}

function levelOf(role: Role, companyId: string, subject: AbilitySubject): Level {
  const [own, users] = [cellOf(role, subject), cellOf('USER', subject)]
  if (companyId !== DEMO_COMPANY_ID || !(role === 'ADMIN' || isProviderRole(role))) return own
  // Its other side is the product's own, so that it can be tried (decision demo-erp).
  if (subject === 'INTEGRATIONS' && role === 'ADMIN') return own
  return users === '-' && own !== '-' ? 'R' : users
}

function cellOf(role: Role, subject: AbilitySubject): Level {
  return LEVELS[subject][ROLES.indexOf(role)] ?? '-'
}
