import { z } from 'zod'
import { ConnectorFailure } from './connector.ts'

/** So many records travel in an answer. */
export const AT_ONCE = 1000
/** More of them are not read at once: they stand in the memory of everybody. */
export const MOST_ROWS = 50_000

/** A record of another system: whatever it answers. */
export type Row = Readonly<Record<string, unknown>>
const ROWS = z.array(z.record(z.string(), z.unknown()))

/** The system and its host, as failures name them. */
export type Peer = { readonly system: string; readonly host: string }

/**
 * Returns all records that `ask` gives by rising ids, page by page: records that come or go meanwhile move no other. Fails where a page comes again, and
 * where there are more than may be kept.
 */
export async function readRising(peer: Peer, ask: (above: number) => Promise<unknown>): Promise<Row[]> {
  const found: Row[] = []
  for (let last = 0; ;) {
    const page = rowsOf(peer, await ask(last))
    for (const row of page) {
      const id = Number(row['id'])
      // A server that gives the same page again would never come to an end.
      if (!(id > last)) throw unexpected(peer)
      last = id
      found.push(row)
    }
    if (page.length < AT_ONCE) return found
    if (found.length >= MOST_ROWS) throw tooLarge(peer)
  }
}

/** Returns the records of an answer; fails where it is anything else. */
export function rowsOf(peer: Peer, answer: unknown): Row[] {
  const { data, error } = ROWS.safeParse(answer)
  if (data === undefined) throw unexpected(peer, error)
  return data
}

/** Returns the failure of more records than may be kept. */
export function tooLarge({ host }: Peer): ConnectorFailure {
  return new ConnectorFailure('INTEGRATION_TOO_LARGE', { isTransient: false, params: { host } })
}

function unexpected({ system }: Peer, cause?: unknown): ConnectorFailure {
  return new ConnectorFailure('INTEGRATION_UNEXPECTED', { isTransient: false, params: { system }, cause })
}
