import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printSchema } from 'graphql'
import { schema } from './schema.ts'

export const SCHEMA_FILE = join(import.meta.dirname, '../schema.graphql')

/** Returns the text of schema.graphql. */
export function printedSchema(): string {
  return `${printSchema(schema)}\n`
}

if (import.meta.main) await writeFile(SCHEMA_FILE, printedSchema())
