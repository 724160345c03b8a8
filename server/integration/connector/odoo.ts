import { z } from 'zod'
import { lastOperation, odooInstant, odooOrders, odooText } from '#engine/integration/odoo/odooOrders.ts'
import type { ExternalOrder } from '#engine/integration/externalOrder.ts'
import type { OdooLink, OdooProduction, OdooWorkOrder } from '#engine/integration/odoo/odooOrders.ts'
import { ODOO_MODELS, odooCapabilities, odooMissing, odooNames } from '#engine/integration/odoo/odooVersion.ts'
import type { OdooModel, OdooNames, UntoldModels } from '#engine/integration/odoo/odooVersion.ts'
import { isMovedOutside } from '#engine/integration/outboxPlan.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector.ts'
import type { Connector, OrdersAsked, OrdersFound, OrdersRead, OursOf, PostAnswer, Posting, Probe } from './connector.ts'
import { openOdoo, textIn } from './odooClient.ts'
import type { OdooClient, OdooSettings } from './odooClient.ts'
import { AT_ONCE, MOST_ROWS, readRising, rowsOf as rowsOfPeer, tooLarge } from './readRising.ts'
import type { Peer, Row } from './readRising.ts'

/** Transactions that were open when the last run read may show up with an older date. */
const OVERLAP_MS = 5_000
const STATUSES = ['draft', 'confirmed', 'progress', 'to_close', 'done', 'cancel'] as const
const IMPORTED = ['draft', 'confirmed', 'progress']

const link = z.tuple([z.number(), z.string()])

/**
 * Returns the connector of an Odoo from 16 on; the version is found anew for each run, since it may have moved (domain.md IN-9). `oursOf` tells how orders
 * stand here.
 */
export function odooConnector(
  fetcher: GuardedFetch,
  settings: OdooSettings & { readonly closes: boolean },
  oursOf: OursOf = async () => new Map(),
): Connector {
  let opened: Promise<Opened> | null = null
  const odoo = () => (opened ??= open(fetcher, settings))
  return {
    probe: async (): Promise<Probe> => {
      const { client, names, untold } = await odoo()
      const can = odooCapabilities(names)
      const missing = odooMissing(names, untold)
      // An order is closed with its quantity.
      const unclosed = missing.flatMap(({ capability, reason }) =>
        capability === 'QUANTITIES' ? [{ capability: 'CLOSING' as const, reason }] : [],
      )
      return {
        system: 'Odoo',
        version: client.version,
        ms: client.ms,
        capabilities: ['WORK_CENTERS', ...can, ...(can.includes('QUANTITIES') ? (['CLOSING'] as const) : [])],
        missing: [...missing, ...unclosed],
      }
    },
    listWorkCenters: async () => {
      const { client, names } = await odoo()
      const { code, name } = names['mrp.workcenter']
      const found = await searchAll(client, 'mrp.workcenter', { domain: [], fields: present([code, name]) })
      return found.map((row) => ({ id: String(row['id']), code: textOf(row, code), name: textOf(row, name) ?? String(row['id']) }))
    },
    listStatuses: async () => STATUSES.map((code) => ({ code, name: code, isImported: IMPORTED.includes(code) })),
    listOrders: async (asked) => await readOrders(readable(await odoo()), asked),
    findOrders: async (externalIds) => await findOrders(readable(await odoo()), externalIds),
    post: async (posting) => await post(await odoo(), posting, { oursOf, closes: settings.closes }),
    keys: {
      make: async (name, endsOn) => {
        const { client } = await odoo()
        // A key of this scope does what the old one did, whether that had the scope or none.
        const given = { key: settings.apiKey, scope: 'rpc', name, expiration_date: endsOn }
        const made = await client.call(KEYS, 'generate', given).catch((error: unknown) => {
          throw isForbidden(error) ? new ConnectorFailure('INTEGRATION_KEY_RIGHTS', { isTransient: false, cause: error }) : error
        })
        if (typeof made !== 'string' || made === '')
          throw new ConnectorFailure('INTEGRATION_UNEXPECTED', { isTransient: false, params: { system: 'Odoo' } })
        return made
      },
      revoke: async (key) => {
        const { client } = await odoo()
        await client.call(KEYS, 'revoke', { key }).catch((error: unknown) => {
          if (!isForbidden(error)) throw error
        })
      },
    },
  }
}

