import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { RecordsChange } from '#engine/event/recordsChange.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import type { HeldBy } from '#engine/notification/preference.ts'
import type { Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { addEmailJob, queueDeliveries } from './delivery.service.ts'
import type { NewDelivery, Wake } from './delivery.store.ts'
import { deleteEpisodes, insertEpisodes, updateEpisodes } from './episode.store.ts'
import type { EpisodeImage, EpisodeRow } from './episode.store.ts'
import { readCompanyPeople } from './people.store.ts'
import type { CompanyPeople } from './people.store.ts'
import { addPushJob, queuePushes, queueWithdrawals } from './push/sendPushes.service.ts'
import { insertReceipts, listCopies, renewReceipts } from './receipt.store.ts'
import type { NewReceipt } from './receipt.store.ts'
import { tellWebhooks } from './tellWebhooks.service.ts'
import type { WebhookTelling } from './tellWebhooks.service.ts'

/** A person's copy, and when they are sent the notification by which way; null = not by it. */
export type Copy = {
  readonly userId: UserId
  readonly heldBy: HeldBy | null
  readonly hasDevice: boolean
  readonly pushAt: number | null
  readonly emailAt: number | null
}

/** A step of a notification that is told; 0 = the first. News are sent also to who has a copy. */
export type StepTelling = {
  readonly notificationId: string
  readonly type: NotificationType
  readonly step: number
  readonly isNews: boolean
  readonly copies: readonly Copy[]
}

/**
 * What work centers of one company that are evaluated in one transaction change and tell: gathered while they are evaluated, and written in sets at the end, so
 * that a storm costs a few statements. People are read once; jobs are added, and pages told, once.
 */
export type TellingBatch = {
  people(tenant: Tenant): Promise<CompanyPeople>
  /** Keeps how an episode stands now; a new one has an id that none has. */
  keep(workCenterId: WorkCenterId, row: EpisodeRow, options?: { readonly isNew: boolean }): void
  /** Removes an episode that nobody was shown. */
  remove(id: string): void
  tell(telling: StepTelling): void
  tellWebhooks(telling: WebhookTelling): void
  /** Has the notification replaced on devices that show it: it did not happen. */
  withdraw(id: string): void
  addChange(change: RecordsChange): void
  /** Writes all of it, adds the jobs and tells the pages, in the transaction of the batch. */
  finish(tenant: Tenant): Promise<void>
}

/** A job that starts sooner may be done before this transaction ends: it is added once more. */
const SOON_MS = 2_000

/** Returns an empty batch. `known` are jobs that earlier batches of the round added: those that wait are not added again. */
export function startTellingBatch({ known, now }: { readonly known: ReadonlySet<string>; readonly now: number }): TellingBatch & {
  readonly added: ReadonlySet<string>
} {
  let people: Promise<CompanyPeople> | null = null
  const images = new Map<string, EpisodeImage & { readonly isNew: boolean }>()
  const removed: string[] = []
  const tellings: StepTelling[] = []
  const ofWebhooks: WebhookTelling[] = []
  const withdrawn: string[] = []
  const changes: RecordsChange[] = []
  const jobs = new Map<string, (tenant: Tenant) => Promise<void>>()
  const add = (kind: string, wakes: readonly Wake[], job: (tenant: Tenant, userId: UserId, at: number) => Promise<void>): void => {
    for (const { userId, at } of wakes) {
      const key = `${kind}/${userId}/${at}`
      if (!known.has(key) || at - now < SOON_MS) jobs.set(key, (tenant) => job(tenant, userId, at))
    }
  }
  const write = async (tenant: Tenant): Promise<void> => {
    const all = [...images.values()]
    const fresh = all.filter(({ isNew }) => isNew)
    await deleteEpisodes(tenant, removed)
    await insertEpisodes(tenant, fresh)
    await updateEpisodes(
      tenant,
      all.filter(({ isNew }) => !isNew),
    )
    const made = new Set(fresh.map(({ row }) => row.id))
    const { pushes, emails } = await storeCopies(tenant, tellings, { made, now })
    add('PUSH', [...(await queuePushes(tenant, pushes, now)), ...(await queueWithdrawals(tenant, withdrawn, now))], addPushJob)
    add('EMAIL', await queueDeliveries(tenant, emails, now), addEmailJob)
    await tellWebhooks(tenant, ofWebhooks, now)
  }
  return {
    people: (tenant) => (people ??= readCompanyPeople(tenant)),
    keep: (workCenterId, row, { isNew } = { isNew: false }) => {
      const before = images.get(row.id)
      images.set(row.id, { workCenterId, row, changes: (before?.changes ?? 0) + 1, isNew: before?.isNew ?? isNew })
    },
    remove: (id) => void removed.push(id),
    tell: (telling) => void tellings.push(telling),
    tellWebhooks: (telling) => void ofWebhooks.push(telling),
    withdraw: (id) => void withdrawn.push(id),
    addChange: (change) => void changes.push(change),
    finish: async (tenant) => {
      await write(tenant)
      // In one order everywhere: two processes that add the same ones never wait for each other.
      for (const [, job] of [...jobs].toSorted(([one], [other]) => (one < other ? -1 : 1))) await job(tenant)
      if (changes.length > 0) await notifyRecordsChanged(tenant, changes)
    },
    get added() {
      return new Set(jobs.keys())
    },
  }
}

type Stored = { readonly made: ReadonlySet<string>; readonly now: number }

/**
 * Stores the copies of the steps in their order; returns what their people are sent: those who had none, those who were sent nothing of theirs as it came and
 * went, and where it is news all of them. `made` are notifications of this batch, of which nobody has a copy.
 */
async function storeCopies(tenant: Tenant, tellings: readonly StepTelling[], { made, now }: Stored) {
  const older = tellings
    .filter(({ step, notificationId }) => step > 0 && !made.has(notificationId))
    .map(({ notificationId }) => notificationId)
  const known = new Map((await listCopies(tenant, [...new Set(older)])).map((copy) => [keyOf(copy), copy.isUnsent]))
  // It sends nothing, so that nobody there has a way.
  const isDemo = tenant.companyId === DEMO_COMPANY_ID
  const receipts: NewReceipt[] = []
  const again: { readonly notificationId: string; readonly userId: UserId }[] = []
  const pushes: NewDelivery[] = []
  const emails: NewDelivery[] = []
  for (const { notificationId, type, step, isNews, copies } of tellings)
    for (const { userId, heldBy, hasDevice, pushAt, emailAt } of copies) {
      const of = { notificationId, userId }
      const isUnsent = known.get(keyOf(of))
      if (isUnsent === undefined) receipts.push({ ...of, type, firedAt: now, step, heldBy })
      else if (isNews) again.push(of)
      const isSent = !isDemo && (isNews || (isUnsent ?? true))
      if (isSent && pushAt !== null) pushes.push({ ...of, step, at: pushAt })
      if (isSent && emailAt !== null) emails.push({ ...of, step, at: emailAt })
      const hasMessage = isSent && (emailAt !== null || (pushAt !== null && hasDevice))
      known.set(keyOf(of), (isUnsent ?? heldBy === 'CAP') && !hasMessage)
    }
  await insertReceipts(tenant, receipts)
  await renewReceipts(tenant, again)
  return { pushes, emails }
}

function keyOf({ notificationId, userId }: { readonly notificationId: string; readonly userId: UserId }): string {
  return `${notificationId}/${userId}`
}
