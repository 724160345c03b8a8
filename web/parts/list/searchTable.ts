import type { SearchMiddleware, SearchSchemaInput } from '@tanstack/react-router'
import type { Codec } from './codecs.ts'

/** Values of the URL state by name. */
export type Codecs = Readonly<Record<string, Codec<unknown>>>

type Values<Table extends Codecs> = { readonly [Key in keyof Table]: Table[Key]['fallback'] }

/** The URL state of a page: a value for each row of its table, and what of the address means nothing, as `name=value`. */
export type Search<Table extends Codecs> = Values<Table> & { readonly invalid: readonly string[] }

/** What a link or a navigation gives; a missing value is the default. */
type SearchInput<Table extends Codecs> = { readonly [Key in keyof Table]?: Table[Key]['fallback'] | undefined } & {
  readonly invalid?: readonly string[]
}

/** The URL state of a page, as a table of codecs. */
export type SearchTable<Table extends Codecs> = {
  /** Returns the state from the texts of an address. */
  read(texts: Readonly<Record<string, unknown>>): Search<Table>
  /** Returns the query parameters of a state: no defaults, and what means nothing only where `invalid` still names it. */
  write(search: SearchInput<Table>): Record<string, string>
  /** Returns the state from the router's search of the page, whose values are typed already. */
  of(search: Readonly<Record<string, unknown>>): Search<Table>
  /** The options of the route. */
  readonly route: {
    readonly validateSearch: (given: SearchInput<Table> & SearchSchemaInput) => Search<Table>
    readonly search: { readonly middlewares: SearchMiddleware<Search<Table>>[] }
  }
}

const NONE: readonly string[] = []

/**
 * Returns the URL state that a table of codecs describes: reading and writing it, and the options with which the router checks links to the page.
 * A value that means nothing is the default and stands in `invalid`, and in the address, until `invalid` is emptied.
 */
export function searchTable<const Table extends Codecs>(table: Table): SearchTable<Table> {
  const rows = Object.entries(table).map(([key, codec]) => ({ key, codec, parameter: codec.parameter ?? key }))

  const read = (given: Readonly<Record<string, unknown>>, isTyped: boolean): Search<Table> => {
    const invalid = new Set<string>(isTyped && Array.isArray(given['invalid']) ? given['invalid'].map(String) : NONE)
    const values = rows.map(({ key, codec, parameter }) => {
      const typed = isTyped && (key !== parameter || typeof given[key] !== 'string') ? given[key] : undefined
      if (typed !== undefined) return [key, typed] as const
      const text = given[parameter]
      if (typeof text !== 'string') return [key, codec.fallback] as const
      const found = codec.read(text)
      if (found.invalid.length > 0) invalid.add(`${parameter}=${found.invalid.join(',')}`)
      return [key, found.value] as const
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each row of the table has given its own value
    return { ...Object.fromEntries(values), invalid: [...invalid] } as Search<Table>
  }

  const write = (given: SearchInput<Table>): Record<string, string> => {
    const search: Readonly<Record<string, unknown>> = read(given, true)
    const texts = new Map<string, string>()
    for (const { key, codec, parameter } of rows) {
      const text = codec.write(search[key])
      if (text !== codec.write(codec.fallback)) texts.set(parameter, text)
    }
    for (const one of given.invalid ?? NONE) {
      const [parameter = '', value = ''] = splitOnce(one)
      const known = texts.get(parameter)
      texts.set(parameter, known === undefined ? value : `${known},${value}`)
    }
    return Object.fromEntries(texts)
  }

  const own = new Set(rows.flatMap(({ key, parameter }) => [key, parameter, 'invalid']))
  const writeText: SearchMiddleware<Search<Table>> = ({ search, next }) => {
    const given = next(search)
    const others = Object.entries(given).filter(([key]) => !own.has(key))
    const texts: object = { ...Object.fromEntries(others), ...write(given) }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router hands on what it then makes the text of the address
    return texts as Search<Table>
  }
  return {
    read: (texts) => read(texts, false),
    write,
    of: (search) => read(search, true),
    route: { validateSearch: (given) => read(given, true), search: { middlewares: [writeText] } },
  }
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}
