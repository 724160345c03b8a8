import { asId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { grouped, tenantLoader } from '#server/graphql/loader.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { listFiles } from './checklistFile.store.ts'
import type { ChecklistFile } from './checklistFile.store.ts'
import { listChecklists, listVersions } from './checklist.store.ts'
import type { Checklist, ChecklistDefinition } from './checklist.store.ts'
import type { Occurrence } from './occurrence.store.ts'
import { listSubmissions } from './submission.store.ts'
import type { Submission } from './submission.store.ts'

export const ChecklistRef = builder.objectRef<Checklist>('Checklist')
export const ChecklistOccurrenceRef = builder.objectRef<Occurrence>('ChecklistOccurrence')
export const ChecklistSubmissionRef = builder.objectRef<Submission & { readonly occurrence: Occurrence }>('ChecklistSubmission')
export const ChecklistFileRef = builder.objectRef<ChecklistFile>('ChecklistFile')

export const checklistById = tenantLoader(async (tenant, ids: readonly number[]) => {
  const found = new Map((await listChecklists(tenant, { ids })).map((one) => [one.id, one]))
  return ids.map((id) => found.get(id) ?? null)
})

type VersionKey = { readonly checklistId: number; readonly version: number }
const versionText = ({ checklistId, version }: VersionKey): string => `${checklistId}/${version}`

/** What the version of an occurrence asks. */
export const definitionOf = tenantLoader(async (tenant, keys: readonly VersionKey[]): Promise<(ChecklistDefinition | null)[]> => {
  const found = await listVersions(tenant, keys)
  return keys.map((key) => found.get(versionText(key)) ?? null)
}, versionText)

export const submissionsOf = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listSubmissions(tenant, ids), ({ occurrenceId }) => occurrenceId),
)

export const filesOf = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listFiles(tenant, ids), ({ occurrenceId }) => occurrenceId ?? 0),
)

/** Returns the id as that of a reason. */
export function reasonIdOf(id: number): LossReasonId {
  return asId<LossReasonId>(id)
}
