import { createContext, use } from 'react'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import type { Drill, Mark } from './drill.view.ts'

/** A mark of the chart or the table, what it is called, and the parts of it that open their own rows. */
export type NamedMark = {
  readonly mark: Mark
  readonly name: string
  readonly parts: readonly { readonly name: string; readonly mark: Mark }[]
}

/** What can be done with a mark beside opening the rows that it is made of. */
export type MarkActions = {
  readonly drillOf: (mark: Mark) => Drill | null
  /** The question narrowed to it; null = no filter of the page can be. */
  readonly filterOf: (mark: Mark) => AnalyticsSearch | null
  readonly onMenu: (named: NamedMark) => void
}

export const MarkActionsContext = createContext<MarkActions | null>(null)

/** Returns what can be done with marks of this page; null outside of it. */
export function useMarkActions(): MarkActions | null {
  return use(MarkActionsContext)
}

/**
 * Returns what a click on the mark does: opens the rows of the part of it, with Alt narrows the page to the mark, or opens its menu where no filter says it;
 * null = its link is followed (domain.md N-10).
 */
export function clickOn(
  { mark, parts }: NamedMark,
  { drillOf, filterOf }: Pick<MarkActions, 'drillOf' | 'filterOf'>,
  { isAlt, part }: { readonly isAlt: boolean; readonly part: number },
): Drill | 'MENU' | null {
  const own = parts[part]
  if (!isAlt) return own === undefined ? null : drillOf(own.mark)
  const search = filterOf(mark)
  return search === null ? 'MENU' : { to: '/analytics', search }
}
