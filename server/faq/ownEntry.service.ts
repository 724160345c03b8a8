import { MAX_OWN_ENTRIES, ownEntryProblems, trimOwnEntry } from '#engine/faq/ownEntryForm.ts'
import type { OwnEntryForm } from '#engine/faq/ownEntryForm.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { deleteOwnEntryRow, insertOwnEntry, listOwnEntries, lockOwnEntries, lockOwnEntry, updateOwnEntry } from './ownEntry.store.ts'
import type { OwnEntry } from './ownEntry.store.ts'

type Deps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }
type Writer = { readonly companyId: CompanyId; readonly userId: UserId }
export type GivenEntry = OwnEntryForm & { readonly id: string | null; readonly version: number | null }

/**
 * Returns the company's own answer as it is stored (domain.md HP-4). Refuses texts that are too short or too long, an unknown screen, more than 100 answers,
 * an unknown id, and a version that somebody else changed meanwhile.
 */
export async function saveOwnEntry(deps: Deps, writer: Writer, given: GivenEntry, request: KeyedRequest | null): Promise<OwnEntry> {
  const form = trimOwnEntry(given)
  refuseAll(ownEntryProblems(form))
  return await deps.database.inTenant(writer.companyId, async (tenant) => {
    const { answer } = await once(tenant, writer.userId, request, {
      act: () => write(tenant, deps, writer, { ...given, ...form }),
      read: String,
    })
    return await requireOwnEntry(tenant, answer)
  })
}

/** Deletes the company's own answer; refuses one that it does not have. */
export async function deleteOwnEntry(deps: Deps, { companyId, userId }: Writer, id: string): Promise<void> {
  await deps.database.inTenant(companyId, async (tenant) => {
    const present = await requireOwnEntry(tenant, id)
    await deleteOwnEntryRow(tenant, id)
    const at = new Date(deps.now())
    await audited(tenant, { userId, at, action: 'DELETE_FAQ_ENTRY', subject: `answer ${present.question}` }, toldOf(present), null)
  })
}

async function write(tenant: Tenant, deps: Deps, { userId }: Writer, { id, version, ...form }: GivenEntry): Promise<string> {
  const at = new Date(deps.now())
  const entry = { userId, at, subject: `answer ${form.question}` }
  if (id === null) {
    await lockOwnEntries(tenant)
    if ((await listOwnEntries(tenant)).length >= MAX_OWN_ENTRIES)
      throw new Refusal({ code: 'TOO_MANY_FAQ_ENTRIES', params: { max: MAX_OWN_ENTRIES } })
    const made = await insertOwnEntry(tenant, form, { userId, at })
    await audited(tenant, { ...entry, action: 'CREATE_FAQ_ENTRY' }, null, toldOf(form))
    return made.id
  }
  const present = await requireOwnEntry(tenant, id)
  if (version !== null && version !== present.version) throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
  await updateOwnEntry(tenant, id, form, { userId, at })
  const isAlways = present.text !== form.text || present.words !== form.words
  await audited(tenant, { ...entry, action: 'UPDATE_FAQ_ENTRY', isAlways }, toldOf(present), toldOf(form))
  return id
}

async function requireOwnEntry(tenant: Tenant, id: string): Promise<OwnEntry> {
  const found = await lockOwnEntry(tenant, id)
  if (found === null) throw new Refusal({ code: 'FAQ_ENTRY_NOT_FOUND', params: { id } })
  return found
}

/** Its text may be long, and is read where it stands: that it was changed is told, not what it was. */
function toldOf({ question, screen }: OwnEntryForm) {
  return { name: question, screen }
}
