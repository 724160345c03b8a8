import { guardOf } from '#engine/access/routeGuards.ts'
import type { FaqEntry } from '#engine/faq/faqEntry.ts'
import type { FaqIndex, FaqReader } from '#engine/faq/faqSearch.ts'

type PageName = NonNullable<ReturnType<typeof guardOf>>['page']

/** Entries about one page; null = about all. */
export type FaqGroup = { readonly page: PageName; readonly entries: readonly FaqEntry[] }

/** Returns the product's entries that the reader may use, those about every page first, then page by page as they come. */
export function groupedFaq(index: FaqIndex, { readable }: Pick<FaqReader, 'readable'>, ownIds: ReadonlySet<string>): readonly FaqGroup[] {
  const groups = new Map<PageName, FaqEntry[]>([[null, []]])
  for (const { entry } of index.entries) {
    if (ownIds.has(entry.id)) continue
    if (entry.ability !== null && !readable.has(entry.ability)) continue
    const page = entry.screen === null ? null : (guardOf(entry.screen)?.page ?? null)
    groups.set(page, [...(groups.get(page) ?? []), entry])
  }
  return [...groups].map(([page, entries]) => ({ page, entries })).filter(({ entries }) => entries.length > 0)
}
