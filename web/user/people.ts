import type { EmployeesQuery, PeopleQuery } from '#web/api/generated/graphql.ts'

/** What the page of users knows, asked at once. */
export type People = PeopleQuery
export type Employees = EmployeesQuery['usersPage']
export type Employee = Employees['items'][number]
export type Team = PeopleQuery['teams'][number]
export type Invitation = PeopleQuery['invitations'][number]
export type JoinLink = NonNullable<PeopleQuery['joinLinks']>[number]
export type RoleRequest = PeopleQuery['roleRequests'][number]
export type AssignableWorkCenter = PeopleQuery['workCenters'][number]

/** What each part of the page is given beside its own. */
export type PartProps = {
  readonly people: People
  /** Whether the viewer may change the users of the company. */
  readonly isManager: boolean
  /** Asks for everything anew. */
  readonly onChanged: () => void
}
