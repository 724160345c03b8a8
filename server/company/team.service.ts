import { teamFormProblems, trimTeamForm } from '#engine/company/teamForm.ts'
import type { TeamForm } from '#engine/company/teamForm.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { audited } from './audit.store.ts'
import { changePeople, refuseFirst } from './peopleChange.service.ts'
import type { Actor, PeopleDeps } from './peopleChange.service.ts'
import { deleteTeamRow, findTeam, insertTeam, isTeamNameTaken, updateTeamRow } from './team.store.ts'
import type { Team } from './team.store.ts'

/** Returns the new team of the company; refuses REQUIRED, LENGTH_OUT_OF_RANGE, INVALID_FORMAT and NOT_UNIQUE per field. */
export async function createTeam(deps: PeopleDeps, actor: Actor, form: TeamForm): Promise<Team> {
  const team = checked(form)
  return changePeople(deps, actor, async ({ tenant, at }) => {
    await requireFreeName(tenant, team.name, null)
    const id = await insertTeam(tenant, team)
    const entry = { userId: actor.userId, at, action: 'CREATE_TEAM', subject: `team ${team.name}`, about: { teamId: id } } as const
    await audited(tenant, entry, null, { ...team })
    return requireTeam(tenant, id)
  })
}

/** Returns the company's team with another name and colour; refuses as `createTeam` does, and TEAM_NOT_FOUND. */
export async function updateTeam(deps: PeopleDeps, actor: Actor, id: string, form: TeamForm): Promise<Team> {
  const team = checked(form)
  return changePeople(deps, actor, async ({ tenant, at }) => {
    const { name, color } = await requireTeam(tenant, id)
    await requireFreeName(tenant, team.name, id)
    await updateTeamRow(tenant, id, team)
    const entry = {
      userId: actor.userId,
      at,
      action: 'UPDATE_TEAM',
      subject: `team ${name}`,
      about: { teamId: id },
      isAlways: true,
    } as const
    await audited(tenant, entry, { name, color }, { ...team })
    return requireTeam(tenant, id)
  })
}

/** Removes the company's team; its people stay and are in no team. Refuses TEAM_NOT_FOUND. */
export async function deleteTeam(deps: PeopleDeps, actor: Actor, id: string): Promise<void> {
  await changePeople(deps, actor, async ({ tenant, at }) => {
    const { name, color, membersCount } = await requireTeam(tenant, id)
    await deleteTeamRow(tenant, id)
    const entry = { userId: actor.userId, at, action: 'DELETE_TEAM', subject: `team ${name}`, about: { teamId: id } } as const
    await audited(tenant, entry, { name, color, membersCount }, null)
  })
}

function checked(form: TeamForm): TeamForm {
  const team = trimTeamForm(form)
  refuseFirst(teamFormProblems(team))
  return team
}

async function requireTeam(tenant: Tenant, id: string): Promise<Team> {
  const team = await findTeam(tenant, id)
  if (team === null) throw new Refusal({ code: 'TEAM_NOT_FOUND', params: { id } })
  return team
}

async function requireFreeName(tenant: Tenant, name: string, exceptId: string | null): Promise<void> {
  if (await isTeamNameTaken(tenant, name, exceptId)) throw new Refusal({ code: 'NOT_UNIQUE', field: 'name', params: { value: name } })
}
