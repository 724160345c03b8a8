import { apiNameOf } from '#engine/fields/fieldTable.ts'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'

/** The names of settings in the audit log by their names in the API. */
const AUDIT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(WORK_CENTER_FIELDS).map(([key, field]) => [apiNameOf(key, field), key]),
)

export type AuditItem = {
  readonly at: string
  readonly details: string
  readonly user?: { readonly id: string; readonly fullName: string } | null | undefined
}

/** Who changed a field, and when (ISO). */
export type Changer = { readonly name: string; readonly at: string }

/** Returns who changed one of the fields of the work center last, by entries of the audit log that are newest first; null when the log does not tell. */
export function changerOf(items: readonly AuditItem[], workCenterId: number, fields: readonly string[]): Changer | null {
  const names = new Set(fields.map((field) => AUDIT_NAMES.get(field) ?? field))
  for (const { at, details, user } of items) {
    const recorded = parsed(details)
    if (recorded === null || recorded.workCenterId !== workCenterId || !user) continue
    if (Object.keys(recorded.after).some((name) => names.has(name))) return { name: user.fullName, at }
  }
  return null
}

function parsed(details: string): { readonly workCenterId: unknown; readonly after: object } | null {
  try {
    const recorded: unknown = JSON.parse(details)
    if (typeof recorded !== 'object' || recorded === null || !('workCenterId' in recorded) || !('after' in recorded)) return null
    const { workCenterId, after } = recorded
    return typeof after === 'object' && after !== null ? { workCenterId, after } : null
  } catch {
    return null
  }
}
