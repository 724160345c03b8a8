import { sql } from 'kysely'
import type { TeamForm } from '#engine/company/teamForm.ts'
import type { Tenant } from '#server/db/database.ts'

/** A team of a company; its colour marks the people of it. */
export type Team = { readonly id: string; readonly name: string; readonly color: string; readonly membersCount: number }

/** Returns the company's teams by name, each with how many people are in it. */
export async function listTeams(tenant: Tenant): Promise<readonly Team[]> {
  return teams(tenant)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Returns the company's team of the id, or null. */
export async function findTeam(tenant: Tenant, id: string): Promise<Team | null> {
  return (await teams(tenant).where('team.id', '=', id).executeTakeFirst()) ?? null
}

/** Returns the team of each of the people who are in one. */
export async function listTeamsOf(tenant: Tenant, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    readonly userId: string
    readonly teamId: string
  }>`select user_id as "userId", team_id as "teamId" from membership
    where company_id = ${tenant.companyId} and user_id = any(${userIds}::uuid[]) and team_id is not null`.execute(tenant.tx)
  return new Map(rows.map(({ userId, teamId }) => [userId, teamId]))
}

/** Returns whether another team than `exceptId` has the name, case-insensitively. */
export async function isTeamNameTaken(tenant: Tenant, name: string, exceptId: string | null): Promise<boolean> {
  const found = await tenant.tx
    .selectFrom('team')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the id of the stored team. */
export async function insertTeam(tenant: Tenant, team: TeamForm): Promise<string> {
  const row = await tenant.tx
    .insertInto('team')
    .values({ company_id: tenant.companyId, name: team.name, color: team.color })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stores another name and colour of the company's team. */
export async function updateTeamRow(tenant: Tenant, id: string, team: TeamForm): Promise<void> {
  await tenant.tx
    .updateTable('team')
    .set({ name: team.name, color: team.color })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Removes the company's team. Its people, pending invitations and plans have no team afterwards. */
export async function deleteTeamRow(tenant: Tenant, id: string): Promise<void> {
  for (const table of ['membership', 'invitation', 'join_link', 'operational_plan'] as const) {
    await tenant.tx.updateTable(table).set({ team_id: null }).where('company_id', '=', tenant.companyId).where('team_id', '=', id).execute()
  }
  await tenant.tx.deleteFrom('team').where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}

function teams(tenant: Tenant) {
  return tenant.tx
    .selectFrom('team')
    .select([
      'team.id',
      'team.name',
      'team.color',
      sql<number>`(select count(*)::int from membership m where m.company_id = team.company_id and m.team_id = team.id
        and (m.expires_on is null or m.expires_on > now()))`.as('membersCount'),
    ])
    .where('team.company_id', '=', tenant.companyId)
}
