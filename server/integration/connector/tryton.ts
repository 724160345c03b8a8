import { isMovedOutside } from '#engine/integration/outboxPlan.ts'
import { lastWork, TRYTON_OPEN, TRYTON_STATES, trytonOrders } from '#engine/integration/tryton/trytonOrders.ts'
import type { TrytonPlace, TrytonProduction, TrytonWork } from '#engine/integration/tryton/trytonOrders.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector.ts'
import type { Connector, OrdersAsked, OrdersFound, OrdersRead, PostAnswer, Posting } from './connector.ts'
import { memberOf, textIn } from './odooClient.ts'
import { AT_ONCE, MOST_ROWS, readRising, rowsOf, tooLarge } from './readRising.ts'
import type { Peer, Row } from './readRising.ts'
import { openTryton } from './trytonClient.ts'
import type { TrytonClient, TrytonSettings } from './trytonClient.ts'

/** Transactions that were open when the last run read may show up with an older date. */
const OVERLAP_MS = 5_000
const NEEDED = ['production', 'production.work.center'] as const
const ID_ORDER = [['id', 'ASC']] as const
const PRODUCTION_FIELDS = [
  'number',
  'state',
  'quantity',
  'uom',
  'planned_start_date',
  'planned_date',
  'product.rec_name',
  'product.code',
  'work_center.rec_name',
  'create_date',
  'write_date',
]
const WORK_FIELDS = ['production', 'state', 'sequence', 'work_center.rec_name', 'create_date', 'write_date']
/** An output that is done is not changed any more. */
const OPEN_MOVES = ['draft', 'assigned']

type TrytonConnection = TrytonSettings & {
  /** Of its days. */
  readonly zone: () => Promise<string>
}

/** Returns the connector of a Tryton with its modules production and production_work (domain.md IN-17). */
export function trytonConnector(fetcher: GuardedFetch, settings: TrytonConnection): Connector {
  let opened: Promise<Opened> | null = null
  const tryton = () => (opened ??= open(fetcher, settings))
  return {
    probe: async () => {
      const { client, hasWork } = await tryton()
      return {
        system: 'Tryton',
        version: client.version,
        ms: client.ms,
        capabilities: ['WORK_CENTERS', 'ORDERS', 'PLANNED_TIMES', 'QUANTITIES', ...(hasWork ? (['WORK_ORDERS'] as const) : [])],
        missing: [
          ...(hasWork ? [] : [{ capability: 'WORK_ORDERS', reason: 'MODULE' } as const]),
          { capability: 'CYCLE_TIMES', reason: 'UNSUPPORTED' },
          { capability: 'CLOSING', reason: 'UNSUPPORTED' },
        ],
      }
    },
    listWorkCenters: async () => {
      const { client } = await tryton()
      const found = await searchAll(client, 'production.work.center', [], ['rec_name'])
      return found.map((row) => ({ id: String(row['id']), code: null, name: textIn(row, 'rec_name') || String(row['id']) }))
    },
    listStatuses: async () => TRYTON_STATES.map((code) => ({ code, name: code, isImported: TRYTON_OPEN.includes(code) })),
    listOrders: async (asked) => await readOrders(await tryton(), asked, await settings.zone()),
    findOrders: async (externalIds) => await findOrders(await tryton(), externalIds, await settings.zone()),
    post: async (posting) => await post(await tryton(), posting),
  }
}

type Opened = { readonly client: TrytonClient; readonly hasWork: boolean }

async function open(fetcher: GuardedFetch, settings: TrytonSettings): Promise<Opened> {
  const client = await openTryton(fetcher, settings)
  const wanted = [...NEEDED, 'production.work']
  const models = await client.call('ir.model', 'search_read', [['model', 'in', wanted]], 0, wanted.length, null, ['model'])
  const known = new Set(rowsOf(peerOf(client), models).map((row) => textIn(row, 'model')))
  if (!NEEDED.every((model) => known.has(model)))
    throw new ConnectorFailure('INTEGRATION_NO_ORDERS', { isTransient: false, params: { system: `Tryton ${client.version}` } })
  return { client, hasWork: known.has('production.work') }
}

