import pg from 'pg'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startIngest } from '#server/ingest/ingest.ts'
import type { Ingest } from '#server/ingest/ingest.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createTestDatabase } from './testDatabase.ts'
import type { TestDatabase } from './testDatabase.ts'
import { connectMachine, eventually } from './testMachines.ts'
import type { TestMachine } from './testMachines.ts'

/** The start of yesterday's morning shift. */
export const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 6 * HOUR_MS

/** A machine's log and database, so that each test begins with a store of its own. */
export type IngestSite = {
  readonly given: TestDatabase
  /** The present ingest; `restart` replaces it. */
  readonly ingest: () => Ingest
  readonly restart: () => Promise<void>
  /** Sends power of the minutes since `START`, in one message. */
  readonly send: (machine: TestMachine, from: number, to: number, power?: number) => Promise<void>
  /** Resolves when a reader is told what the work center did up to the minute. */
  readonly untilKnown: (machine: TestMachine, minute: number) => Promise<true>
  /** Lets PostgreSQL refuse rows of the table, as it does where a page has a wrong checksum, until it is mended. */
  readonly damage: (table: string, condition: string) => Promise<() => Promise<void>>
  /** Lets PostgreSQL refuse to read the column of those rows, until it is mended. */
  readonly unreadable: (table: string, column: string, condition: string) => Promise<() => Promise<void>>
  /** Runs a statement as the owner of the database. */
  readonly asOwner: (text: string) => Promise<void>
  /** Returns in how many minutes of the first five hours since `START` the work center ran, as people are told. */
  readonly minutesRun: (machine: TestMachine) => Promise<number>
}

/** Runs the work on an ingest with a database of its own, and ends both. */
export async function withIngestSite(work: (site: IngestSite) => Promise<void>): Promise<void> {
  const given = await createTestDatabase()
  const start = () =>
    startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('silent'),
    })
  const asOwner = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: given.url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  let ingest = await start()
  try {
    await work({
      given,
      ingest: () => ingest,
      restart: async () => {
        await ingest.close()
        ingest = await start()
      },
      send: async (machine, from, to, power = 12) => {
        const client = await connectMachine(machine, ingest.mqttPort)
        const samples = Array.from({ length: to - from }, (_, at) => ({ at: START + (from + at) * 60_000, values: { POWER: power } }))
        await client.publishAsync(`v1/devices/${machine.deviceId}/telemetry`, JSON.stringify(samples), { qos: 1 })
        await client.endAsync()
      },
      untilKnown: (machine, minute) =>
        eventually(async () => {
          await ingest.settle(machine.companyId, [machine.workCenterId], Infinity)
          const { rows } = await given.database.pool.query<{ at: number | null }>(
            'select max(as_of) as at from shift where work_center_id = $1',
            [machine.workCenterId],
          )
          return (rows[0]?.at ?? 0) >= START + minute * 60_000 ? true : undefined
        }),
      asOwner,
      minutesRun: async ({ companyId, workCenterId }) => {
        await ingest.settle(companyId, [workCenterId], Infinity)
        const { rows } = await given.database.pool.query<{ minutes: number | null }>(
          `select (sum(least(coalesce(end_at, $2), $2) - start_at) / 60000)::float8 as minutes from status_interval
           where work_center_id = $1 and kind = 'RULE' and start_at < $2`,
          [workCenterId, START + 5 * HOUR_MS],
        )
        return Math.round(rows[0]?.minutes ?? 0)
      },
      damage: async (table, condition) => {
        await asOwner(`create or replace function damaged() returns trigger language plpgsql as $$ begin
          if ${condition} then raise exception 'invalid page in block 0' using errcode = 'XX001'; end if; return new; end $$`)
        await asOwner(`create trigger damaged before insert or update on ${table} for each row execute function damaged()`)
        return () => asOwner(`drop trigger damaged on ${table}`)
      },
      unreadable: async (table, column, condition) => {
        const { rows } = await given.database.pool.query<{ name: string }>(
          'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
          [table],
        )
        const columns = rows.map(({ name }) =>
          name === column ? `case when ${condition} then unreadable(${name}) else ${name} end as ${name}` : name,
        )
        await asOwner(`create or replace function unreadable(value text) returns text language plpgsql stable as $$ begin
          raise exception 'invalid page in block 0' using errcode = 'XX001'; end $$`)
        await asOwner(`alter table ${table} rename to kept; create view ${table} as select ${columns.join(', ')} from kept;
          grant select on ${table} to public`)
        return () => asOwner(`drop view ${table}; alter table kept rename to ${table}`)
      },
    })
  } finally {
    await ingest.close()
    await given.drop()
  }
}
