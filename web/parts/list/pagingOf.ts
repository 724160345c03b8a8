/** Which part of a list that the server divides into pages is shown. */
export type ListPaging = {
  readonly page: number
  readonly size: number
  readonly total: number
  /** There may be more than that. */
  readonly isTotalExact: boolean
  readonly onPage: (page: number) => void
  /** How many rows a page may have, where that is chosen. */
  readonly sizes?: PageSizes
}

export type PageSizes = { readonly choices: readonly string[]; readonly onSize: (size: string) => void }

/** How many rows a page of a list has, as its address names it; the first is the usual one. */
export const PAGE_SIZES = ['50', '10', '25', '100'] as const

/** A page of a list as the server answers it; without `isTotalExact` its total is exact. */
type AnsweredPage = {
  readonly current: number
  readonly size: number
  readonly totalItems: number
  readonly isTotalExact?: boolean
}

type ChangePage = (next: { readonly page: number }, options: { readonly isStep: boolean }) => void

/** Returns the pages of a list for its view, where another page is a step of the history; nothing before the first answer. */
export function pagingOf(page: AnsweredPage | null | undefined, change: ChangePage, sizes?: PageSizes): { readonly paging?: ListPaging } {
  if (page == null) return {}
  return {
    paging: {
      page: page.current,
      size: page.size,
      total: page.totalItems,
      isTotalExact: page.isTotalExact ?? true,
      onPage: (number) => change({ page: number }, { isStep: true }),
      ...(sizes && { sizes }),
    },
  }
}