const KEYS = 'res.users.apikeys'

/** Of a user without the right, and of a key that is not there. */
function isForbidden(error: unknown): boolean {
  return error instanceof ConnectorFailure && error.params['status'] === 403
}

type Opened = { readonly client: OdooClient; readonly names: OdooNames; readonly untold: UntoldModels }

async function open(fetcher: GuardedFetch, settings: OdooSettings): Promise<Opened> {
  const client = await openOdoo(fetcher, settings)
  const fields: Record<OdooModel, ReadonlySet<string> | null> = { 'mrp.production': null, 'mrp.workorder': null, 'mrp.workcenter': null }
  const untold: { [Model in OdooModel]?: 'MODULE' | 'RIGHTS' } = {}
  for (const model of ODOO_MODELS) {
    const told = await client.call(model, 'fields_get', { attributes: ['type'] }).catch((error: unknown) => {
      const why = whyUntold(error)
      // Without rights to orders there is nothing to do here.
      if (why === null || (why === 'RIGHTS' && model === 'mrp.production')) throw error
      untold[model] = why
      return null
    })
    fields[model] = told === null ? null : new Set(Object.keys(rowsOf(client, [told])[0] ?? {}))
  }
  const names = odooNames(fields)
  if (!odooCapabilities(names).includes('ORDERS'))
    throw new ConnectorFailure('INTEGRATION_NO_ORDERS', { isTransient: false, params: { system: `Odoo ${client.version}` } })
  return { client, names, untold }
}

/** Returns whether the model is not there or may not be read; null for any other failure. */
function whyUntold(error: unknown): 'MODULE' | 'RIGHTS' | null {
  if (isForbidden(error)) return 'RIGHTS'
  return error instanceof ConnectorFailure && error.code === 'INTEGRATION_ANSWERED' && !error.isTransient ? 'MODULE' : null
}

/** Returns the Odoo to read orders of; without rights to its work orders, which it has, each order would come once more as a whole. */
function readable(opened: Opened): Opened {
  if (opened.untold['mrp.workorder'] === 'RIGHTS')
    throw new ConnectorFailure('INTEGRATION_SIGN_IN', { isTransient: false, params: { status: 403 } })
  return opened
}

async function readOrders({ client, names }: Pick<Opened, 'client' | 'names'>, { since, placeIds }: OrdersAsked): Promise<OrdersRead> {
  const work = names['mrp.workorder']
  const hasWork = odooCapabilities(names).includes('WORK_ORDERS')
  const from = odooInstant(since)
  const changed = from === null ? [] : [['write_date', '>=', odooText(from - OVERLAP_MS)]]
  const fields = orderFieldsOf(names)
  // Of a change to either of the two all of the order is read again.
  const open = from === null ? [['state', 'in', IMPORTED]] : changed
  const productions = await searchAll(client, 'mrp.production', { domain: open, fields })
  const ids = new Set(productions.map(({ id }) => Number(id)))
  if (hasWork && from !== null) {
    const touched = await searchAll(client, 'mrp.workorder', { domain: changed, fields: present([work.production]) })
    const missing = [...new Set(touched.flatMap((row) => linkOf(row, work.production)?.[0] ?? []))].filter((id) => !ids.has(id))
    productions.push(...(await searchIn(client, 'mrp.production', 'id', missing, fields)))
    for (const id of missing) ids.add(id)
  }
  const { orders, works } = await ordersOf({ client, names }, productions)
  const wanted = placeIds === null ? null : new Set(placeIds)
  const newest = [...productions, ...works].reduce<string | null>((latest, row) => later(latest, textOf(row, 'write_date')), since)
  return { orders: orders.filter(({ placeId }) => wanted === null || placeId === null || wanted.has(placeId)), unread: [], newest }
}

