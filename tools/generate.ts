/** Writes the files that are derived from others; `--check` only compares and names those that are out of date. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from '@graphql-codegen/cli'
import { printedSchema } from '#server/printSchema.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import codegen from '../codegen.ts'
import { AREAS_FILE, operationAreasFile } from './operationAreas.ts'
import { withKnownValues } from './rowTypes.ts'
import { ROOT } from './sourceTree.ts'

/** Texts by path relative to the root of the project. */
type Files = ReadonlyMap<string, string>

/** A folder that holds generated files only: what is in it and not generated is stale. */
const FOLDER = 'web/api/generated'

/** How PostgreSQL types arrive, the same as in server/db/parsers.ts. */
const ROW_TYPES = { int8: 'number', numeric: 'number', date: 'string', citext: 'string' }

const KYSELY_CODEGEN = join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js')

const run = promisify(execFile)

async function generateAll(): Promise<Files> {
  const files = new Map<string, string>([['schema.graphql', printedSchema()]])
  files.set('server/db/schema.ts', await rowTypes())
  files.set(AREAS_FILE, operationAreasFile())
  for (const [path, text] of await documents()) files.set(path, text)
  return files
}

/** Returns the row types of a database that has just been migrated; the table of the migrations and the schema of the job queue are nobody's business. */
async function rowTypes(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'trueline-generate-'))
  const { url, drop } = await createTestDatabase()
  try {
    const file = join(directory, 'schema.ts')
    const mapping = ['--type-mapping', JSON.stringify(ROW_TYPES), '--exclude-pattern', '{migration,pgboss.*}']
    await run(process.execPath, [KYSELY_CODEGEN, '--dialect', 'postgres', '--url', url, '--out-file', file, ...mapping], { cwd: ROOT })
    return await withKnownValues(await readFile(file, 'utf8'), url)
  } finally {
    await drop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Returns the typed documents of the screens. */
async function documents(): Promise<Files> {
  const outputs: unknown = await generate({ ...codegen, schema: printedSchema(), cwd: ROOT, silent: true }, false)
  if (!Array.isArray(outputs)) throw new Error('the document generator returned no files')
  return new Map(
    outputs.map((output: { filename: string; content: string }) => [
      output.filename.replaceAll('\\', '/').replace(ROOT, ''),
      output.content,
    ]),
  )
}

async function staleFiles(files: Files): Promise<string[]> {
  const different: string[] = []
  for (const [path, text] of files) {
    const current = await readFile(join(ROOT, path), 'utf8').catch(() => null)
    if (current !== text) different.push(current === null ? `${path} is missing` : `${path} is out of date`)
  }
  const present = await readdir(join(ROOT, FOLDER)).catch(() => [])
  const extra = present.map((name) => `${FOLDER}/${name}`).filter((path) => !files.has(path))
  return [...different, ...extra.map((path) => `${path} is generated no more`)]
}

async function write(files: Files): Promise<void> {
  await rm(join(ROOT, FOLDER), { recursive: true, force: true })
  for (const [path, text] of files) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), text)
  }
  console.log(`${files.size} files written.`)
}

const files = await generateAll()
if (process.argv.includes('--check')) {
  const stale = await staleFiles(files)
  for (const line of stale) console.error(line)
  process.exitCode = stale.length === 0 ? 0 : 1
} else await write(files)
