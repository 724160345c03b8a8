import type { CompanyId, UserId } from '#engine/ids.ts'
import { audited } from '#server/company/audit.store.ts'
import { isOfDemo, requireNoDemo } from '#server/company/mayAsk.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import type { ModelHelp } from '../assistant.service.ts'
import { findAssistantHost, listPeopleNames, lockAssistantHost, setAssistantHost } from './assistantModel.store.ts'
import type { ExternalModel } from './externalModel.ts'

type Deps = { readonly database: Database; readonly assistantModel: ExternalModel | null }

/** Which external model the server may ask, and whether the company allows it. */
export type AssistantModel = { readonly host: string | null; readonly isAllowed: boolean }

/** Returns which external model there is and whether the company lets it be asked; one at another address was never allowed. */
export async function assistantModelOf({ database, assistantModel }: Deps, companyId: CompanyId): Promise<AssistantModel> {
  const host = assistantModel?.host ?? null
  if (host === null || (await isOfDemo({ database }, companyId))) return { host: null, isAllowed: false }
  return { host, isAllowed: (await database.inTenant(companyId, findAssistantHost)) === host }
}

/**
 * Lets the company's assistant ask the model at the host, or none (null). Refuses DEMO_ACCOUNT in the demo, and ASSISTANT_MODEL_CHANGED where the server
 * asks another one by now, or none.
 */
export async function allowAssistantModel(
  deps: Deps & { readonly now: () => number },
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  host: string | null,
): Promise<AssistantModel> {
  const { database, assistantModel } = deps
  await requireNoDemo(deps, member.companyId)
  if (host !== null && host !== assistantModel?.host) throw new Refusal({ code: 'ASSISTANT_MODEL_CHANGED', field: 'host' })
  await database.inTenant(member.companyId, async (tenant) => {
    const before = await lockAssistantHost(tenant)
    if (before === host) return
    await setAssistantHost(tenant, host)
    const entry = { userId: member.userId, at: new Date(deps.now()), action: 'ALLOW_ASSISTANT_MODEL' } as const
    await audited(tenant, { ...entry, subject: `company ${member.companyId}` }, { assistantHost: before }, { assistantHost: host })
  })
  return await assistantModelOf(deps, member.companyId)
}

/** Returns what asks the external model for a question of the company; null where it has none, does not allow it, or is of the demo. */
export async function modelHelp(deps: Deps, companyId: CompanyId, language: string): Promise<ModelHelp | null> {
  const { assistantModel, database } = deps
  if (assistantModel === null || assistantModel.isResting() || !(await assistantModelOf(deps, companyId)).isAllowed) return null
  return {
    talk: assistantModel.begin({ companyId, language }),
    people: await database.inSystem((tx) => listPeopleNames(tx, companyId)),
  }
}