/** What is asked of a production. */
function orderFieldsOf(names: OdooNames): string[] {
  const { name, state, product, quantity, unit, bom, planStart, planEnd, made } = names['mrp.production']
  return [...present([name, state, product, quantity, unit, bom, planStart, planEnd, made]), 'write_date']
}

/** Returns the orders of the productions, with the rows of their work orders. */
async function ordersOf(
  { client, names }: Pick<Opened, 'client' | 'names'>,
  productions: readonly Row[],
): Promise<{ readonly orders: readonly ExternalOrder[]; readonly works: readonly Row[] }> {
  const order = names['mrp.production']
  const work = names['mrp.workorder']
  const hasWork = odooCapabilities(names).includes('WORK_ORDERS')
  const workFields = present([work.state, work.production, work.place, work.sequence, work.duration, work.planStart, work.planEnd])
  const works = hasWork
    ? await searchIn(
        client,
        'mrp.workorder',
        work.production ?? 'production_id',
        productions.map(({ id }) => Number(id)),
        [...workFields, 'write_date'],
      )
    : []
  const firstPlaces = await firstPlacesOf(
    client,
    productions,
    order.bom,
    new Set(works.map((row) => linkOf(row, work.production)?.[0] ?? 0)),
  )
  const skus = await skusOf(client, productions, order.product)
  const orders = odooOrders(
    productions.map((row): OdooProduction => ({
      id: Number(row['id']),
      name: textOf(row, order.name) ?? '',
      state: textOf(row, order.state) ?? '',
      product: linkOf(row, order.product),
      quantity: numberOf(row, order.quantity) ?? 0,
      unit: linkOf(row, order.unit),
      planStart: textOf(row, order.planStart),
      planEnd: textOf(row, order.planEnd),
      made: numberOf(row, order.made),
      firstPlace: firstPlaces.get(linkOf(row, order.bom)?.[0] ?? 0) ?? null,
    })),
    works.map((row): OdooWorkOrder => ({
      id: Number(row['id']),
      state: textOf(row, work.state) ?? '',
      productionId: linkOf(row, work.production)?.[0] ?? 0,
      place: linkOf(row, work.place),
      sequence: numberOf(row, work.sequence),
      duration: numberOf(row, work.duration),
      planStart: textOf(row, work.planStart),
      planEnd: textOf(row, work.planEnd),
    })),
    (id) => skus.get(id) ?? null,
  )
  return { orders, works }
}

/** Returns the orders of the ids as they stand, and the ids whose record is not there any more. */
async function findOrders(opened: Opened, externalIds: readonly string[]): Promise<OrdersFound> {
  const { client, names } = opened
  const idsOf = (model: OdooModel) =>
    externalIds.flatMap((one) => (one.startsWith(`${model}/`) ? [Number(one.slice(model.length + 1))] : []))
  const production = names['mrp.workorder'].production ?? 'production_id'
  const hasWork = odooCapabilities(names).includes('WORK_ORDERS')
  const works = hasWork ? await searchIn(client, 'mrp.workorder', 'id', idsOf('mrp.workorder'), [production]) : []
  const wanted = new Set([...idsOf('mrp.production'), ...works.flatMap((row) => linkOf(row, production)?.[0] ?? [])])
  const productions = await searchIn(client, 'mrp.production', 'id', [...wanted], orderFieldsOf(names))
  const { orders } = await ordersOf(opened, productions)
  const asked = new Set(externalIds)
  const present = new Set([
    ...works.map(({ id }) => `mrp.workorder/${String(id)}`),
    ...productions.map(({ id }) => `mrp.production/${String(id)}`),
  ])
  // Without their module the work orders are not gone: nothing is known of them.
  const isKnown = (one: string) => hasWork || !one.startsWith('mrp.workorder/')
  const missing = externalIds.filter((one) => isKnown(one) && !present.has(one))
  const looked = missing.slice(0, MOST_LOOKED)
  const gone: string[] = []
  for (const one of looked) if (await isDeleted(client, one)) gone.push(one)
  const left = new Set(missing.slice(MOST_LOOKED))
  return {
    orders: orders.filter(({ externalId }) => asked.has(externalId)),
    gone,
    asked: externalIds.filter((one) => !left.has(one)),
  }
}

