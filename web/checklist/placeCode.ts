import { CHECKLISTS_SEARCH } from './checklistsSearch.ts'

/** Returns what the code on a machine says: the address of what is due there. */
export function placeCode(origin: string, workCenterId: number): string {
  const address = new URL('/checklists', origin)
  for (const [name, value] of Object.entries(CHECKLISTS_SEARCH.write({ wc: [workCenterId] }))) address.searchParams.set(name, value)
  return address.href
}
