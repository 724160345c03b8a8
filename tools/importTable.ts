import type { Import, SourceFile } from './sourceFile.ts'
import { placeOf, type Place } from './place.ts'

export type Violation = { readonly path: string; readonly line: number; readonly message: string }

/** One row of the import table: the files it covers, and why an import of theirs is refused (null when allowed). */
type Row = {
  readonly name: string
  readonly from: (place: Place) => boolean
  readonly refuse: (from: Place, to: Place, imported: Import) => string | null
}

/** Packages that draw; `web/ui` knows nothing else. */
const DRAWING = /^(react|react-dom|@fontsource.*)$/
/** Lengths of time, and how a language writes a date, are nobody's rules. */
const ENGINE_OF_UI = ['engine/time/dateText.ts', 'engine/time/durations.ts']
/** Widgets that are too large for the first page, and what they are made of. */
const ARIA = /^(react-aria(-components)?|react-stately|@internationalized\/\w+)(\/|$)/
const HTTP = /^(fastify|@fastify\/.+|graphql|graphql-yoga|@pothos\/.+|ws|aedes|mqtt)$/
const SQL = /^(kysely|pg|pg-copy-streams|node-pg-migrate)$/
const TESTING = /^(fast-check|node:.+)$/
const INFRASTRUCTURE = [
  'access',
  'apiKey',
  'db',
  'demo',
  'event',
  'file',
  'http',
  'graphql',
  'identity',
  'ingest',
  'mail',
  'outbound',
  'realtime',
  'photo',
  'publicPage',
  'recalculation',
  'requestKey',
  'jobs',
  'testing',
]