/** So many records that a search does not find are read one by one. */
const MOST_LOOKED = 50

/** Returns whether there is no such record: what rules hide from this login is not found either, but reading it is forbidden. */
async function isDeleted(client: OdooClient, externalId: string): Promise<boolean> {
  const [model = '', id = ''] = externalId.split('/')
  try {
    return rowsOf(client, await client.call(model, 'read', { fields: ['state'] }, [Number(id)])).length === 0
  } catch (error) {
    const why = whyUntold(error)
    if (why === null) throw error
    return why === 'MODULE'
  }
}

/** Only of orders without work orders it decides where they stand. */
async function firstPlacesOf(
  client: OdooClient,
  productions: readonly Row[],
  bom: string | null,
  withWork: ReadonlySet<number>,
): Promise<ReadonlyMap<number, OdooLink>> {
  const boms = [...new Set(productions.filter(({ id }) => !withWork.has(Number(id))).flatMap((row) => linkOf(row, bom)?.[0] ?? []))]
  if (boms.length === 0) return new Map()
  const operations = await searchIn(client, 'mrp.routing.workcenter', 'bom_id', boms, ['bom_id', 'workcenter_id', 'sequence'])
  const first = new Map<number, OdooLink>()
  for (const row of operations.toSorted(bySequence)) {
    const id = linkOf(row, 'bom_id')?.[0]
    if (id !== undefined && !first.has(id)) first.set(id, linkOf(row, 'workcenter_id'))
  }
  return first
}

async function skusOf(client: OdooClient, productions: readonly Row[], product: string | null): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(productions.flatMap((row) => linkOf(row, product)?.[0] ?? []))]
  const found = await searchIn(client, 'product.product', 'id', ids, ['default_code'])
  return new Map(
    found.flatMap((row) => {
      const sku = textOf(row, 'default_code')
      return sku === null ? [] : [[Number(row['id']), sku] as const]
    }),
  )
}

/**
 * Says the figures as they stand (domain.md IN-12): the figure over there is read first, and never overwritten where somebody else set it. The work orders of a
 * manufacturing order share its quantity, so its last one says it, and the others leave a note alone. What one of them said while it was the last is ours, too.
 */
