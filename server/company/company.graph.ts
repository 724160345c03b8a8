import type { CompanyId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, tenantLoader } from '#server/graphql/loader.ts'
import type { StoredAuditEntry } from './audit.store.ts'
import { findCompany } from './company.store.ts'
import type { Company } from './company.store.ts'
import { listTeams } from './team.store.ts'
import type { Team } from './team.store.ts'

export const AuditEntryRef = builder.objectRef<StoredAuditEntry>('AuditEntry')
export const CompanyRef = builder.objectRef<Company>('Company')
export const TeamRef = builder.objectRef<Team>('Team')

export const companyById = tenantLoader(async (tenant, ids: readonly CompanyId[]) =>
  each(ids, [await findCompany(tenant)], (company) => company?.id),
)

export const teamById = tenantLoader(async (tenant, ids: readonly string[]) => each(ids, await listTeams(tenant), (team) => team.id))
