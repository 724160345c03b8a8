import SchemaBuilder from '@pothos/core'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { Ability, AbilityAction, AbilitySubject } from '#engine/access/abilities.ts'
import { Refusal } from '#server/refusal.ts'
import type { RequestContext } from './context.ts'

/** What the resolvers see of the scalars: instants are UTC ms, durations seconds. */
type Scalars = {
  ID: { Input: string; Output: string }
  Date: { Input: string; Output: string }
  DateTime: { Input: number; Output: number | Date }
  Decimal: { Input: number; Output: number }
  Guid: { Input: string; Output: string }
  Seconds: { Input: number; Output: number }
  Short: { Input: number; Output: number }
}

/** What a field may ask of the caller; each operation names exactly one, and the tests read it from there. */
export type AuthScopes = {
  /** Anybody, also without a token; only one operation at a time, with limits of its own. */
  anyone: boolean
  /** Any valid token, also of a person with an unproven address, who needs it to prove it. */
  account: boolean
  /** Any valid token of a person with a proven address, or of one within the company that made the account. */
  signedIn: boolean
  /** A person with a proven address: required to join other companies. */
  proven: boolean
  /** A member of the company that the request names. */
  member: boolean
  /** A member whose role has the ability in that company. */
  ability: Ability
}

export type SchemaTypes = {
  Context: RequestContext
  Scalars: Scalars
  AuthScopes: AuthScopes
  DefaultFieldNullability: false
}

/** The one builder of the schema; every area adds its types and operations to it. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: (context) => ({
      anyone: true,
      account: context.authLevel !== 'NOBODY',
      signedIn: context.authLevel === 'COMPANY' || context.authLevel === 'PROVEN',
      proven: context.authLevel === 'PROVEN',
      member: context.membership !== null,
      ability: ({ action, subject }) => context.may(action, subject),
    }),
    unauthorizedError: (_parent, context, _info, result) => refusalOf(context, result.failure),
  },
})

builder.queryType({})
builder.mutationType({})

/** Returns the scopes of an operation that needs the ability. */
export function can(action: AbilityAction, subject: AbilitySubject): { readonly ability: Ability } {
  return { ability: { action, subject } }
}

type Failure = { readonly kind: string; readonly scope?: string; readonly parameter?: unknown; readonly failures?: readonly Failure[] }

function refusalOf(context: RequestContext, failure: Failure): Refusal {
  if (context.authLevel === 'NOBODY') return new Refusal({ code: 'UNAUTHENTICATED' })
  if (context.authLevel === 'UNPROVEN' || lacksProof(failure)) return new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
  if (context.membership === null) return new Refusal({ code: 'NO_COMPANY' })
  const ability = abilityOf(failure)
  return new Refusal({ code: 'FORBIDDEN', ...(ability && { params: { action: ability.action, subject: ability.subject } }) })
}

function lacksProof(failure: Failure): boolean {
  return failure.scope === 'proven' || (failure.failures?.some(lacksProof) ?? false)
}

/** The ability that was lacking, wherever in the tree of failed scopes it stands. */
function abilityOf(failure: Failure): Ability | null {
  if (isAbility(failure.parameter)) return failure.parameter
  return failure.failures?.map(abilityOf).find((ability) => ability !== null) ?? null
}

function isAbility(value: unknown): value is Ability {
  return typeof value === 'object' && value !== null && 'action' in value && 'subject' in value
}