async function readOrders({ client, hasWork }: Opened, { since, placeIds }: OrdersAsked, zone: string): Promise<OrdersRead> {
  const from = since === null ? null : Date.parse(since)
  const changed = from === null ? [] : [changedSince(from - OVERLAP_MS)]
  // Of a change to either of the two all of the order is read again.
  const open = from === null ? [['state', 'in', TRYTON_OPEN]] : changed
  const productions = await searchAll(client, 'production', open, PRODUCTION_FIELDS)
  const ids = new Set(productions.map(({ id }) => Number(id)))
  if (hasWork && from !== null) {
    const touched = await searchAll(client, 'production.work', changed, ['production'])
    const missing = [...new Set(touched.flatMap((row) => numberOf(row, 'production') ?? []))].filter((id) => !ids.has(id))
    productions.push(...(await searchIn(client, 'production', 'id', missing, PRODUCTION_FIELDS)))
    for (const id of missing) ids.add(id)
  }
  const works = hasWork ? await searchIn(client, 'production.work', 'production', [...ids], WORK_FIELDS) : []
  const outputs = await outputsOf(client, productions)
  const wanted = placeIds === null ? null : new Set(placeIds)
  const orders = trytonOrders(
    productions.map((row) => productionOf(row, outputs.get(Number(row['id']))?.quantity ?? null)),
    works.map(workOf),
    zone,
  )
  const newest = [...productions, ...works].reduce<number | null>((latest, row) => {
    const at = instantIn(row, 'write_date') ?? instantIn(row, 'create_date')
    return at !== null && (latest === null || at > latest) ? at : latest
  }, from)
  return {
    orders: orders.filter(({ placeId }) => wanted === null || placeId === null || wanted.has(placeId)),
    unread: [],
    newest: newest === null ? null : new Date(newest).toISOString(),
  }
}

/** Returns the orders of the ids as they stand, and the ids whose record is not there any more. */
async function findOrders({ client, hasWork }: Opened, externalIds: readonly string[], zone: string): Promise<OrdersFound> {
  const idsOf = (model: string) => externalIds.flatMap((one) => (one.startsWith(`${model}/`) ? [Number(one.slice(model.length + 1))] : []))
  const asked = hasWork ? await searchIn(client, 'production.work', 'id', idsOf('production.work'), ['production']) : []
  const wanted = new Set([...idsOf('production'), ...asked.flatMap((row) => numberOf(row, 'production') ?? [])])
  const productions = await searchIn(client, 'production', 'id', [...wanted], PRODUCTION_FIELDS)
  const works = hasWork ? await searchIn(client, 'production.work', 'production', [...wanted], WORK_FIELDS) : []
  const outputs = await outputsOf(client, productions)
  const orders = trytonOrders(
    productions.map((row) => productionOf(row, outputs.get(Number(row['id']))?.quantity ?? null)),
    works.map(workOf),
    zone,
  )
  const present = new Set([
    ...asked.map(({ id }) => `production.work/${String(id)}`),
    ...productions.map(({ id }) => `production/${String(id)}`),
  ])
  // Without its module the works are not gone: nothing is known of them.
  const isKnown = (one: string) => hasWork || !one.startsWith('production.work/')
  const known = externalIds.filter(isKnown)
  // Where none of several is found, the login may not see them any more.
  const isHidden = known.length > 1 && !known.some((one) => present.has(one))
  return {
    orders: orders.filter(({ externalId }) => externalIds.includes(externalId)),
    gone: isHidden ? [] : known.filter((one) => !present.has(one)),
    asked: externalIds,
  }
}

type Output = { readonly id: number; readonly quantity: number; readonly isOpen: boolean }

/** Returns the output of each production of the rows that has exactly one of its product, in its unit. */
async function outputsOf(client: TrytonClient, productions: readonly Row[]): Promise<ReadonlyMap<number, Output>> {
  const byId = new Map(productions.map((row) => [Number(row['id']), row]))
  const moves = await searchIn(
    client,
    'stock.move',
    'production_output',
    [...byId.keys()],
    ['production_output', 'product', 'uom', 'quantity', 'state'],
  )
  const outputs = new Map<number, Output | null>()
  for (const move of moves) {
    const id = numberOf(move, 'production_output') ?? 0
    const production = byId.get(id)
    const quantity = numberOf(move, 'quantity')
    const state = textIn(move, 'state')
    const isOfProduct = numberOf(move, 'product') === placeIn(production, 'product.')?.id && move['uom'] === production?.['uom']
    if (!isOfProduct || quantity === null || state === 'cancelled') continue
    outputs.set(id, outputs.has(id) ? null : { id: Number(move['id']), quantity, isOpen: OPEN_MOVES.includes(state) })
  }
  return new Map([...outputs].flatMap(([id, output]) => (output === null ? [] : [[id, output] as const])))
}

/**
 * Says the accepted quantity as that of the production's output; the figure over there is read first, and never overwritten where somebody else set it. Before the
 * first one it is what was planned, however often a planner changed that.
 * Works before the last one have no figure of their own there, so nothing is said of them.
 */
