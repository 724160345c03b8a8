import type { Reach, SourceFile } from './sourceFile.ts'
import type { Violation } from './importTable.ts'
import { placeOf, type Place } from './place.ts'

/** Forbidden in the engine: a clock, chance, and anything that does I/O. Time is an input. */
const IMPURE =
  /^(Date\.now|new Date\(\)|Math\.random|Temporal\.Now|process(\..+)?|performance(\..+)?|crypto(\..+)?|globalThis(\..+)?|console(\..+)?|window(\..+)?|document(\..+)?|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|require|WebSocket|localStorage)$/

const ENVIRONMENT = /^process(\.env|\.\?)?$/

/** The only folder that knows time zones. */
const CALENDAR = 'engine/time/'

/** Words that say nothing about what is inside. */
const EMPTY_NAMES = /(^|[a-z0-9_-])(utils?|helpers?|commons?|misc|managers?|index|data\d)$/i

/** Sizes at which to look twice, in lines. */
const LOOK_TWICE: readonly { readonly what: string; readonly limit: number; readonly is: (place: Place) => boolean }[] = [
  { what: 'engine file', limit: 150, is: (place) => place.layer === 'engine' },
  { what: 'component', limit: 200, is: (place) => place.path.endsWith('.tsx') },
  { what: 'file', limit: 250, is: () => true },
]

/** Returns every reach of the files that the house forbids: a clock in the engine, the environment outside the configuration, zones outside the calendar. */
export function reachViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const place = placeOf(file.path)
    return [...file.reaches, ...importedEnvironment(file)].flatMap(({ name, line }) => {
      const message = refuseReach(place, name)
      return message === null ? [] : [{ path: file.path, line, message: `reaches ${name}: ${message}` }]
    })
  })
}

/** `import { env } from 'node:process'` reaches the environment like `process.env` does. */
function importedEnvironment(file: SourceFile): Reach[] {
  return file.imports
    .filter(({ target, names }) => /^(node:)?process$/.test(target) && names.some((name) => ['env', 'default', '*'].includes(name)))
    .map(({ line }) => ({ name: 'process.env', line }))
}

function refuseReach(place: Place, name: string): string | null {
  if (place.isTest) return null
  if (place.layer === 'engine' && IMPURE.test(name)) return 'the engine has no clock, no chance and no I/O'
  if (place.layer === 'engine' && name.startsWith('Temporal') && !place.path.startsWith(CALENDAR)) return `zones live only in ${CALENDAR}`
  const readsEnvironment = ['tools', 'bench', 'e2e', 'sim'].includes(place.layer) || place.folder === 'testing'
  if (ENVIRONMENT.test(name) && !readsEnvironment && place.path !== 'server/config.ts') return 'only server/config.ts reads the environment'
  return null
}

/** Returns the files with empty names, and barrels. */
export function nameViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const empty = file.path.split('/').find((part) => EMPTY_NAMES.test(part.replace(/(\.[a-zA-Z]+)+$/, '')))
    if (empty !== undefined) return [{ path: file.path, line: 1, message: `is named ${empty}, which says nothing about what is inside` }]
    return file.isBarrel ? [{ path: file.path, line: 1, message: 'only passes on what other files export' }] : []
  })
}

/** Returns the exported functions without a sentence; stories and benches are exempt. */
export function sentenceViolations(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => !/^(e2e|bench)\//.test(path) && !placeOf(path).isTest)
    .flatMap(({ path, undocumented }) => undocumented.map((line) => ({ path, line, message: 'exports a function without a sentence' })))
}

/** Returns the files that are longer than the size at which to look twice, longest first; tests and tools are left out. */
export function longFiles(files: readonly SourceFile[]): { readonly path: string; readonly lines: number; readonly limit: number }[] {
  return files
    .map((file) => ({ path: file.path, lines: file.lines, place: placeOf(file.path) }))
    .filter(({ place }) => !place.isTest)
    .map(({ path, lines, place }) => ({ path, lines, limit: LOOK_TWICE.find((size) => size.is(place))?.limit ?? Infinity }))
    .filter(({ lines, limit }) => lines > limit)
    .toSorted((left, right) => right.lines - left.lines)
}
