import { readFile } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { knownMigrations } from '#server/db/migrate.ts'

/** Makes the empty database what it was before the migration, with its rows of applied ones. */
export async function applyMigrationsBefore(client: ClientBase, first: string): Promise<void> {
  await client.query('create table migration (id serial primary key, name varchar(255) not null, run_on timestamp not null)')
  for (const name of (await knownMigrations()).filter((one) => one < first)) {
    await client.query(await readFile(new URL(`../db/migrations/${name}.sql`, import.meta.url), 'utf8'))
    await client.query('insert into migration (name, run_on) values ($1, now())', [name])
  }
}
