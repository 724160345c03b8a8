import { MAX_COUNTED } from '#server/boundedCount.ts'
import { Refusal } from '#server/refusal.ts'
import { builder } from './builder.ts'

export const MAX_PAGE_SIZE = 1000

export type PageRequest = { readonly page: number; readonly size: number }
export type Page<Item> = PageRequest & {
  readonly items: readonly Item[]
  readonly totalItems: number
  /** Needed where `totalItems` is bounded; else it follows from that. */
  readonly hasNext?: boolean
}

type ObjectType<Item> = ReturnType<ReturnType<typeof builder.objectRef<Item>>['implement']>

/** Returns the type of a paged answer of the item type; a bounded one says whether its total is exact. */
export function pageType<Item>(name: string, item: ObjectType<Item>, { isBounded = false }: { readonly isBounded?: boolean } = {}) {
  return builder.objectRef<Page<Item>>(name).implement({
    fields: (t) => ({
      current: t.exposeInt('page'),
      hasNext: t.boolean({ resolve: (page) => page.hasNext ?? page.page * page.size < page.totalItems }),
      hasPrevious: t.boolean({ resolve: (page) => page.page > 1 }),
      items: t.field({ type: [item], resolve: (page) => [...page.items] }),
      size: t.exposeInt('size'),
      totalItems: t.exposeInt('totalItems'),
      ...(isBounded && {
        isTotalExact: t.boolean({
          description: `false = there are more than ${MAX_COUNTED}: totalItems is one above that.`,
          resolve: (page) => page.totalItems <= MAX_COUNTED,
        }),
      }),
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

const SortDirectionEnum = builder.enumType('SortDirection', { values: ['ASC', 'DESC'] as const })

type OrderArgs<Field extends string> = { readonly field: Field; readonly direction: 'ASC' | 'DESC' }

/** Returns the input type of an order by one of the fields. */
export function orderInput<const Field extends string>(name: string, fields: readonly Field[]) {
  const FieldEnum = builder.enumType(`${name}Field`, { values: fields })
  return builder.inputType(name, {
    fields: (t) => ({
      field: t.field({ type: FieldEnum, required: true }),
      direction: t.field({ type: SortDirectionEnum, required: true, defaultValue: 'ASC' }),
    }),
  })
}

/** Returns the order asked for, or the usual one. */
export function checkedOrder<Field extends string>(
  args: OrderArgs<Field> | null | undefined,
  usual: { readonly field: Field; readonly isDescending: boolean },
): { readonly field: Field; readonly isDescending: boolean } {
  return args == null ? usual : { field: args.field, isDescending: args.direction === 'DESC' }
}
