import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Topic } from '#server/event/topic.ts'

/** A public page was opened or closed. */
export type PublicAccessChange = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** Where changes of public pages are published after their commit. Other processes look up every few seconds which of the pages that they show are still open. */
export type PublicAccessChanges = Topic<PublicAccessChange>
