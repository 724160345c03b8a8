import type { Viewer } from '#web/api/viewer.ts'

/** Kept per tab: a removed person may pass through the sign-in first. */
const KEY = 'trueline.companyShown'

type Shown = { readonly userId: string; readonly id: string; readonly name: string }

/** Returns the name of the company that this tab showed the person before and that they left, else null; stores the present one. */
export function lostCompany(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  { id: userId, company, companies }: Pick<Viewer, 'id' | 'company' | 'companies'>,
): string | null {
  const before = shownBefore(storage.getItem(KEY))
  if (company === null) storage.removeItem(KEY)
  else storage.setItem(KEY, JSON.stringify({ userId, id: company.id, name: company.name } satisfies Shown))
  const isLost = before?.userId === userId && !companies.some(({ id }) => id === before.id)
  return isLost ? before.name : null
}

function shownBefore(text: string | null): Shown | null {
  if (text === null) return null
  const kept: unknown = JSON.parse(text)
  return isShown(kept) ? kept : null
}

/** Only written here, above. */
function isShown(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && 'userId' in value && 'id' in value && 'name' in value
}
