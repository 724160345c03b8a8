import { integrationAfter } from '#engine/integration/integrationState.ts'
import { afterAnswer, isOfConnection } from '#engine/integration/outboxPlan.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { CompanyId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { ConnectorFailure } from './connector/connector.ts'
import type { Connector } from './connector/connector.ts'
import { storedConnector } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { requestLog } from './requestLog.service.ts'
import { enqueueIntegration } from './integrationJob.ts'
import { requireIntegration } from './integration.service.ts'
import { updateIntegration } from './integration.store.ts'
import type { Integration, StoredFailure } from './integration.store.ts'
import { requireLocked, stateColumns } from './integrationWork.service.ts'
import { isWaiting, listDueMessages, putOffOthers, retryMessages, skipMessages, writeAnswer } from './outbox.store.ts'
import type { OutboxMessage } from './outbox.store.ts'

/** So many messages go out before others have their turn. */
const MOST_AT_ONCE = 500
/** A turn takes no longer; what is left waits for the next. */
const TURN_MS = MINUTE_MS
/** Where nobody hears, messages of other orders wait so long. */
const PUT_OFF_MS = MINUTE_MS
const MOST_DECIDED = 500

/**
 * Says to the other system what waits and may go now, message by message, and returns how many were answered. Killed between the saying and the noting
 * it says the figure again, which changes nothing (domain.md IN-7). The first that nobody hears ends the round; so does what the connection itself is
 * refused for, which fails the integration and leaves all messages waiting, and whatever somebody changes of the integration meanwhile.
 */
export async function sendOutbox(
  { database, outbound, now, log: logger }: IntegrationDeps,
  companyId: CompanyId,
  id: string,
  signal?: AbortSignal,
): Promise<number> {
  const integration = await database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
  if (integration.status !== 'CONNECTED' || integration.isDeleted) return 0
  const log = requestLog({ database, outbound, now, log: logger }, companyId, integration)
  const connector = storedConnector({ database, outbound: log.outbound }, companyId, integration)
  return await sendDue({ database, now }, { companyId, integration, connector, signal }).finally(() => log.keep(null))
}

type Sending = {
  readonly companyId: CompanyId
  readonly integration: Integration
  readonly connector: Connector
  readonly signal: AbortSignal | undefined
}

async function sendDue(
  { database, now }: Pick<IntegrationDeps, 'database' | 'now'>,
  { companyId, integration: { id, version }, connector, signal }: Sending,
): Promise<number> {
  const began = performance.now()
  const goesOn = () => signal?.aborted !== true && performance.now() - began < TURN_MS
  const isUnchanged = async () => {
    const found = await database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
    return found.version === version && found.status === 'CONNECTED' && !found.isDeleted
  }
  let sent = 0
  while (sent < MOST_AT_ONCE && goesOn()) {
    const asked = { at: new Date(now()), most: MOST_AT_ONCE - sent }
    const due = await database.inTenant(companyId, (tenant) => listDueMessages(tenant, id, asked))
    if (due.length === 0) break
    for (const message of due) {
      if (!goesOn() || !(await isUnchanged())) return sent
      // Taken back, or left unsaid by a person, since it was read.
      if (!(await database.inTenant(companyId, (tenant) => isWaiting(tenant, message.id)))) continue
      const answer = await say(connector, message, now())
      if ('refused' in answer) {
        await database.inTenant(companyId, (tenant) => failConnection(tenant, id, { version, error: answer.refused, at: new Date(now()) }))
        return sent
      }
      const isUnheard = answer.state === 'WAITING'
      await database.inTenant(companyId, async (tenant) => {
        await writeAnswer(tenant, message, id, answer)
        if (isUnheard) await putOffOthers(tenant, id, message, new Date(now() + PUT_OFF_MS))
      })
      if (isUnheard) return sent
      sent++
    }
  }
  return sent
}

/** Has the integration fail: no message would be heard until somebody changes what is refused. One that was changed meanwhile is asked anew. */
async function failConnection(
  tenant: Tenant,
  id: string,
  { version, error, at }: { readonly version: number; readonly error: StoredFailure; readonly at: Date },
): Promise<void> {
  const integration = await requireLocked(tenant, id)
  if (integration.version !== version || integration.status !== 'CONNECTED') return
  const after = integrationAfter(integration, 'FAILED_FOR_GOOD')
  if (after !== null) await updateIntegration(tenant, id, { ...stateColumns(after), error }, at)
}

/** Returns what became of the message; `refused` = not it, but the connection. */
async function say(
  connector: Connector,
  message: OutboxMessage,
  now: number,
): Promise<Parameters<typeof writeAnswer>[3] | { readonly refused: StoredFailure }> {
  const at = new Date(now)
  const nothing = { error: null, theirs: null, said: null, at }
  try {
    const answer = await connector.post({
      operation: message.operation,
      key: `${message.eventId}/${message.jobOrderId}`,
      externalId: message.externalId,
      figures: { accepted: message.accepted, rejected: message.rejected },
      said: message.said,
      isFirst: message.isFirst,
    })
    switch (answer.kind) {
      case 'DONE':
        return { ...nothing, ...afterAnswer(message, { kind: 'DONE' }, now), said: answer.made }
      case 'CONFLICT':
        return { ...nothing, ...afterAnswer(message, { kind: 'CONFLICT' }, now), theirs: answer.theirs }
      case 'NEEDS_PERSON':
        return { ...nothing, ...afterAnswer(message, { kind: 'FOR_GOOD' }, now), error: { code: answer.code, params: {} } }
    }
  } catch (failure) {
    if (!(failure instanceof ConnectorFailure)) throw failure
    if (!failure.isTransient && isOfConnection(failure)) return { refused: { code: failure.code, params: failure.params } }
    const kind = failure.isTransient ? 'FOR_NOW' : 'FOR_GOOD'
    return { ...nothing, ...afterAnswer(message, { kind }, now), error: { code: failure.code, params: failure.params } }
  }
}

/** Has the messages said again at once; refuses those that are over or unknown. */
export async function retryOutbox(deps: IntegrationDeps, member: IntegrationMember, id: string, ids: readonly number[]): Promise<void> {
  await decide(deps, member, { id, ids, decision: 'retry' })
}

/** Leaves the messages unsaid; what stands over there counts as right from then on. */
export async function skipOutbox(deps: IntegrationDeps, member: IntegrationMember, id: string, ids: readonly number[]): Promise<void> {
  await decide(deps, member, { id, ids, decision: 'skip' })
}

async function decide(
  { database, now }: IntegrationDeps,
  { companyId, userId }: IntegrationMember,
  { id, ids, decision }: { readonly id: string; readonly ids: readonly number[]; readonly decision: 'retry' | 'skip' },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0 || wanted.length > MOST_DECIDED)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 1, max: MOST_DECIDED } })
  await database.inTenant(companyId, async (tenant) => {
    const { name } = await requireIntegration(tenant, id)
    const by = { userId, at: new Date(now()) }
    const decided = await (decision === 'retry' ? retryMessages : skipMessages)(tenant, id, wanted, by)
    const missing = wanted.find((one) => !decided.includes(one))
    if (missing !== undefined) throw new Refusal({ code: 'OUTBOX_NOT_FOUND', field: 'ids', params: { id: missing } })
    await enqueueIntegration(tenant, id)
    const action = decision === 'retry' ? 'RETRY_OUTBOX' : 'SKIP_OUTBOX'
    await writeAudit(tenant, { ...by, action, subject: `integration ${name}`, details: { messages: wanted } })
  })
}
