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
