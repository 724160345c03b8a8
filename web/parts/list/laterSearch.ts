import type { Codecs, SearchTable } from './searchTable.ts'

type RouteOptions = SearchTable<Codecs>['route']
type Given = Readonly<Record<string, unknown>>

/** Options of routes whose pages are loaded, by their paths. */
const loaded = new Map<string, RouteOptions>()

/** Returns the table as it is; from now on the route of this path, made by `laterSearch`, writes links to the page by it. */
export function tableOfPage<const Table extends Codecs>(path: string, table: SearchTable<Table>): SearchTable<Table> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the route of this path calls it, with the values of this table
  loaded.set(path, table.route as unknown as RouteOptions)
  return table
}

/**
 * Returns the options of a route whose table comes with its page, so that the first page does not load the tables of all others. Until then a link's
 * values become the texts that every codec writes, and the address is not judged: the page does that when it reads it.
 */
export function laterSearch<Table extends { readonly route: unknown }>(path: string): Table['route'] {
  const options: RouteOptions = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts, which `useListSearch` reads as well as typed values
    validateSearch: (given) => loaded.get(path)?.validateSearch(given) ?? (given as ReturnType<RouteOptions['validateSearch']>),
    search: {
      middlewares: [
        (context) => {
          const [write] = loaded.get(path)?.search.middlewares ?? []
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router hands on what it then makes the text of the address
          return write === undefined ? (plainTexts(context.next(context.search)) as never) : write(context)
        },
      ],
    },
  }
  return options
}

/** Returns query parameters for values whose table is not loaded: lists joined by commas, 1 for what is on, nothing for what is off or empty. */
export function plainTexts({ invalid: _, ...given }: Given): Record<string, string> {
  const texts = Object.entries(given).map(([key, value]) => [key, plainText(value)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => String(part).replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
