import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Topic } from '#server/event/topic.ts'

/** Somebody joined or left a company, or has other rights there now. */
export type MemberChange = { readonly companyId: CompanyId; readonly userId: UserId }

/** Where changes of members are published after their commit: what remembers rights for a while forgets them. Other processes see them when what they remember has run out. */
export type MemberChanges = Topic<MemberChange>
