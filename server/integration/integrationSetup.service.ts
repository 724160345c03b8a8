import { everyMinutesProblem, sendableActs, sendsProblem } from '#engine/integration/integrationForm.ts'
import { linkProblems } from '#engine/integration/matchPlaces.ts'
import type { ExternalPlace, LinkChoice } from '#engine/integration/matchPlaces.ts'
import type { ExternalStatus } from '#engine/integration/externalOrder.ts'
import type { OutboxOperation } from '#engine/integration/outboxPlan.ts'
import type { ImportType } from '#engine/jobOrder/import/importField.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { refuseAll } from '#server/refusal.ts'
import { insertWorkCenter } from '#server/workCenter/workCenter.store.ts'
import type { Probe } from './connector/connector.ts'
import { storedConnector } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { requireIntegration } from './integration.service.ts'
import { requireNoDemo } from '#server/company/mayAsk.ts'
import { requireLocked, workWith } from './integrationWork.service.ts'
import { requestLog } from './requestLog.service.ts'
import { listLinkable, listLinks, replaceLinks } from './link.store.ts'
import type { StoredLink } from './link.store.ts'

/** Which orders come in, how often, and which acts go out. */
export type OrderParams = {
  readonly importType: ImportType | null
  readonly meanings: readonly ExternalStatus[]
  /** YYYY-MM-DD */
  readonly startDay: string | null
  readonly everyMinutes: number
  readonly sends: readonly OutboxOperation[]
}

const NAME_MAX = 200

/**
 * Sets the integration up: its work centers are linked as chosen, and those chosen as new are made. Runs begin once a preview of the
 * first one was seen and confirmed. Refuses links that do not hold
 * (domain.md IN-5); a failure of the other system is stored, and the integration has FAILED.
 */
export async function setUpIntegration(
  deps: IntegrationDeps,
  member: IntegrationMember,
  id: string,
  { orders, choices }: { readonly orders: OrderParams; readonly choices: readonly LinkChoice[] },
): Promise<void> {
  const { database, now, ingest } = deps
  const problem = everyMinutesProblem(orders.everyMinutes)
  refuseAll(problem === null ? [] : [problem])
  if (orders.meanings.length === 0) refuseAll([{ code: 'REQUIRED', field: 'statuses' }])
  const { serviceUrl } = await database.inTenant(member.companyId, (tenant) => requireIntegration(tenant, id))
  // Nobody adds machines to the demo.
  const makesPlaces = choices.some(({ action }) => action === 'NEW')
  await requireNoDemo(deps, member.companyId, makesPlaces ? '' : serviceUrl)
  let made: readonly Made[] = []
  let sends: readonly OutboxOperation[] = []
  await workWith<{ readonly probe: Probe; readonly places: readonly ExternalPlace[] }>(deps, member, id, {
    event: 'SETUP_BEGAN',
    userId: member.userId,
    act: async (integration, { outbound }) => {
      const legal = sendableActs(integration.service, integration.settings.rest)
      // What can be told nothing is told nothing, whatever is asked for.
      sends = legal.length === 0 ? [] : orders.sends
      const wrong = sendsProblem(sends, legal)
      refuseAll(wrong === null ? [] : [wrong])
      const log = requestLog({ ...deps, outbound }, member.companyId, integration)
      const connector = storedConnector({ database, outbound: log.outbound }, member.companyId, integration)
      const read = async () => ({ probe: await connector.probe(), places: await connector.listWorkCenters() })
      const { probe, places } = await read().finally(() => log.keep(null))
      refuseAll(linkProblems(choices, places, await database.inTenant(member.companyId, listLinkable)))
      return { probe, places }
    },
    end: async (tenant, { probe, places }) => {
      const at = new Date(now())
      const links = await linksOf(tenant, id, { choices, places, at })
      made = links.made
      await replaceLinks(tenant, id, links.links)
      const { name: integrationName, service, scheduledSince } = await requireLocked(tenant, id)
      // Each file is put in by somebody; of other systems nothing comes before its first preview was seen.
      const since = scheduledSince ?? (service === 'CSV' ? at : null)
      await writeAudit(tenant, {
        userId: member.userId,
        at,
        action: 'UPDATE_INTEGRATION',
        subject: `integration ${integrationName}`,
        details: { linked: links.links.filter(({ action }) => action === 'EXISTING').length, made: made.map(({ name }) => name) },
      })
      // What was read under other links or another first day is read again.
      return {
        ...orders,
        sends,
        probe,
        probedOn: at,
        readUntil: null,
        readAllOn: null,
        scheduledSince: since,
        nextRunOn: since === null ? null : at,
        updatedBy: member.userId,
      }
    },
  })
  for (const { id: workCenterId } of made) await ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })
}

type Made = { readonly id: WorkCenterId; readonly name: string }

async function linksOf(
  tenant: Tenant,
  integrationId: string,
  { choices, places, at }: { readonly choices: readonly LinkChoice[]; readonly places: readonly ExternalPlace[]; readonly at: Date },
): Promise<{ readonly links: readonly Omit<StoredLink, 'vanishedOn'>[]; readonly made: readonly Made[] }> {
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const chosen = new Set(choices.map(({ internalId }) => internalId))
  // What was made before is not made again, however often the setup is asked for.
  const linked = new Map((await listLinks(tenant, integrationId)).map((link) => [link.externalId, link.workCenterId]))
  const links: Omit<StoredLink, 'vanishedOn'>[] = []
  const made: Made[] = []
  for (const { externalId, action, internalId } of choices) {
    const place = placeOf.get(externalId)
    if (place === undefined) continue
    const link = { externalId, externalCode: place.code, externalName: place.name }
    if (action === 'IGNORE') links.push({ ...link, action: 'IGNORE', workCenterId: null })
    else if (action === 'EXISTING')
      links.push({ ...link, action: 'EXISTING', workCenterId: internalId === null ? null : asId<WorkCenterId>(internalId) })
    else {
      const known = linked.get(externalId) ?? null
      if (known !== null && !chosen.has(known)) links.push({ ...link, action: 'EXISTING', workCenterId: known })
      else {
        const name = place.name.trim().slice(0, NAME_MAX) || externalId
        // It waits for a device.
        const { id } = await insertWorkCenter(tenant, { name, deviceId: null, activeSince: at.getTime() })
        made.push({ id, name })
        links.push({ ...link, action: 'EXISTING', workCenterId: id })
      }
    }
  }
  return { links, made }
}
