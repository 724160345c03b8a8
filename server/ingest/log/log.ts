import type { Client } from 'pg'
import type { QuarantineRow } from '../decode/quarantine.ts'

/** One row of the log: the messages of one partition in one flush, before any of them is acknowledged. */
export type LogRow = {
  readonly partition: number
  readonly position: number
  readonly receivedAt: number
  readonly messageCount: number
  readonly bytes: Buffer
  readonly crc32: number
}

/** The durable log of one owner. PostgreSQL is one carrier of it; a stream broker with the same three promises is another. */
export type IngestLog = {
  /** Resolves when all rows and quarantine entries are durable, together or not at all. */
  append(rows: readonly LogRow[], quarantined: readonly QuarantineRow[]): Promise<void>
  /** Returns the rows of the partition after the position, in order, at most `limit`. */
  read(partition: number, after: number, limit: number): Promise<readonly LogRow[]>
  /** Drops what is both in the derived state and in the sample chunks. */
  trim(): Promise<void>
}

const APPEND = `
with refused as (
  insert into quarantine (company_id, device_id, received_at, reason, detail, payload)
  select * from unnest($8::text[], $9::uuid[], $10::bigint[], $11::text[], $12::text[], $13::bytea[])
)
insert into ingest_log (partition, position, received_at, message_count, crc32, bytes)
select row.partition, row.position, row.received_at, row.message_count, row.crc32, substring($7::bytea from row.first for row.length)
from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::integer[], $5::bigint[], $6::integer[], $14::integer[])
  as row (partition, position, received_at, message_count, crc32, first, length)`

const READ = `
select partition, position, received_at as "receivedAt", message_count as "messageCount", bytes, crc32 from ingest_log
where partition = $1 and position > $2 order by position limit $3`

const TRIM = `
delete from ingest_log using ingest_partition
where ingest_log.partition = ingest_partition.partition
  and ingest_log.position <= least(ingest_partition.derived_position, ingest_partition.stored_position)`

/** Returns the log in PostgreSQL over the connection that holds the partitions' locks: when it is gone, so are the locks, and nothing can be appended. */
export function createPostgresLog(client: Client): IngestLog {
  return {
    async append(rows, quarantined) {
      const lengths = rows.map((row) => row.bytes.length)
      await client.query({
        name: 'ingest-append',
        text: APPEND,
        values: [...rowColumns(rows), ...quarantineColumns(quarantined), lengths],
      })
    },
    async read(partition, after, limit) {
      const result = await client.query<LogRow>({ name: 'ingest-read', text: READ, values: [partition, after, limit] })
      return result.rows
    },
    async trim() {
      await client.query({ name: 'ingest-trim', text: TRIM })
    },
  }
}

/** All rows' bytes travel as one value: the driver sends a buffer unchanged, but a list of buffers as text of twice the size. */
function rowColumns(rows: readonly LogRow[]): readonly unknown[] {
  let first = 1
  const firsts = rows.map((row) => (first += row.bytes.length) - row.bytes.length)
  return [
    rows.map((row) => row.partition),
    rows.map((row) => row.position),
    rows.map((row) => row.receivedAt),
    rows.map((row) => row.messageCount),
    rows.map((row) => row.crc32),
    firsts,
    Buffer.concat(rows.map((row) => row.bytes)),
  ]
}

function quarantineColumns(rows: readonly QuarantineRow[]): readonly (readonly unknown[])[] {
  return [
    rows.map((row) => row.companyId),
    rows.map((row) => row.deviceId),
    rows.map((row) => row.receivedAt),
    rows.map((row) => row.reason),
    rows.map((row) => row.detail),
    rows.map((row) => row.payload),
  ]
}
