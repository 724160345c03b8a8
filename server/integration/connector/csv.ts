import { csvOrders, csvPlaces } from '#engine/integration/csv/csvOrders.ts'
import type { CsvFile } from '#engine/integration/csv/csvOrders.ts'
import type { ExternalPlace } from '#engine/integration/matchPlaces.ts'
import { Refusal } from '#server/refusal.ts'
import type { Connector } from './connector.ts'

/** What was put in, and how it is read. */
export type CsvSource = {
  /** Files in the order in which they were put in; `after` = the number of the last that was read. */
  readonly files: (after: number) => Promise<readonly (CsvFile & { readonly no: number })[]>
  /** Work centers that are linked already: a file names only those that it has orders of. */
  readonly linked: () => Promise<readonly ExternalPlace[]>
  /** Of times without an offset. */
  readonly zone: () => Promise<string>
  /** The number of the last file that was read. */
  readonly readUntil: string | null
}

const STATUSES = [
  { code: 'draft', name: 'draft', isImported: true },
  { code: 'released', name: 'released', isImported: true },
] as const

/** Returns the connector of files that people and programs put in: each is read once, and of an order in two of them the later counts (domain.md IN-14). */
export function csvConnector({ files, linked, zone, readUntil }: CsvSource): Connector {
  return {
    probe: async () => ({
      system: 'CSV',
      version: '',
      ms: 0,
      capabilities: ['WORK_CENTERS', 'ORDERS', 'PLANNED_TIMES', 'CYCLE_TIMES'],
      missing: [],
    }),
    listWorkCenters: async () => {
      const named = csvPlaces(await files(0))
      const known = new Set(named.map(({ id }) => id))
      const places = [...named, ...(await linked()).filter(({ id }) => !known.has(id))]
      if (places.length === 0) throw new Refusal({ code: 'INTEGRATION_NO_FILE' })
      return places
    },
    listStatuses: async () => STATUSES,
    listOrders: async ({ placeIds }) => {
      const unread = await files(Number(readUntil ?? 0))
      const inZone = { zone: await zone() }
      const wanted = placeIds === null ? null : new Set(placeIds)
      const isWanted = ({ placeId }: { readonly placeId: string | null }) => wanted === null || placeId === null || wanted.has(placeId)
      const read = unread.map((file) => csvOrders(file, inZone))
      return {
        orders: read.flatMap(({ orders }) => orders).filter(isWanted),
        unread: read.flatMap((one) => one.unread).filter(isWanted),
        newest: unread.length === 0 ? readUntil : String(Math.max(...unread.map(({ no }) => no))),
      }
    },
    // Files come, and none goes out.
    post: async () => ({ kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' }),
  }
}
