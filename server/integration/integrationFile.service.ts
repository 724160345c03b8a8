import { writeAudit } from '#server/company/audit.store.ts'
import { checkedMapping } from '#server/jobOrder/import/importPlanning.service.ts'
import { listRows } from '#server/jobOrder/import/importRow.store.ts'
import { importNotFound } from '#server/jobOrder/import/importTask.ts'
import { findImport, updateImport } from '#server/jobOrder/import/orderImport.store.ts'
import { Refusal } from '#server/refusal.ts'
import { updateIntegration } from './integration.store.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { insertFile } from './integrationFile.store.ts'
import { enqueueIntegration } from './integrationJob.ts'
import { requireLocked } from './integrationWork.service.ts'
import { requireNoDemo } from '#server/company/mayAsk.ts'

const OPEN: readonly string[] = ['CHECKED', 'MAPPED', 'UPLOADED']

/**
 * Puts an uploaded file into an integration, which reads it at once where it is connected (domain.md IN-14). Refuses a file that leaves a question open,
 * one that was applied, and an integration of another system.
 */
export async function putFile(
  deps: Pick<IntegrationDeps, 'database' | 'now'>,
  { companyId, userId }: IntegrationMember,
  { id, importId }: { readonly id: string; readonly importId: number },
): Promise<void> {
  await requireNoDemo(deps, companyId)
  await deps.database.inTenant(companyId, async (tenant) => {
    const at = new Date(deps.now())
    const integration = await requireLocked(tenant, id)
    if (integration.isDeleted || integration.service !== 'CSV')
      throw new Refusal({ code: 'INTEGRATION_STATUS', params: { status: integration.status } })
    const file = await findImport(tenant, importId)
    if (file === null) throw importNotFound(importId)
    if (!OPEN.includes(file.state)) throw new Refusal({ code: 'IMPORT_CLOSED', field: 'uploadId', params: { state: file.state } })
    await updateImport(tenant, importId, { mapping: checkedMapping(file, file.mapping, await listRows(tenant, importId)) })
    await insertFile(tenant, id, { importId, putOn: at, putBy: userId })
    if (integration.status === 'CONNECTED') await updateIntegration(tenant, id, { nextRunOn: at }, at)
    await enqueueIntegration(tenant, id)
    await writeAudit(tenant, {
      userId,
      at,
      action: 'UPDATE_INTEGRATION',
      subject: `integration ${integration.name}`,
      details: { file: file.fileName, fileRows: file.rowCount },
    })
  })
}
