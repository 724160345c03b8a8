import type { DeviceId, CompanyId } from '#engine/ids.ts'
import type { RefusalReason } from '#engine/sensor/refusalReason.ts'

/** One refused entry: `index` is the sample's place in the message, from 0. */
export type Refused = { readonly index: number; readonly reason: RefusalReason; readonly detail: string }

/** A refused entry as it is stored. */
export type QuarantineRow = {
  readonly companyId: CompanyId | null
  readonly deviceId: DeviceId
  readonly receivedAt: number
  readonly reason: RefusalReason
  readonly detail: string
  readonly payload: Uint8Array | null
}

const STORED_PAYLOAD_BYTES = 4096
const STORED_DETAIL_LENGTH = 300

/**
 * Returns the quarantine rows of one message's refused entries: one per reason with its count, so that a broken device with 10,000 bad entries a
 * message fills a row and not the disk. The payload is cut at 4 KiB.
 */
export function quarantineRows(
  origin: { readonly companyId: CompanyId | null; readonly deviceId: DeviceId; readonly receivedAt: number },
  refused: readonly Refused[],
  payload: Uint8Array | null,
): QuarantineRow[] {
  const byReason = new Map<RefusalReason, { first: Refused; count: number }>()
  for (const entry of refused) {
    const present = byReason.get(entry.reason)
    if (present) present.count++
    else byReason.set(entry.reason, { first: entry, count: 1 })
  }
  return [...byReason].map(([reason, { first, count }]) => ({
    ...origin,
    reason,
    detail: cleanText(count === 1 ? `[${first.index}] ${first.detail}` : `[${first.index}] ${first.detail} (and ${count - 1} more)`),
    payload: payload === null ? null : payload.subarray(0, STORED_PAYLOAD_BYTES),
  }))
}

/** PostgreSQL text holds neither NUL nor half of a surrogate pair. */
function cleanText(text: string): string {
  return text.slice(0, STORED_DETAIL_LENGTH).replaceAll('\u0000', '\\0').toWellFormed()
}
