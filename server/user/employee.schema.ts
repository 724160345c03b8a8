import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DEMO_EMAIL_DOMAIN } from '#engine/user/demoPerson.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { RoleEnum } from '#server/graphql/enums.ts'
import { checkedOrder, checkedPage, orderInput, pageType } from '#server/graphql/page.ts'
import { UserRef } from './user.graph.ts'
import { createUser, deleteUserFromCompany, updateEmployee } from './employee.service.ts'
import { countRoles, EMPLOYEE_ORDER_FIELDS, listEmployees, pageEmployees } from './employee.store.ts'
import type { EmployeeFilter } from './employee.store.ts'
import { rememberVisible } from './visiblePerson.ts'

const UsersPageRef = pageType('UsersPage', UserRef, { isBounded: true })

const RoleCountRef = builder.objectRef<{ readonly role: Role; readonly count: number }>('RoleCount').implement({
  fields: (t) => ({ role: t.expose('role', { type: RoleEnum }), count: t.exposeInt('count') }),
})

const UserOrderInput = orderInput('UserOrder', EMPLOYEE_ORDER_FIELDS)

const BY_NAME = { field: 'NAME', isDescending: false } as const

/** Visitors of the demo company see its invented people: a search would tell the address of others letter by letter. */
function shownTo(context: RequestContext): Pick<EmployeeFilter, 'emailDomain'> {
  return context.isDemoCompany() ? { emailDomain: DEMO_EMAIL_DOMAIN } : {}
}

builder.queryFields((t) => {
  const wanted = {
    search: t.arg.string({ description: 'Part of a name, the login or the e-mail address; case and accents do not matter.' }),
    roles: t.arg({ type: [RoleEnum] }),
    teamId: t.arg({ type: 'Guid', description: '00000000-0000-0000-0000-000000000000 stands for no team.' }),
    orderBy: t.arg({ type: UserOrderInput, description: 'By name unless asked otherwise.' }),
  }
  return {
    users: t.field({
      type: [UserRef],
      authScopes: can('READ', 'COMPANY_USERS'),
      description: 'The people of the company.',
      args: wanted,
      resolve: async (_root, { orderBy, ...filter }, context) => {
        const { companyId } = context.member()
        const order = checkedOrder(orderBy, BY_NAME)
        const employees = await context.deps.database.inSystem((tx) =>
          listEmployees({ companyId, tx }, { ...filter, ...shownTo(context) }, order),
        )
        rememberVisible(employees)
        return employees.map((employee) => employee.user)
      },
    }),
    roleCounts: t.field({
      type: [RoleCountRef],
      authScopes: can('READ', 'COMPANY_USERS'),
      description: 'How many people of the company have each role that somebody has.',
      resolve: (_root, _args, context) => {
        const { companyId } = context.member()
        return context.deps.database.inSystem(async (tx) => [...(await countRoles({ companyId, tx }, shownTo(context)))])
      },
    }),
    usersPage: t.field({
      type: UsersPageRef,
      authScopes: can('READ', 'COMPANY_USERS'),
      description: 'A page of the people of the company.',
      args: {
        ...wanted,
        ids: t.arg({ type: ['Guid'], description: 'Only these.' }),
        page: t.arg.int({ defaultValue: 1 }),
        size: t.arg.int({ defaultValue: 50 }),
      },
      resolve: async (_root, { orderBy, page, size, ids, ...wanted }, context) => {
        const { companyId } = context.member()
        const range = checkedPage({ page: page ?? 1, size: size ?? 50 })
        const order = checkedOrder(orderBy, BY_NAME)
        const filter = { ...wanted, ...shownTo(context), ...(ids != null && { userIds: ids.map((id) => asId<UserId>(id)) }) }
        const found = await context.deps.database.inSystem((tx) => pageEmployees({ companyId, tx }, filter, { order, range }))
        rememberVisible(found.items)
        return { ...range, ...found, items: found.items.map((employee) => employee.user) }
      },
    }),
  }
})

builder.mutationFields((t) => ({
  createUser: t.field({
    type: UserRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description:
      'Makes an account for an employee, who may sign in at once; in this company only, until an e-mail link proves the address. Without a password that link sets one.',
    args: {
      email: t.arg.string({ required: true }),
      firstName: t.arg.string({ required: true }),
      lastName: t.arg.string({ required: true }),
      login: t.arg.string({ description: 'A name to sign in with besides the address.' }),
      password: t.arg.string(),
      phone: t.arg.string(),
      role: t.arg({ type: RoleEnum, required: true }),
      teamId: t.arg({ type: 'Guid' }),
      workCenterIds: t.arg.intList({ description: 'What an operator will see.' }),
    },
    resolve: (_root, { login, password, phone, teamId, workCenterIds, ...form }, context) =>
      createUser(context.deps, context.member(), {
        ...form,
        login: login ?? '',
        password: password ?? '',
        phone: phone ?? '',
        teamId: teamId ?? null,
        workCenterIds: workCenterIds ?? [],
      }),
  }),
  updateEmployee: t.field({
    type: UserRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: "Changes an employee's membership; missing fields stay. The last administrator stays one.",
    args: {
      userId: t.arg({ type: 'Guid', required: true }),
      role: t.arg({ type: RoleEnum }),
      isStation: t.arg.boolean({ description: "Whether several people use the operator's account beside a machine." }),
      teamId: t.arg({ type: 'Guid', description: 'null or 00000000-0000-0000-0000-000000000000 = no team.' }),
      workCenterIds: t.arg.intList({ description: 'What an operator will see.' }),
    },
    resolve: (_root, { userId, role, isStation, teamId, workCenterIds }, context) =>
      updateEmployee(context.deps, context.member(), asId<UserId>(userId), {
        role: role ?? undefined,
        isStation: isStation ?? undefined,
        teamId,
        workCenterIds: workCenterIds ?? undefined,
      }),
  }),
  deleteUserFromCompany: t.boolean({
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Ends the membership with its rights and API keys at once. The last administrator stays.',
    args: { userId: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { userId }, context) => {
      await deleteUserFromCompany(context.deps, context.member(), asId<UserId>(userId))
      return true
    },
  }),
}))
