import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'

const run = promisify(execFile)

const SCHEMA_FILE = join(import.meta.dirname, 'schema.ts')
const ROOT = join(import.meta.dirname, '../..')

/** The runtime types of parsers.ts, by type of PostgreSQL. */
const TYPE_MAPPING = { int8: 'number', numeric: 'number', date: 'string', citext: 'string' } as const

/** Returns the text of schema.ts as the migrations give it, formatted: applies them to an empty database of the test cluster and reads its catalogue. */
export async function generateSchema(): Promise<string> {
  const empty = await createEmptyDatabase()
  try {
    await migrate(empty.url)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: empty.url, max: 2 }) }) })
    try {
      const text = await generate({
        db,
        dialect: new PostgresGenerator(),
        typeMapping: TYPE_MAPPING,
        typeOnlyImports: true,
        excludePattern: '{migration,sample_chunk_*}',
        outFile: null,
      })
      return await formatted(text)
    } finally {
      await db.destroy()
    }
  } finally {
    await empty.drop()
  }
}

/** Writes schema.ts anew. */
export async function writeSchema(): Promise<void> {
  await writeFile(SCHEMA_FILE, await generateSchema())
}

async function formatted(text: string): Promise<string> {
  const formatter = run(process.execPath, [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), '--stdin-filepath=server/db/schema.ts'], {
    cwd: ROOT,
  })
  formatter.child.stdin?.end(text)
  return (await formatter).stdout
}

if (import.meta.main) await writeSchema()
