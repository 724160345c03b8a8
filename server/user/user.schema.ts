import type { CompanyId, UserId } from '#engine/ids.ts'
import { fullName, initials } from '#engine/user/person.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { AbilityActionEnum, AbilitySubjectEnum, RoleEnum } from '#server/graphql/enums.ts'
import { CompanyRef, UserAbilityRef, UserRef } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { changePassword, updateUser } from './user.service.ts'
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

/** Of other people only who they are is told; role, abilities, companies and settings are the caller's own. */
const isCaller = (user: User, context: RequestContext) => user.id === context.principal.userId

UserRef.implement({
  fields: (t) => ({
    id: t.field({ type: 'Guid', resolve: (user) => user.id }),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    fullName: t.string({ resolve: fullName }),
    initials: t.string({ resolve: initials }),
    email: t.exposeString('email'),
    phone: t.exposeString('phone', { nullable: true }),
    photo: t.exposeString('photo', { nullable: true }),
    country: t.exposeString('country', { nullable: true }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      resolve: (user, _args, context) => (isCaller(user, context) ? (context.membership?.role ?? null) : null),
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
  currentUser: t.field({ type: UserRef, authScopes: { signedIn: true }, resolve: (_root, _args, context) => currentUser(context) }),
  userAbilities: t.field({
    type: [UserAbilityRef],
    authScopes: { signedIn: true },
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
  changePassword: t.boolean({
    authScopes: { signedIn: true },
    args: { oldPassword: t.arg.string({ required: true }), newPassword: t.arg.string({ required: true }) },
    resolve: async (_root, args, context) => {
      await changePassword(context.deps.database, context.principal, args)
      return true
    },
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
