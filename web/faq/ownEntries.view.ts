import { guardOf } from '#engine/access/routeGuards.ts'

type PageName = NonNullable<NonNullable<ReturnType<typeof guardOf>>['page']>

/** Returns the screens by the names of their pages, each page once: that of the page itself, not of one of its things. */
export function screenChoices(paths: readonly string[]): readonly { readonly path: string; readonly page: PageName }[] {
  const byPage = new Map<PageName, string>()
  for (const path of paths) {
    const page = guardOf(path)?.page ?? null
    if (page !== null && !byPage.has(page)) byPage.set(page, path)
  }
  return [...byPage].map(([page, path]) => ({ path, page }))
}
