import type { CompanyRecordsChange } from '#engine/event/recordsChange.ts'
import type { Database } from '#server/db/database.ts'
import { openListener } from '#server/db/listener.ts'
import type { Logger } from '#server/log.ts'
import { readRecordsMessage, RECORDS_CHANNEL } from './notifyRecords.ts'
import { createTopic } from './topic.ts'

/** What a process hears of changed records; `missed` = some may have gone unheard, so whatever is shown is asked again. */
export type RecordsNews = { readonly missed: false; readonly changes: readonly CompanyRecordsChange[] } | { readonly missed: true }

export type RecordsFeed = {
  subscribe(hear: (news: RecordsNews) => void): () => void
  close(): Promise<void>
}

/** Returns the feed of changed records from all processes. What was committed while its connection was lost counts as missed. */
export async function openRecordsFeed({ database, log }: { readonly database: Database; readonly log: Logger }): Promise<RecordsFeed> {
  const topic = createTopic<RecordsNews>()
  const listener = await openListener({
    database,
    log,
    channel: RECORDS_CHANNEL,
    hear: (payload) => topic.publish({ missed: false, changes: readRecordsMessage(payload) }),
    onMissed: () => topic.publish({ missed: true }),
  })
  return { subscribe: topic.subscribe, close: () => listener.close() }
}