export const ROWS: readonly Row[] = [
  {
    name: 'engine/**',
    from: (place) => place.layer === 'engine',
    refuse: (from, to) => (to.layer === 'engine' || (from.isTest && TESTING.test(to.path)) ? null : 'the engine imports only the engine'),
  },
  {
    name: 'server/** and web/** apart',
    from: (place) => place.layer === 'server',
    refuse: (from, to) => {
      if (to.layer === 'web') return 'the server never imports the web'
      if (to.layer === 'sim' && from.path !== 'server/startServer.ts' && !from.isTest)
        return 'only the composition root starts the simulator'
      return ['bench', 'e2e', 'tools'].includes(to.layer) ? 'the server never imports what measures or builds it' : null
    },
  },
  {
    name: 'what is made for tests',
    from: (place) => ['engine', 'server', 'web', 'sim'].includes(place.layer) && !place.isTest,
    refuse: (_from, to) => (to.isTest ? 'only tests import what is made for tests' : null),
  },
  {
    name: 'server/<area>/*.schema.ts',
    from: (place) => place.layer === 'server' && place.kind === 'schema' && !place.isTest,
    refuse: (from, to, imported) => {
      if (SQL.test(to.path) || to.folder === 'db') return 'a schema holds no SQL'
      if (to.layer === 'server' && to.kind === 'schema' && to.folder !== from.folder)
        return 'a schema extends types of other areas by the builder'
      if (to.layer === 'server' && isArea(to) && to.folder !== from.folder && to.kind !== 'graph' && !isVocabulary(to, imported))
        return 'a schema calls its own service and store, and the loaders of other areas'
      return ['ingest', 'jobs', 'http'].includes(to.folder ?? '') ? 'a schema knows its own service and store, graphql and access' : null
    },
  },
  {
    name: 'server/<area>/*.graph.ts',
    from: (place) => place.layer === 'server' && place.kind === 'graph' && !place.isTest,
    refuse: (_from, to) => {
      if (SQL.test(to.path)) return 'a loader holds no SQL'
      return to.kind === 'schema' ? 'types and loaders stand below the schemas' : null
    },
  },
  {
    name: 'server/graphql',
    from: (place) => place.layer === 'server' && place.folder === 'graphql' && !place.isTest,
    refuse: (_from, to) => {
      if (to.kind === 'schema' || to.path === 'server/schema.ts') return 'server/graphql is handed the schema'
      return to.layer === 'server' && to.folder !== null && !['graphql', 'access', 'db', 'http', 'identity'].includes(to.folder)
        ? 'server/graphql knows no area'
        : null
    },
  },
  {
    name: 'server/access, server/realtime, server/photo',
    from: (place) => place.layer === 'server' && ['access', 'realtime', 'photo'].includes(place.folder ?? '') && !place.isTest,
    refuse: (_from, to) =>
      to.folder === 'graphql' || to.kind === 'schema' || to.kind === 'graph' || /^(graphql|graphql-yoga|@pothos\/.+)$/.test(to.path)
        ? 'who asks, and what is live, is not a matter of GraphQL'
        : null,
  },
  {
    name: 'server/<area>/*.service.ts',
    from: (place) => place.layer === 'server' && place.kind === 'service' && !place.isTest,
    refuse: (_from, to) => {
      if (to.kind === 'schema' || to.kind === 'graph' || to.folder === 'graphql') return 'a service knows no GraphQL type'
      if (HTTP.test(to.path) || to.folder === 'http') return 'a service knows no transport'
      return SQL.test(to.path) ? 'a service holds no SQL' : null
    },
  },
  {
    name: 'server/<area>/*.store.ts',
    from: (place) => place.layer === 'server' && place.kind === 'store' && !place.isTest,
    refuse: (_from, to, imported) => {
      if (to.kind === 'service' || to.kind === 'schema' || to.kind === 'graph' || to.folder === 'graphql')
        return 'a store knows neither services nor GraphQL'
      if (HTTP.test(to.path) || to.folder === 'http' || to.folder === 'realtime') return 'a store knows no transport'
      return to.layer === 'engine' && !isVocabulary(to, imported)
        ? 'a store takes types and names from the engine, never its arithmetic'
        : null
    },
  },
  {
    name: 'server/<area> in order',
    from: (place) => place.layer === 'server' && isArea(place),
    refuse: (from, to) => {
      if (to.layer !== 'server' || !isArea(to) || from.isTest) return null
      if (areaIndex(to) < 0) return `${to.folder} is not an area of the architecture`
      return areaIndex(to) > areaIndex(from) ? `${from.folder} stands before ${to.folder}, so it may not use it` : null
    },
  },
  {
    name: 'server/ingest, server/recalculation, server/jobs',
    from: (place) => place.layer === 'server' && ['ingest', 'recalculation', 'jobs'].includes(place.folder ?? '') && !place.isTest,
    refuse: (_from, to) =>
      to.folder === 'graphql' || to.kind === 'schema' || /^(graphql|graphql-yoga|@pothos\/.+)$/.test(to.path)
        ? 'ingest, recalculation and jobs know no GraphQL'
        : null,
  },
  {
    name: 'server/** but server/jobs',
    from: (place) => place.layer === 'server' && place.folder !== 'jobs',
    refuse: (_from, to) => (/^pg-boss(\/|$)/.test(to.path) ? 'only server/jobs knows the job queue: define a job and enqueue it' : null),
  },
  {
    name: 'web/**',
    from: (place) => place.layer === 'web',
    refuse: (from, to) => {
      if (to.layer === 'server') return 'the web never imports the server'
      if (['sim', 'bench', 'e2e', 'tools'].includes(to.layer)) return 'the web never imports what measures or builds it'
      return to.path.startsWith('node:') && !from.isTest ? 'a browser has no node: modules' : null
    },
  },
  {
    name: 'web/ui',
    from: (place) => place.layer === 'web' && place.folder === 'ui' && !place.isTest,
    refuse: (_from, to) =>
      DRAWING.test(to.path) || ENGINE_OF_UI.includes(to.path) || (to.layer === 'web' && to.folder === 'ui')
        ? null
        : 'web/ui knows React and itself, nothing of factories',
  },
  {
    name: 'React Aria',
    from: (place) => place.layer !== 'tools' && !place.path.startsWith('web/parts/field/'),
    refuse: (_from, to) => (ARIA.test(to.path) ? 'only web/parts/field knows React Aria: its components are what others use' : null),
  },
  {
    name: 'web/chart, web/parts',
    from: (place) => place.layer === 'web' && (place.folder === 'chart' || place.folder === 'parts') && !place.isTest,
    refuse: (from, to, imported) => {
      if (to.layer !== 'web') return null
      if (to.folder === 'api' && !imported.isType && !ASKING_PARTS.test(from.path))
        return `web/${from.folder} takes only types from web/api`
      if (to.folder === 'api') return null
      if (['ui', 'base', 'texts', from.folder].includes(to.folder)) return null
      return from.folder === 'parts' && to.folder === 'chart' ? null : `web/${from.folder} never imports web/${to.folder}`
    },
  },
  {
    name: 'web/<area>',
    from: (place) => place.layer === 'web' && isWebArea(place),
    refuse: (from, to) =>
      to.layer === 'web' && (isWebArea(to) || to.folder === 'shell') && to.folder !== from.folder
        ? 'an area imports neither another nor the shell: move the shared piece to web/parts or web/base'
        : null,
  },
  {
    name: 'web/shell, web/api',
    from: (place) => place.layer === 'web' && (place.folder === 'shell' || place.folder === 'api'),
    refuse: (from, to) => (to.layer === 'web' && isWebArea(to) ? `web/${from.folder} never imports an area` : null),
  },
  {
    name: 'web/base, web/texts',
    from: (place) => place.layer === 'web' && (place.folder === 'base' || place.folder === 'texts') && !place.isTest,
    refuse: (from, to) =>
      to.layer === 'web' && (isWebArea(to) || to.folder === 'shell') ? `web/${from.folder} stands below the shell and the areas` : null,
  },
  {
    name: 'sim, bench, e2e',
    from: (place) => ['sim', 'bench', 'e2e'].includes(place.layer),
    refuse: (_from, to) => {
      if (to.layer === 'web') return 'what measures the product never imports its screens'
      return to.layer === 'server' && to.folder !== 'testing' ? 'what feeds or measures the product uses its public interfaces' : null
    },
  },
]