async function post(
  opened: Opened,
  posting: Posting,
  { oursOf, closes }: { readonly oursOf: OursOf; readonly closes: boolean },
): Promise<PostAnswer> {
  const { client, names } = opened
  const { made } = names['mrp.production']
  if (made === null) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' }
  const told = await toldOf(opened, posting.externalId)
  const { productionId, isLast } = told
  const before = await readOne(client, 'mrp.production', productionId, present([made, 'state']))
  if (posting.operation === 'CANCELLED' || posting.operation === 'REOPENED') {
    // What is done there nobody opens from outside; and nobody cancels there but its people: a planner reads it in the chatter.
    if (posting.operation === 'REOPENED' && textOf(before, 'state') === 'done')
      return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_STILL_CLOSED' }
    if (!(await hasNote(client, posting, productionId))) await note(client, posting, told)
    return { kind: 'DONE', made: null }
  }
  if (!isLast) {
    const isNoted = !['CLOSED', 'OUTPUT'].includes(posting.operation) || (await hasNote(client, posting, productionId))
    if (!isNoted) await note(client, posting, told)
  } else {
    const theirs = numberOf(before, made)
    const { accepted } = posting.figures
    const isMoved = isMovedOutside(theirs, { said: posting.said, says: accepted })
    if (isMoved && !(await isOfAnother(theirs, posting, { told, oursOf }))) return { kind: 'CONFLICT', theirs: theirs ?? 0 }
    if (theirs !== accepted) {
      await write(opened, told, accepted)
      // What it answers is not believed before it is read: of a product with serial numbers it makes 1 of any figure.
      const now = numberOf(await readOne(client, 'mrp.production', productionId, [made]), made)
      if (isMovedOutside(now, { said: accepted, says: accepted })) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NOT_TAKEN' }
    }
    // A try that broke off after the figure left no note; one after the note left both.
    const isBroken = theirs === accepted && posting.said !== accepted
    if (theirs !== accepted || (isBroken && !(await hasNote(client, posting, productionId)))) await note(client, posting, told)
  }
  const done = { kind: 'DONE', made: isLast ? posting.figures.accepted : null } as const
  if (posting.operation !== 'CLOSED' || !closes || textOf(before, 'state') === 'done') return done
  if (!isEnded(told, posting.externalId, await oursOf(told.operations))) return done
  const answer = await client.call('mrp.production', 'button_mark_done', {}, [productionId])
  if (isAction(answer)) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_WIZARD' }
  const after = await readOne(client, 'mrp.production', productionId, ['state'])
  return textOf(after, 'state') === 'done' ? done : { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NOT_CLOSED' }
}

/** The manufacturing order that a message is about. */
type Told = {
  readonly productionId: number
  /** The work order that the message is of; null = of the order itself. */
  readonly workId: number | null
  /** Whether what it made is the quantity of the order. */
  readonly isLast: boolean
  /** The ids, as ours know them, of all that is made for the order, the last one at the end. */
  readonly operations: readonly string[]
  /** The same with what was cancelled there, and the order itself, which was linked while it had no work orders. */
  readonly all: readonly string[]
}

async function toldOf({ client, names }: Opened, externalId: string): Promise<Told> {
  const [model = '', text = ''] = externalId.split('/')
  const id = Number(text)
  if (model !== 'mrp.workorder') return { productionId: id, workId: null, isLast: true, operations: [externalId], all: [externalId] }
  const { production, state, sequence, planStart } = names['mrp.workorder']
  const link = production ?? 'production_id'
  const productionId = linkOf(await readOne(client, 'mrp.workorder', id, [link]), link)?.[0]
  if (productionId === undefined) throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false, params: { id: externalId } })
  const rows = await searchIn(client, 'mrp.workorder', link, [productionId], present([state, sequence, planStart]))
  const works = rows.map((row) => ({
    id: Number(row['id']),
    state: textOf(row, state) ?? '',
    sequence: numberOf(row, sequence),
    planStart: textOf(row, planStart),
  }))
  const last = lastOperation(works)
  const others = works.filter((work) => work.state !== 'cancel' && work.id !== last?.id)
  return {
    productionId,
    workId: id,
    isLast: last?.id === id,
    operations: [...others, ...(last === null ? [] : [last])].map(nameOf),
    all: [...works.map(nameOf), `mrp.production/${productionId}`],
  }
}

function nameOf({ id }: { readonly id: number }): string {
  return `mrp.workorder/${id}`
}

/**
 * Returns whether the figure there is what another work order of the manufacturing order said while it was the last: one was added behind it, it was cancelled
 * or their sequence changed. Of one that said a figure itself, an older one of another tells nothing.
 */
async function isOfAnother(
  theirs: number | null,
  { said }: Posting,
  { told, oursOf }: { readonly told: Told; readonly oursOf: OursOf },
): Promise<boolean> {
  if (said !== null && said !== 0) return false
  const ours = await oursOf(told.all)
  return ours.values().some((other) => other.said !== null && !isMovedOutside(theirs, { said: other.said, says: other.said }))
}

/**
 * Returns whether the order is over as far as it is made here: its last operation is one of ours and was told, and none of ours is open any more. An order
 * whose last operation is made elsewhere is closed by whoever makes that.
 */
function isEnded({ operations }: Told, externalId: string, ours: Awaited<ReturnType<OursOf>>): boolean {
  const last = operations.at(-1)
  const ofLast = last === undefined ? undefined : ours.get(last)
  if (ofLast === undefined || (last !== externalId && ofLast.hasUntold)) return false
  return ours.values().every(({ isOpen }) => !isOpen)
}

