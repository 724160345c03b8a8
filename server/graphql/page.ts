import { Refusal } from '#server/refusal.ts'
import { builder } from './builder.ts'

export const MAX_PAGE_SIZE = 1000

export type PageRequest = { readonly page: number; readonly size: number }
export type Page<Item> = PageRequest & { readonly items: readonly Item[]; readonly totalItems: number }

type ObjectType<Item> = ReturnType<ReturnType<typeof builder.objectRef<Item>>['implement']>

/** Returns the type of a paged answer of the item type. */
export function pageType<Item>(name: string, item: ObjectType<Item>) {
  return builder.objectRef<Page<Item>>(name).implement({
    fields: (t) => ({
      current: t.exposeInt('page'),
      hasNext: t.boolean({ resolve: (page) => page.page * page.size < page.totalItems }),
      hasPrevious: t.boolean({ resolve: (page) => page.page > 1 }),
      items: t.field({ type: [item], resolve: (page) => [...page.items] }),
      size: t.exposeInt('size'),
      totalItems: t.exposeInt('totalItems'),
    }),
  })
}

/** Returns the page asked for; refuses a page below 1 and a size outside 1 to 1000. */
export function checkedPage(args: PageRequest): PageRequest {
  if (args.page < 1) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'page', params: { value: args.page, min: 1 } })
  if (args.size < 1 || args.size > MAX_PAGE_SIZE) {
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'size', params: { value: args.size, min: 1, max: MAX_PAGE_SIZE } })
  }
  return { page: args.page, size: args.size }
}
