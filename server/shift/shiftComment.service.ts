import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { problemOfShiftComment } from '#engine/shift/mayEditShift.ts'
import type { Database } from '#server/db/database.ts'
import { asReader } from '#server/recalculation/ingestPort.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { Refusal } from '#server/refusal.ts'
import { findShift } from './shift.store.ts'
import type { StoredShift } from './shift.store.ts'
import { commentRow, lockShifts } from './shiftConfirmation.store.ts'

const MAX_COMMENT = 2000

type Commenter = { readonly companyId: CompanyId; readonly userId: UserId; readonly role: Role }

/**
 * Returns the shift with the comment, empty for none, and its figures of now. Allowed for people who may confirm, and operators (G-23). Refuses others with FORBIDDEN, a
 * hidden shift, a confirmed one, an older version and a comment over 2000 characters.
 */
export async function commentShift(
  deps: { readonly database: Database; readonly ingest: Pick<IngestPort, 'settle'> },
  member: Commenter,
  visible: ReadonlySet<number> | null,
  change: { readonly id: number; readonly comment: string | null; readonly version?: number | null | undefined },
): Promise<StoredShift> {
  const comment = checkedComment(change.comment)
  const commented = await deps.database.inTenant(member.companyId, async (tenant) => {
    const [shift] = await lockShifts(tenant, [change.id])
    if (shift === undefined || (visible !== null && !visible.has(shift.workCenterId))) {
      throw new Refusal({ code: 'SHIFT_NOT_FOUND', params: { id: change.id } })
    }
    const grants = grantsOf(abilitiesOf(member.role, member.companyId))
    const problem = problemOfShiftComment({ grants, role: member.role }, shift, change.version ?? null)
    if (problem !== null) throw new Refusal(problem)
    return await commentRow(tenant, shift.id, comment)
  })
  const { workCenterId, shift } = commented
  const now = await deps.database.inTenant(member.companyId, (tenant) =>
    findShift(asReader(tenant, deps.ingest), workCenterId, shift.start),
  )
  return now ?? commented
}

/** Returns the comment without blanks around it, null for an empty one; refuses one over 2000 characters. */
export function checkedComment(comment: string | null): string | null {
  const trimmed = comment?.trim() || null
  if (trimmed !== null && trimmed.length > MAX_COMMENT) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 0, max: MAX_COMMENT } })
  }
  return trimmed
}
