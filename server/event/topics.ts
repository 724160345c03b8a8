import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { createTopic } from './topic.ts'
import type { Topic } from './topic.ts'

/** Somebody joined or left a company, or has other rights there now. */
export type MemberChange = { readonly companyId: CompanyId; readonly userId: UserId }

/** A public page was opened or closed. */
export type PublicAccessChange = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** What the parts of one process tell each other after a commit. Other processes do not hear it. */
export type Topics = {
  /** What remembers rights for a while forgets them. Other processes see the change when what they remember has run out. */
  readonly memberChanges: Topic<MemberChange>
  /** Other processes look up every few seconds which of the pages that they show are still open. */
  readonly publicAccessChanges: Topic<PublicAccessChange>
}

/** Returns the topics of a process, without subscribers. */
export function createTopics(): Topics {
  return { memberChanges: createTopic<MemberChange>(), publicAccessChanges: createTopic<PublicAccessChange>() }
}
