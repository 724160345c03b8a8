import type { CompanyId, UserId } from '#engine/ids.ts'
import { fullName, initials } from '#engine/user/person.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { AbilityActionEnum, AbilitySubjectEnum, RoleEnum } from '#server/graphql/enums.ts'
import { CompanyRef, TeamRef, UserAbilityRef, UserRef } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import type { Employee } from './employee.store.ts'
import { updateUser } from './user.service.ts'
import { findUser } from './user.store.ts'
import type { User } from './user.store.ts'
import { UserSettingsRef } from './userSettings.schema.ts'

UserAbilityRef.implement({
  fields: (t) => ({
    action: t.expose('action', { type: AbilityActionEnum }),
    subject: t.expose('subject', { type: AbilitySubjectEnum }),
  }),
})

type CompanySettings = Pick<Membership, 'role' | 'sort'> & {
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly isCurrent: boolean
}

const UserCompanySettingsRef = builder.objectRef<CompanySettings>('UserCompanySettings').implement({
  fields: (t) => ({
    companyId: t.string({ resolve: (one) => one.companyId }),
    userId: t.field({ type: 'Guid', resolve: (one) => one.userId }),
    role: t.expose('role', { type: RoleEnum }),
    isCurrentCompany: t.exposeBoolean('isCurrent'),
    sort: t.exposeInt('sort'),
  }),
})

/** Of other people only who they are is told; abilities, companies and settings are the caller's own. */
const isCaller = (user: User, context: RequestContext) => user.id === context.principal.userId

/** How to reach somebody, and what they are in the company, is told to themselves and to those who may read the people of the company. */
async function isOpen(user: User, context: RequestContext): Promise<boolean> {
  if (isCaller(user, context)) return true
  return context.may('READ', 'COMPANY_USERS') && (await context.loaders.employee.load(user.id)) !== null
}

/** A person without a name is called by the address, by whoever may not read it by the number. */
async function called(user: User, context: RequestContext): Promise<User> {
  return (await isOpen(user, context)) ? user : { ...user, email: `#${user.systemNumber}` }
}

async function employeeOf(user: User, context: RequestContext): Promise<Employee | null> {
  return context.membership !== null && (await isOpen(user, context)) ? context.loaders.employee.load(user.id) : null
}

UserRef.implement({
  fields: (t) => ({
    id: t.field({ type: 'Guid', resolve: (user) => user.id }),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    fullName: t.string({ resolve: async (user, _args, context) => fullName(await called(user, context)) }),
    initials: t.string({ resolve: async (user, _args, context) => initials(await called(user, context)) }),
    email: t.string({
      description: 'Empty for callers who may not read the people of the company, of others than themselves.',
      resolve: async (user, _args, context) => ((await isOpen(user, context)) ? user.email : ''),
    }),
    phone: t.string({
      nullable: true,
      resolve: async (user, _args, context) => ((await isOpen(user, context)) ? user.phone : null),
    }),
    login: t.string({
      nullable: true,
      description: 'A name to sign in with besides the address.',
      resolve: async (user, _args, context) => ((await isOpen(user, context)) ? user.login : null),
    }),
    systemNumber: t.exposeInt('systemNumber', { description: 'Names the account to people who help.' }),
    isEmailVerified: t.exposeBoolean('isEmailVerified', { description: 'Whether the address is proven.' }),
    isTwoFactorOn: t.boolean({
      nullable: true,
      description: 'Whether signing in takes a code besides the password; null for callers who may not read the address.',
      resolve: async (user, _args, context) => ((await isOpen(user, context)) ? user.isTwoFactorOn : null),
    }),
    team: t.field({
      type: TeamRef,
      nullable: true,
      resolve: async (user, _args, context) => {
        const teamId = (await employeeOf(user, context))?.teamId ?? null
        return teamId === null ? null : context.loaders.team.load(teamId)
      },
    }),
    workCenterIds: t.intList({
      description: 'What an operator of the company is limited to; empty for others.',
      resolve: async (user, _args, context) => [...((await employeeOf(user, context))?.workCenterIds ?? [])],
    }),
    photo: t.exposeString('photo', { nullable: true }),
    country: t.exposeString('country', { nullable: true }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'What the person is in the company of the request.',
      resolve: async (user, _args, context) =>
        isCaller(user, context) ? (context.membership?.role ?? null) : ((await employeeOf(user, context))?.role ?? null),
    }),
    abilities: t.field({ type: [UserAbilityRef], resolve: (user, _args, context) => (isCaller(user, context) ? abilities(context) : []) }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      resolve: (user, _args, context) =>
        isCaller(user, context) && context.membership ? context.loaders.company.load(context.membership.companyId) : null,
    }),
    companySettings: t.field({
      type: [UserCompanySettingsRef],
      resolve: async (user, _args, context) =>
        isCaller(user, context)
          ? (await context.memberships()).map((one) => ({ ...one, isCurrent: one.companyId === context.membership?.companyId }))
          : [],
    }),
    settings: t.field({ type: UserSettingsRef, resolve: (user) => user }),
  }),
})

builder.queryFields((t) => ({
  currentUser: t.field({ type: UserRef, authScopes: { account: true }, resolve: (_root, _args, context) => currentUser(context) }),
  userAbilities: t.field({
    type: [UserAbilityRef],
    authScopes: { account: true },
    description: 'What the caller may do in the company of the request; the demo company gives nobody more than a user.',
    resolve: (_root, _args, context) => abilities(context),
  }),
}))

builder.mutationFields((t) => ({
  updateUser: t.field({
    type: UserRef,
    authScopes: { signedIn: true },
    args: {
      firstName: t.arg.string({ required: true }),
      lastName: t.arg.string({ required: true }),
      phone: t.arg.string({ required: true }),
    },
    resolve: (_root, args, context) => updateUser(context.deps.database, context.principal.userId, args),
  }),
}))

async function currentUser(context: RequestContext): Promise<User> {
  const user = await context.deps.database.inSystem((tx) => findUser(tx, context.principal.userId))
  if (user === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  return user
}

function abilities(context: RequestContext) {
  return [...context.abilities()]
}
