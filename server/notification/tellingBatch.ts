import type { UserId } from '#engine/ids.ts'
import type { RecordsChange } from '#engine/event/recordsChange.ts'
import type { Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { addEmailJob } from './delivery.service.ts'
import { readCompanyPeople } from './people.store.ts'
import type { CompanyPeople } from './people.store.ts'
import { addPushJob } from './push/sendPushes.service.ts'

/** Somebody has a message or an e-mail that is due then. */
type Wake = { readonly userId: UserId; readonly at: number }

/** What work centers of one company that are evaluated in one transaction share: its people are read once, and jobs and pages are told once at its end. */
export type TellingBatch = {
  people(tenant: Tenant): Promise<CompanyPeople>
  addPushes(wakes: readonly Wake[]): void
  addEmails(wakes: readonly Wake[]): void
  addChange(change: RecordsChange): void
  /** Adds the jobs and tells the pages, in the transaction of the batch. */
  finish(tenant: Tenant): Promise<void>
}

/** A job that starts sooner may be done before this transaction ends: it is added once more. */
const SOON_MS = 2_000

/** Returns an empty batch. `known` are jobs that earlier batches of the round added: those that wait are not added again. */
export function startTellingBatch({ known, now }: { readonly known: ReadonlySet<string>; readonly now: number }): TellingBatch & {
  readonly added: ReadonlySet<string>
} {
  let people: Promise<CompanyPeople> | null = null
  const jobs = new Map<string, (tenant: Tenant) => Promise<void>>()
  const changes: RecordsChange[] = []
  const add = (kind: string, wakes: readonly Wake[], job: (tenant: Tenant, userId: UserId, at: number) => Promise<void>): void => {
    for (const { userId, at } of wakes) {
      const key = `${kind}/${userId}/${at}`
      if (!known.has(key) || at - now < SOON_MS) jobs.set(key, (tenant) => job(tenant, userId, at))
    }
  }
  return {
    people: (tenant) => (people ??= readCompanyPeople(tenant)),
    addPushes: (wakes) => add('PUSH', wakes, addPushJob),
    addEmails: (wakes) => add('EMAIL', wakes, addEmailJob),
    addChange: (change) => void changes.push(change),
    finish: async (tenant) => {
      // In one order everywhere: two processes that add the same ones never wait for each other.
      for (const [, job] of [...jobs].toSorted(([one], [other]) => (one < other ? -1 : 1))) await job(tenant)
      if (changes.length > 0) await notifyRecordsChanged(tenant, changes)
    },
    get added() {
      return new Set(jobs.keys())
    },
  }
}
