/** Which part of a list that the server divides into pages is shown. */
export type ListPaging = {
  readonly page: number
  readonly size: number
  readonly total: number
  /** There may be more than that. */
  readonly isTotalExact: boolean
  readonly onPage: (page: number) => void
}

/** A page of a list as the server answers it; without `isTotalExact` its total is exact. */
type AnsweredPage = {
  readonly current: number
  readonly size: number
  readonly totalItems: number
  readonly isTotalExact?: boolean
}

type ChangePage = (next: { readonly page: number }, options: { readonly isStep: boolean }) => void

/** Returns the pages of a list for its view, where another page is a step of the history; nothing before the first answer. */
export function pagingOf(page: AnsweredPage | null | undefined, change: ChangePage): { readonly paging?: ListPaging } {
  if (page == null) return {}
  return {
    paging: {
      page: page.current,
      size: page.size,
      total: page.totalItems,
      isTotalExact: page.isTotalExact ?? true,
      onPage: (number) => change({ page: number }, { isStep: true }),
    },
  }
}
