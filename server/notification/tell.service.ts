import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Step } from '#engine/notification/escalation.ts'
import { flappingOf } from '#engine/notification/flapping.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import { worseOf } from '#engine/notification/notificationType.ts'
import { heldUntil, isReached, wantsEmail, wantsPush } from '#engine/notification/preference.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import { administratorsOf, recipientsOf } from '#engine/notification/recipients.ts'
import { emailDueAt } from '#engine/notification/channel/emailDueAt.ts'
import type { Tenant } from '#server/db/database.ts'
import type { EpisodeRow } from './episode.store.ts'
import { recipientsAt } from './people.store.ts'
import type { Recipient } from './people.store.ts'
import type { TellingBatch } from './tellingBatch.ts'
import type { ToldPlace } from './tellWebhooks.service.ts'

type Told = ToldPlace & {
  readonly step: Step
  /** 0 = the first. */
  readonly place: number
  /** All of them, those that were told in front. */
  readonly steps: readonly Step[]
  /** As it stands now. */
  readonly row: EpisodeRow
  readonly worst: Severity
  readonly now: number
  /** Whether it stands in the inbox alone as long as it comes and goes. */
  readonly isMuted: boolean
  /** Whether it stands in the inbox alone, however long it lasts. */
  readonly isShownOnly: boolean
}

/**
 * Has the batch put the notification into the inboxes of the step's audience and queue what they are sent. Returns the notification as it stands then, how
 * severe it is with this step, and whether anybody of them hears it: not in quiet hours or a pause, nor with neither e-mails nor a browser for it. Who was told by an
 * earlier step keeps one copy, and is sent nothing more of it unless it became more severe.
 */
export async function tellStep(
  tenant: Tenant,
  told: Told,
  batch: TellingBatch,
): Promise<{ readonly row: EpisodeRow; readonly worst: Severity; readonly isHeard: boolean }> {
  const { step, place, steps, workCenterId, workCenter, zone, worst, now, isMuted, isShownOnly } = told
  const severity = place === 0 ? step.severity : worseOf(worst, step.severity)
  const row = { ...told.row, steps, toldSteps: place + 1, severity }
  batch.keep(workCenterId, row)
  const members = recipientsAt(await batch.people(tenant), workCenterId)
  const meant = recipientsOf(step, members)
  const ids = new Set(meant.length > 0 ? meant : administratorsOf(members))
  const copies = members.filter(({ userId }) => ids.has(userId)).map((member) => copyOf(member, { row, now, isMuted, isShownOnly }))
  const isNews = place === 0 || severity !== worst
  // What is late and over is read, not sent; of what comes and goes others are told when it stays.
  if (!isMuted && !isShownOnly && !isLate(row))
    batch.tellWebhooks({ row, workCenterId, workCenter, zone, event: 'FIRED', configId: step.configId, isNews })
  batch.tell({ notificationId: row.id, type: row.type, step: place, isNews, copies })
  // It sends nothing, so that nobody there has a way.
  const isDemo = tenant.companyId === DEMO_COMPANY_ID
  const isHeard =
    isMuted || isShownOnly || copies.some((one) => one.heldBy !== 'QUIET' && one.heldBy !== 'PAUSED' && (isDemo || one.isReached))
  return { row, worst: severity, isHeard }
}

/**
 * Returns whether the condition came and went so often that the episode of the instant is one of those of which nobody is sent anything at first (domain.md
 * AL-12). `times` are when it held, as far as it was told, this one included.
 */
export function comesAndGoes(
  times: readonly { readonly since: number; readonly until: number | null }[],
  since: number,
  now: number,
): boolean {
  const episodes = times.map((one) => ({ ...one, counted: [] }))
  return flappingOf(episodes, now).some((stretch) => since >= stretch.knownAt && stretch.episodes.some((one) => one.since === since))
}

function isLate({ isFoundLate, state }: EpisodeRow): boolean {
  return isFoundLate && state !== 'OPEN'
}

type Telling = Pick<Told, 'isMuted' | 'isShownOnly' | 'now' | 'row'>

function copyOf({ userId, zone, preference, hasDevice }: Recipient, { row, now, isMuted, isShownOnly }: Telling) {
  const { type, severity } = row
  const held = heldUntil(preference, { zone, severity, now })
  // What is late and over is read, not sent.
  const heldBy: HeldBy | null = isLate(row) ? 'LATE' : isShownOnly ? null : isMuted ? 'CAP' : (held?.by ?? null)
  const isSent = !isLate(row) && !isMuted && !isShownOnly
  const isWanted = isSent && wantsEmail(preference, { type, severity })
  const isPushed = isSent && wantsPush(preference, { type, severity })
  return {
    userId,
    heldBy,
    hasDevice,
    isReached: isReached(preference, { type, severity, hasDevice }),
    pushAt: isPushed ? (held?.until ?? now) : null,
    emailAt: isWanted ? emailDueAt({ toldAt: now, heldUntil: held?.until ?? null, isUnheard: false }) : null,
  }
}