/** Parts that ask and save by themselves, since the same gesture stands on pages of several areas. */
const ASKING_PARTS =
  /^web\/parts\/(assistant|classify|confirm|conversation|elsewhere|faq|handIn|handover|notice|order|orderBorder|outbox|posting|rules|sentFile|stock|subscription|support|timelineNote|todo|why|workRequest)\//

/** Returns every import of the files that the table refuses, in the order of the files. */
export function importViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path)
    const rows = ROWS.filter((row) => row.from(from))
    return file.imports.flatMap((imported) => {
      const to = placeOf(imported.target)
      return rows.flatMap((row) => {
        const message = row.refuse(from, to, imported)
        return message === null
          ? []
          : [{ path: file.path, line: imported.line, message: `imports ${imported.target}: ${message} (${row.name})` }]
      })
    })
  })
}

function isArea(place: Place): boolean {
  return place.folder !== null && !INFRASTRUCTURE.includes(place.folder)
}

function isWebArea(place: Place): boolean {
  return place.folder !== null && !['ui', 'chart', 'parts', 'api', 'texts', 'base', 'shell'].includes(place.folder)
}

/** Returns whether the import takes only vocabulary: types, ids, results, and `as const` enumerations. */
function isVocabulary(to: Place, imported: Import): boolean {
  return imported.isType || to.folder === null || imported.names.every((name) => /^[A-Z][A-Z0-9_]*$/.test(name))
}

function areaIndex(place: Place): number {
  return AREAS.indexOf(place.folder ?? '')
}

/** Areas in order: a later one may use an earlier one, never the reverse. */
export const AREAS: readonly string[] = [
  'company',
  'extension',
  'user',
  'device',
  'workCenter',
  'sensor',
  'item',
  'jobOrder',
  'conversation',
  'status',
  'loss',
  'material',
  'output',
  'shift',
  'oee',
  'forecast',
  'energy',
  'analytics',
  'trial',
  'webhook',
  'workRequest',
  'task',
  'checklist',
  'notification',
  'report',
  'companyExport',
  'integration',
  'assistant',
  'faq',
  'support',
]
