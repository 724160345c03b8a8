import { subjectsOff } from '#engine/extension/extension.ts'
import { chosenExtensions } from '#server/extension/extension.graph.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { fullName, initials } from '#engine/user/person.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { AbilityActionEnum, AbilitySubjectEnum, RoleEnum } from '#server/graphql/enums.ts'
import { UserAbilityRef } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { CompanyRef, TeamRef, companyById, teamById } from '#server/company/company.graph.ts'
import { UserRef } from './user.graph.ts'
import { isHiddenInDemo, readVisible } from './visiblePerson.ts'
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

/** Abilities and companies are told to their owner only. */
const isCaller = (user: User, context: RequestContext) => user.id === context.principal.userId

/** A person without a name is shown by address, or by number to callers who may not read the address. */
const called = (user: User, isOpen: boolean, context: RequestContext) =>
  isHiddenInDemo(user, context)
    ? { ...user, firstName: '', lastName: '', email: `#${user.systemNumber}` }
    : isOpen
      ? user
      : { ...user, email: `#${user.systemNumber}` }

UserRef.implement({
  fields: (t) => ({
    id: t.field({ type: 'Guid', resolve: (user) => user.id }),
    firstName: t.string({ resolve: (user, _args, context) => (isHiddenInDemo(user, context) ? '' : user.firstName) }),
    lastName: t.string({ resolve: (user, _args, context) => (isHiddenInDemo(user, context) ? '' : user.lastName) }),
    fullName: t.string({
      resolve: (user, _args, context) => readVisible(user, context, ({ isOpen }) => fullName(called(user, isOpen, context))),
    }),
    initials: t.string({
      resolve: (user, _args, context) => readVisible(user, context, ({ isOpen }) => initials(called(user, isOpen, context))),
    }),
    email: t.string({
      description: 'Empty for callers without the right to read the people of the company, except for themselves.',
      resolve: (user, _args, context) => readVisible(user, context, ({ isOpen }) => (isOpen ? user.email : '')),
    }),
    phone: t.string({
      nullable: true,
      resolve: (user, _args, context) => readVisible(user, context, ({ isOpen }) => (isOpen ? user.phone : null)),
    }),
    login: t.string({
      nullable: true,
      description: 'A name to sign in with besides the address.',
      resolve: (user, _args, context) => readVisible(user, context, ({ isOpen }) => (isOpen ? user.login : null)),
    }),
    systemNumber: t.exposeInt('systemNumber', { description: 'Names the account to people who help.' }),
    isEmailVerified: t.exposeBoolean('isEmailVerified', { description: 'Whether the address is proven.' }),
    isTwoFactorOn: t.boolean({
      nullable: true,
      description: 'Whether sign-in needs a second factor; null for callers who may not read the address.',
      resolve: (user, _args, context) => readVisible(user, context, ({ isOpen }) => (isOpen ? user.isTwoFactorOn : null)),
    }),
    teamId: t.field({
      type: 'Guid',
      description:
        '00000000-0000-0000-0000-000000000000 for who is in no team, and for callers who may not read the people of the company.',
      resolve: (user, _args, context) => readVisible(user, context, ({ employee }) => employee?.teamId ?? NO_TEAM_ID),
    }),
    team: t.field({
      type: TeamRef,
      nullable: true,
      description: 'Null for who is in no team.',
      resolve: async (user, _args, context) => {
        const teamId = await readVisible(user, context, ({ employee }) => employee?.teamId ?? null)
        return teamId === null ? null : teamById(context).load(teamId)
      },
    }),
    organization: t.string({
      nullable: true,
      description: 'The company of the request, for its people; null for others, and for callers who may not read them.',
      resolve: async (user, _args, context) => {
        const { membership } = context
        const isOfCompany = isCaller(user, context) || (await readVisible(user, context, ({ employee }) => employee !== null))
        return membership === null || !isOfCompany ? null : ((await companyById(context).load(membership.companyId))?.name ?? null)
      },
    }),
    workCenterIds: t.intList({
      description: 'What an operator of the company is limited to; empty for others.',
      resolve: (user, _args, context) => readVisible(user, context, ({ employee }) => [...(employee?.workCenterIds ?? [])]),
    }),
    photo: t.string({ nullable: true, resolve: (user, _args, context) => (isHiddenInDemo(user, context) ? null : user.photo) }),
    country: t.string({ nullable: true, resolve: (user, _args, context) => (isHiddenInDemo(user, context) ? null : user.country) }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Their membership in the company of the request.',
      resolve: (user, _args, context) =>
        isCaller(user, context) ? (context.membership?.role ?? null) : readVisible(user, context, ({ employee }) => employee?.role ?? null),
    }),
    isStation: t.boolean({
      description: 'Whether several people use the account beside a machine; false for callers who may not read the people of the company.',
      resolve: (user, _args, context) =>
        isCaller(user, context)
          ? (context.membership?.isStation ?? false)
          : readVisible(user, context, ({ employee }) => employee?.isStation ?? false),
    }),
    abilities: t.field({ type: [UserAbilityRef], resolve: (user, _args, context) => (isCaller(user, context) ? abilities(context) : []) }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      resolve: (user, _args, context) =>
        isCaller(user, context) && context.membership ? companyById(context).load(context.membership.companyId) : null,
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
    description: "The caller's abilities in the company of the request; in the demo company at most those of a user.",
    resolve: async (_root, _args, context) => {
      const off = subjectsOff(await chosenExtensions(context))
      return abilities(context).filter(({ subject }) => !off.has(subject))
    },
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