async function post({ client }: Opened, { externalId, figures, said, isFirst }: Posting): Promise<PostAnswer> {
  const [model = '', id = ''] = externalId.split('/')
  const gone = () => new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false, params: { id: externalId } })
  let productionId = Number(id)
  if (model === 'production.work') {
    const [work] = await searchIn(client, model, 'id', [productionId], ['production'])
    if (work === undefined) throw gone()
    productionId = numberOf(work, 'production') ?? 0
    const all = (await searchIn(client, model, 'production', [productionId], WORK_FIELDS)).map(workOf)
    if (lastWork(all)?.id !== Number(id)) return { kind: 'DONE', made: null }
  }
  const productions = await searchIn(client, 'production', 'id', [productionId], ['uom', 'product.rec_name', 'quantity'])
  const [production] = productions
  if (production === undefined) throw gone()
  const output = (await outputsOf(client, productions)).get(productionId)
  if (output === undefined) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' }
  const { accepted } = figures
  const isAsPlanned = isFirst && output.quantity === numberOf(production, 'quantity')
  if (!isAsPlanned && isMovedOutside(output.quantity, { said, says: accepted })) return { kind: 'CONFLICT', theirs: output.quantity }
  if (output.quantity !== accepted) {
    if (!output.isOpen) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' }
    await client.call('stock.move', 'write', [output.id], { quantity: accepted })
  }
  return { kind: 'DONE', made: accepted }
}

function productionOf(row: Row, made: number | null): TrytonProduction {
  const product = placeIn(row, 'product.')
  return {
    id: Number(row['id']),
    number: textIn(row, 'number') || String(row['id']),
    state: textIn(row, 'state'),
    product: product === null ? null : { ...product, code: textIn(row['product.'], 'code') || null },
    quantity: numberOf(row, 'quantity'),
    planStart: dateIn(row, 'planned_start_date'),
    planEnd: dateIn(row, 'planned_date'),
    place: placeIn(row, 'work_center.'),
    made,
  }
}

function workOf(row: Row): TrytonWork {
  return {
    id: Number(row['id']),
    productionId: numberOf(row, 'production') ?? 0,
    sequence: numberOf(row, 'sequence'),
    state: textIn(row, 'state'),
    place: placeIn(row, 'work_center.'),
  }
}

async function searchIn(
  client: TrytonClient,
  model: string,
  field: string,
  ids: readonly number[],
  fields: readonly string[],
): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    found.push(...(await searchAll(client, model, [[field, 'in', ids.slice(from, from + AT_ONCE)]], fields)))
    if (found.length >= MOST_ROWS) throw tooLarge(peerOf(client))
  }
  return found
}

async function searchAll(client: TrytonClient, model: string, domain: readonly unknown[], fields: readonly string[]): Promise<Row[]> {
  return await readRising(
    peerOf(client),
    async (above) => await client.call(model, 'search_read', [...domain, ['id', '>', above]], 0, AT_ONCE, ID_ORDER, fields),
  )
}

/** A record that was never written has no date of it. */
function changedSince(at: number): unknown {
  const date = instantValue(at)
  return ['OR', [['write_date', '>=', date]], [['create_date', '>=', date]]]
}

function peerOf({ host }: TrytonClient): Peer {
  return { system: 'Tryton', host }
}

/** A linked record, which is answered under the name of its field with a dot. */
function placeIn(row: unknown, name: string): TrytonPlace | null {
  const linked = memberOf(row, name)
  const id = memberOf(linked, 'id')
  return typeof id === 'number' ? { id, name: textIn(linked, 'rec_name') } : null
}

function numberOf(row: Row, name: string): number | null {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

/** Dates and instants are objects of their parts; instants have no zone, and are only compared with others of the same server. */
function partsIn(row: Row, name: string): readonly number[] | null {
  const value = row[name]
  const parts = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'].map((part) => memberOf(value, part) ?? 0)
  return memberOf(value, 'year') === undefined ? null : parts.map(Number)
}

function dateIn(row: Row, name: string): string | null {
  const at = instantIn(row, name)
  return at === null ? null : new Date(at).toISOString().slice(0, 10)
}

function instantIn(row: Row, name: string): number | null {
  const parts = partsIn(row, name)
  if (parts === null) return null
  const [year = 0, month = 1, day = 1, hour, minute, second, microsecond = 0] = parts
  return Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(microsecond / 1000))
}

function instantValue(at: number): unknown {
  const date = new Date(at)
  return {
    __class__: 'datetime',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    microsecond: date.getUTCMilliseconds() * 1000,
  }
}