/** By its work order Odoo also sets what was consumed; but there it takes no 0. */
async function write({ client, names }: Opened, { productionId, workId }: Told, accepted: number): Promise<void> {
  const ofWork = names['mrp.workorder'].made
  if (workId !== null && ofWork !== null && accepted !== 0)
    await client.call('mrp.workorder', 'write', { vals: { [ofWork]: accepted } }, [workId])
  else
    await client.call('mrp.production', 'write', { vals: { [names['mrp.production'].made ?? 'qty_producing']: accepted } }, [productionId])
}

async function readOne(client: OdooClient, model: OdooModel, id: number, fields: readonly string[]): Promise<Row> {
  const [row] = rowsOf(client, await client.call(model, 'read', { fields }, [id]))
  if (row === undefined)
    throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false, params: { id: `${model}/${String(id)}` } })
  return row
}

async function note(client: OdooClient, posting: Posting, told: Told): Promise<void> {
  await client.call('mrp.production', 'message_post', { body: noteOf(posting, told) }, [told.productionId])
}

/** A wizard for a backorder or for consumption, which leaves the order open. */
function isAction(answer: unknown): boolean {
  return textIn(answer, 'type').startsWith('ir.actions.')
}

/** Returns whether the order has the note already; one that may not be looked for is not written twice. */
async function hasNote(client: OdooClient, { key }: Posting, productionId: number): Promise<boolean> {
  const domain = [
    ['model', '=', 'mrp.production'],
    ['res_id', '=', productionId],
    ['body', 'ilike', noteMark(key)],
  ]
  try {
    return rowsOf(client, await client.call('mail.message', 'search_read', { domain, fields: ['id'], limit: 1 })).length > 0
  } catch (error) {
    if (isForbidden(error) || whyUntold(error) !== null) return true
    throw error
  }
}

/** What a note begins with: the id of what was confirmed and of its order here. */
function noteMark(key: string): string {
  return `Trueline ${key}:`
}

function noteOf({ key, figures, operation }: Posting, { workId, isLast }: Told): string {
  const by = isLast ? '' : ` by work order ${String(workId)}`
  const act = operation === 'CANCELLED' ? ' cancelled here,' : operation === 'REOPENED' ? ' open again here,' : ''
  return `${noteMark(key)}${act} accepted ${figures.accepted}, rejected ${figures.rejected} so far${by}.`
}

async function searchIn(
  client: OdooClient,
  model: string,
  field: string,
  ids: readonly number[],
  fields: readonly string[],
): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    found.push(...(await searchAll(client, model, { domain: [[field, 'in', ids.slice(from, from + AT_ONCE)]], fields })))
    if (found.length >= MOST_ROWS) throw tooLarge(peerOf(client))
  }
  return found
}

async function searchAll(
  client: OdooClient,
  model: string,
  { domain, fields }: { readonly domain: readonly unknown[]; readonly fields: readonly string[] },
): Promise<Row[]> {
  return await readRising(peerOf(client), async (last) => {
    const above = last === 0 ? domain : [...domain, ['id', '>', last]]
    return await client.call(model, 'search_read', { domain: above, fields, limit: AT_ONCE, order: 'id' })
  })
}

function peerOf({ host }: OdooClient): Peer {
  return { system: 'Odoo', host }
}

/** What another system answers has any form. */
function rowsOf(client: OdooClient, answer: unknown): Row[] {
  return rowsOfPeer(peerOf(client), answer)
}

function bySequence(one: Row, other: Row): number {
  return (numberOf(one, 'sequence') ?? 0) - (numberOf(other, 'sequence') ?? 0) || Number(one['id']) - Number(other['id'])
}

function present(names: readonly (string | null)[]): string[] {
  return names.flatMap((name) => name ?? [])
}

/** Odoo says `false` for nothing. */
function textOf(row: Row, name: string | null): string | null {
  const value = name === null ? null : row[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(row: Row, name: string | null): number | null {
  const value = name === null ? null : row[name]
  return typeof value === 'number' ? value : null
}

function linkOf(row: Row, name: string | null): OdooLink {
  const parsed = link.safeParse(name === null ? null : row[name])
  return parsed.success ? parsed.data : null
}

function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one
}
