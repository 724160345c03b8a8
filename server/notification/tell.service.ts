import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Step } from '#engine/notification/escalation.ts'
import { flappingOf } from '#engine/notification/flapping.ts'
import { FLAPPING_LOOK_BACK_MS } from '#engine/notification/inboxGroups.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import { worseOf } from '#engine/notification/notificationType.ts'
import { heldUntil, isReached, wantsEmail, wantsPush } from '#engine/notification/preference.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import { administratorsOf, recipientsOf } from '#engine/notification/recipients.ts'
import { emailDueAt } from '#engine/notification/channel/emailDueAt.ts'
import type { Tenant } from '#server/db/database.ts'
import { listToldTimes, noteTold } from './episode.store.ts'
import type { EpisodeRow } from './episode.store.ts'
import { insertReceipts, listUnsent } from './receipt.store.ts'
import { recipientsAt } from './people.store.ts'
import type { Recipient } from './people.store.ts'
import { queueDeliveries } from './delivery.service.ts'
import { queuePushes } from './push/sendPushes.service.ts'
import type { TellingBatch } from './tellingBatch.ts'
import { tellWebhooksOfRule } from './tellWebhooks.service.ts'

type Told = {
  readonly id: string
  readonly step: Step
  /** 0 = the first. */
  readonly place: number
  /** All of them, those that were told in front. */
  readonly steps: readonly Step[]
  readonly row: EpisodeRow
  readonly workCenterId: WorkCenterId
  readonly state: string
  readonly worst: Severity
  readonly now: number
  /** Whether it stands in the inbox alone as long as it comes and goes. */
  readonly isMuted: boolean
  /** Whether it stands in the inbox alone, however long it lasts. */
  readonly isShownOnly: boolean
}

/**
 * Puts the notification into the inboxes of the step's audience and queues what they are sent, in the caller's transaction; the batch adds the jobs. Returns how severe it is with
 * this step, and whether anybody of them hears it: not in quiet hours or a pause, nor with neither e-mails nor a browser for it. Who was told by an earlier step keeps one copy, and is sent nothing more of it unless it became more severe.
 */
export async function tellStep(
  tenant: Tenant,
  told: Told,
  batch: TellingBatch,
): Promise<{ readonly worst: Severity; readonly isHeard: boolean }> {
  const { id, step, place, steps, row, workCenterId, state, worst, now, isMuted, isShownOnly } = told
  const severity = place === 0 ? step.severity : worseOf(worst, step.severity)
  await noteTold(tenant, id, { steps, toldSteps: place + 1, severity })
  const members = recipientsAt(await batch.people(tenant), workCenterId)
  const meant = recipientsOf(step, members)
  const ids = new Set(meant.length > 0 ? meant : administratorsOf(members))
  const copies = members
    .filter(({ userId }) => ids.has(userId))
    .map((member) => copyOf(member, { row, severity, state, now, isMuted, isShownOnly }))
  const isNews = place === 0 || severity !== worst
  // What is late and over is read, not sent; of what comes and goes others are told when it stays.
  if (!isMuted && !isShownOnly && !(row.isFoundLate && state !== 'OPEN'))
    await tellWebhooksOfRule(tenant, id, { configId: step.configId, isNews, now })
  // Before the first step nobody has a copy.
  const unsent = place === 0 ? new Set() : await listUnsent(tenant, id)
  // It sends nothing, so that nobody there has a way.
  const isDemo = tenant.companyId === DEMO_COMPANY_ID
  const fresh = await insertReceipts(tenant, id, { step: place, firedAt: now, isNews }, copies)
  const heard = copies.filter(({ userId }) => !isDemo && (isNews || fresh.has(userId) || unsent.has(userId)))
  const of = { notificationId: id, step: place, queuedAt: now }
  const pushes = heard.flatMap(({ userId, pushAt }) => (pushAt === null ? [] : [{ userId, at: pushAt }]))
  batch.addPushes(await queuePushes(tenant, of, pushes))
  const emails = heard.flatMap(({ userId, emailAt }) => (emailAt === null ? [] : [{ userId, at: emailAt }]))
  batch.addEmails(await queueDeliveries(tenant, of, emails))
  const isHeard =
    isMuted || isShownOnly || copies.some((one) => one.heldBy !== 'QUIET' && one.heldBy !== 'PAUSED' && (isDemo || one.isReached))
  return { worst: severity, isHeard }
}

/** Returns whether the condition came and went so often that this episode is one of those of which nobody is sent anything at first (domain.md AL-12). */
export async function comesAndGoes(
  tenant: Tenant,
  { workCenterId, conditionKey, since, now }: Pick<EpisodeRow, 'conditionKey' | 'since'> & Pick<Told, 'now' | 'workCenterId'>,
): Promise<boolean> {
  const times = await listToldTimes(tenant, { workCenterId, conditionKey, since: since - FLAPPING_LOOK_BACK_MS })
  const episodes = times.map((one) => ({ ...one, counted: [] }))
  return flappingOf(episodes, now).some((stretch) => since >= stretch.knownAt && stretch.episodes.some((one) => one.since === since))
}

type Telling = {
  readonly row: EpisodeRow
  readonly severity: Severity
  readonly state: string
  readonly now: number
} & Pick<Told, 'isMuted' | 'isShownOnly'>

function copyOf(member: Recipient, { row, severity, state, now, isMuted, isShownOnly }: Telling) {
  const { userId, zone, preference, hasDevice } = member
  const held = heldUntil(preference, { zone, severity, now })
  // What is late and over is read, not sent.
  const isLate = row.isFoundLate && state !== 'OPEN'
  const heldBy: HeldBy | null = isLate ? 'LATE' : isShownOnly ? null : isMuted ? 'CAP' : (held?.by ?? null)
  const isSent = !isLate && !isMuted && !isShownOnly
  const isWanted = isSent && wantsEmail(preference, { type: row.type, severity })
  const isPushed = isSent && wantsPush(preference, { type: row.type, severity })
  return {
    userId,
    heldBy,
    isReached: isReached(preference, { type: row.type, severity, hasDevice }),
    pushAt: isPushed ? (held?.until ?? now) : null,
    emailAt: isWanted ? emailDueAt({ toldAt: now, heldUntil: held?.until ?? null, isUnheard: false }) : null,
  }
}
