import type { Client } from 'pg'
import type { QuarantineRow } from '../decode/quarantine.ts'
import type { LogBytes } from './logCodec.ts'

/** The messages of one flush, on their way into the log before any of them is acknowledged. */
export type LogFlush = LogBytes & {
  /** The partitions that its devices belong to. */
  readonly partitions: readonly number[]
  readonly receivedAt: number
  readonly messageCount: number
}

/** One row of the log. Positions ascend within each partition, whoever owned it. */
export type LogRow = LogFlush & { readonly position: number; readonly lease: number }

/** The durable log of one owner. PostgreSQL is one carrier of it; a stream broker with the same three promises is another. */
export type IngestLog = {
  /** Resolves with the position of the flush when it and the quarantine entries are durable, together or not at all. A null flush has no messages. */
  append(flush: LogFlush | null, quarantined: readonly QuarantineRow[]): Promise<number>
  /** Returns the rows with a partition of the owner after the place, in order, at most `limit`. */
  read(after: { readonly position: number; readonly lease: number }, limit: number): Promise<readonly LogRow[]>
  /** Drops the owner's own rows up to the position, and what former owners left that is in the derived state and in the sample chunks. */
  trim(upTo: number): Promise<void>
}

const QUARANTINE = `
insert into quarantine (company_id, device_id, received_at, reason, detail, payload)
select * from unnest($1::text[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::bytea[])`
const ROW = `insert into ingest_log (position, lease, partitions, received_at, message_count, crc32, bytes)`
const APPEND = `${ROW} values ($1, $2, $3, $4, $5, $6, $7)`
const APPEND_REFUSED = `with refused as (${QUARANTINE}) ${ROW} values ($7, $8, $9, $10, $11, $12, $13)`

const READ = `
select position, lease, partitions, received_at as "receivedAt", message_count as "messageCount", bytes, crc32 from ingest_log
where (position, lease) > ($1, $2) and partitions && $3::smallint[] order by position, lease limit $4`

/** The next lease, and the position that nothing has passed: that of no row, and of no partition. */
const LEASE = `
select nextval('ingest_lease') as lease, greatest(
  (select max(position) from ingest_log), (select max(greatest(derived_position, stored_position)) from ingest_partition)) as position`
const TRIM = `delete from ingest_log where position <= $1 and lease = $2`
const TRIM_OTHERS = `
delete from ingest_log l where l.lease <> $1 and not exists (
  select from unnest(l.partitions) as one (partition) join ingest_partition p using (partition)
  where l.position > least(p.derived_position, p.stored_position))`
const HAS_OTHERS = `select exists (select from ingest_log where lease <> $1) as "hasOthers"`
/** What others left is looked for again this often: another process may have ended meanwhile. */
const TRIMS_UNTIL_OTHERS = 60

/**
 * Returns the log in PostgreSQL over the connection that holds the partitions' locks: when it is gone, so are the locks, and nothing can be appended.
 */
export async function createPostgresLog(client: Client, partitions: readonly number[]): Promise<IngestLog> {
  const { rows } = await client.query<{ lease: number; position: number | null }>(LEASE)
  const lease = rows[0]?.lease ?? 0
  let position = rows[0]?.position ?? 0
  let trimsUntilOthers = 0
  const trimOthers = async (): Promise<void> => {
    if (trimsUntilOthers-- > 0) return
    await client.query(TRIM_OTHERS, [lease])
    const left = await client.query<{ hasOthers: boolean }>(HAS_OTHERS, [lease])
    trimsUntilOthers = left.rows[0]?.hasOthers === true ? 0 : TRIMS_UNTIL_OTHERS
  }
  return {
    async append(flush, quarantined) {
      const refused = quarantined.length === 0 ? null : quarantineColumns(quarantined)
      if (flush === null) {
        if (refused !== null) await client.query({ name: 'ingest-refuse', text: QUARANTINE, values: [...refused] })
        return position
      }
      const row = [position + 1, lease, flush.partitions, flush.receivedAt, flush.messageCount, flush.crc32, flush.bytes]
      if (refused === null) await client.query({ name: 'ingest-append', text: APPEND, values: row })
      else await client.query({ name: 'ingest-append-refused', text: APPEND_REFUSED, values: [...refused, ...row] })
      return ++position
    },
    async read(after, limit) {
      const result = await client.query<LogRow>({
        name: 'ingest-read',
        text: READ,
        values: [after.position, after.lease, partitions, limit],
      })
      return result.rows
    },
    async trim(upTo) {
      await client.query({ name: 'ingest-trim', text: TRIM, values: [upTo, lease] })
      await trimOthers()
    },
  }
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
