import { isMovedOutside } from '#engine/integration/outboxPlan.ts'
import { recordsAt, restInstant, restOrder, restPlace, shownValue, valueAt } from '#engine/integration/rest/restAnswer.ts'
import type { RestRecord } from '#engine/integration/rest/restAnswer.ts'
import type { ExternalOrder } from '#engine/integration/externalOrder.ts'
import { readNumber } from '#engine/jobOrder/import/readNumber.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { askJson, hostOf, shortText, statusFailure } from './ask.ts'
import type { JsonAnswer } from './ask.ts'
import { ConnectorFailure } from './connector.ts'
import type { Capability, Connector, OrdersAsked, OrdersRead, PostAnswer, Posting, Probe } from './connector.ts'
import { textIn } from './odooClient.ts'
import { restSignIn } from './restSignIn.ts'
import type { RestAccess } from './restSignIn.ts'

/** More records are not read at once: they stand in the memory of everybody. */
const MOST_RECORDS = 50_000
/** Where pages hold less than was asked for. */
const MOST_PAGES = 1000
/** Transactions that were open when the last run read may show up with an older time. */
const OVERLAP_MS = 5 * SECOND_MS

/** A list that can be read as it is, for who maps its fields. */
export type RestSample = { readonly records: readonly RestRecord[]; readonly answer: unknown }
export type RestConnector = Connector & { sample(list: 'ORDERS' | 'WORK_CENTERS'): Promise<RestSample> }

/** Returns the connector of a REST interface whose lists are found by paths (domain.md IN-3). */
export function restConnector(fetcher: GuardedFetch, access: RestAccess & { readonly system: string }): RestConnector {
  const { url, rest, system } = access
  const host = hostOf(url)
  const signIn = restSignIn(fetcher, access)
  const unexpected = () => new ConnectorFailure('INTEGRATION_UNEXPECTED', { isTransient: false, params: { system: host } })

  const ask = async (method: 'GET' | 'PUT', target: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { ...(await signIn({ method, url: target, body: text })), ...more }
    return await askJson(fetcher, { method, url: target, headers, ...(body !== undefined && { body }) })
  }

  /** Asks page by page until a page is the last one. */
  const readList = async (path: string, list: string, given: Readonly<Record<string, string>>, mostPages: number): Promise<RestSample> => {
    const records: RestRecord[] = []
    let next: string | null = withQuery(url + path, { ...given, ...firstPage(access) })
    let first: unknown = null
    const asked = new Set<string>()
    for (let page = 0; next !== null && page < mostPages; page++) {
      // A page that leads to itself never ends.
      if (asked.has(next)) throw unexpected()
      asked.add(next)
      const answer: JsonAnswer = good(await ask('GET', next))
      const found = recordsAt(answer.json, list)
      if (found === null) throw unexpected()
      first ??= answer.json
      records.push(...found)
      if (records.length > MOST_RECORDS) throw new ConnectorFailure('INTEGRATION_TOO_LARGE', { isTransient: false, params: { host } })
      next = nextPage(access, { at: next, answer, page, found: found.length, read: records.length })
      if (next !== null && page + 1 >= MOST_PAGES)
        throw new ConnectorFailure('INTEGRATION_TOO_LARGE', { isTransient: false, params: { host } })
    }
    return { records, answer: first }
  }

  const listOrders = async ({ since, placeIds }: OrdersAsked): Promise<OrdersRead> => {
    const from = rest.sinceName === '' || since === null ? {} : { [rest.sinceName]: new Date(Date.parse(since) - OVERLAP_MS).toISOString() }
    const { records } = await readList(rest.ordersUrl, rest.ordersList, from, MOST_PAGES)
    const orders: ExternalOrder[] = []
    let newest = since === null ? -Infinity : Date.parse(since)
    for (const record of records) {
      const read = restOrder(record, rest)
      // An order that cannot be read is not left out in silence: what is missing would look as if it were gone.
      if ('unread' in read)
        throw new ConnectorFailure('INTEGRATION_UNREAD', {
          isTransient: false,
          params: { field: read.unread.field, value: shortText(read.unread.value), path: rest.orderPaths[read.unread.field] },
        })
      if (rest.orderPaths.changedAt !== '') {
        const changed = restInstant(shownValue(valueAt(record, rest.orderPaths.changedAt)), rest.zone, { isEnd: false })
        newest = Math.max(newest, changed ?? -Infinity)
      }
      if (placeIds === null || read.order.placeId === null || placeIds.includes(read.order.placeId)) orders.push(read.order)
    }
    return { orders, newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null }
  }

  const post = async ({ operation, key, externalId, figures, said }: Posting): Promise<PostAnswer> => {
    if (rest.outputUrl === '') throw new ConnectorFailure('INTEGRATION_NO_QUANTITIES', { isTransient: false })
    const at = (path: string) => url + path.replaceAll('{id}', encodeURIComponent(externalId))
    if (rest.orderUrl !== '' && rest.orderPaths.madeQuantity !== '') {
      const { json } = ofRecord(await ask('GET', at(rest.orderUrl)))
      const raw = valueAt({ value: json, parents: [] }, rest.orderPaths.madeQuantity)
      const theirs = typeof raw === 'number' ? raw : (readNumber(shownValue(raw), rest.decimal) ?? null)
      if (theirs !== null && isMovedOutside(theirs, { said, says: figures.accepted })) return { kind: 'CONFLICT', theirs }
    }
    ofRecord(await ask('PUT', at(rest.outputUrl), { operation, ...figures }, { 'idempotency-key': key }))
    return { kind: 'DONE', made: figures.accepted }
  }

  return {
    probe: async (): Promise<Probe> => {
      const started = performance.now()
      await readList(rest.placesUrl, rest.placesList, {}, 1)
      const ms = Math.round(performance.now() - started)
      const { records } = await readList(rest.ordersUrl, rest.ordersList, {}, 1)
      const [record] = records
      const read = record === undefined ? null : restOrder(record, rest)
      if (read !== null && 'unread' in read)
        throw new ConnectorFailure('INTEGRATION_UNREAD', {
          isTransient: false,
          params: { field: read.unread.field, value: shortText(read.unread.value), path: rest.orderPaths[read.unread.field] },
        })
      return { system, version: host, ms, capabilities: capabilitiesOf(access) }
    },
    listWorkCenters: async () =>
      (await readList(rest.placesUrl, rest.placesList, {}, MOST_PAGES)).records.flatMap((record) => restPlace(record, rest) ?? []),
    listStatuses: async () => rest.statuses.map(({ word, meaning }) => ({ code: word, name: word, isImported: meaning !== 'ENDED' })),
    listOrders,
    post,
    sample: async (list) =>
      list === 'ORDERS' ? await readList(rest.ordersUrl, rest.ordersList, {}, 1) : await readList(rest.placesUrl, rest.placesList, {}, 1),
  }
}

function good(answer: JsonAnswer): JsonAnswer {
  const { status, json } = answer
  const error = typeof json === 'object' && json !== null && !Array.isArray(json) ? Reflect.get(json, 'error') : undefined
  if (status >= 300) throw statusFailure(status, messageOf(json) || `HTTP ${status}`)
  // Some say in a good answer that it was none.
  if (error !== undefined && error !== null && error !== false && error !== '')
    throw new ConnectorFailure('INTEGRATION_ANSWERED', { isTransient: false, params: { status, message: shortText(messageOf(json)) } })
  return answer
}

/** What is not there any more was deleted; at the address of a list it means a wrong address. */
function ofRecord(answer: JsonAnswer): JsonAnswer {
  if (answer.status === 404 || answer.status === 410) throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false })
  return good(answer)
}

function messageOf(json: unknown): string {
  const error = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined
  return textIn(json, 'message') || textIn(json, 'detail') || textIn(error, 'message') || (typeof error === 'string' ? error : '')
}

function capabilitiesOf({ rest }: RestAccess): readonly Capability[] {
  return [
    'WORK_CENTERS',
    'ORDERS',
    ...(rest.orderPaths.planStart === '' ? [] : (['PLANNED_TIMES'] as const)),
    ...(rest.orderPaths.targetCycleTime === '' ? [] : (['CYCLE_TIMES'] as const)),
    ...(rest.outputUrl === '' ? [] : (['QUANTITIES'] as const)),
  ]
}

function firstPage({ rest }: RestAccess): Readonly<Record<string, string>> {
  const size = rest.sizeName === '' || rest.paging === 'NONE' ? {} : { [rest.sizeName]: String(rest.pageSize) }
  if (rest.paging === 'PAGE') return { ...size, [rest.pageName]: '1' }
  return rest.paging === 'OFFSET' ? { ...size, [rest.pageName]: '0' } : size
}

type Turned = { readonly at: string; readonly answer: JsonAnswer; readonly page: number; readonly found: number; readonly read: number }

/** Where the page after this one is; null after the last. */
function nextPage({ url, rest }: RestAccess, { at, answer, page, found, read }: Turned): string | null {
  switch (rest.paging) {
    case 'NONE':
      return null
    case 'PAGE':
      return found === 0 || (rest.sizeName !== '' && found < rest.pageSize) ? null : withQuery(at, { [rest.pageName]: String(page + 2) })
    case 'OFFSET':
      return found === 0 || (rest.sizeName !== '' && found < rest.pageSize) ? null : withQuery(at, { [rest.pageName]: String(read) })
    case 'CURSOR': {
      const cursor = shownValue(valueAt({ value: answer.json, parents: [] }, rest.cursorPath))
      return cursor === '' || cursor === 'false' ? null : withQuery(at, { [rest.pageName]: cursor })
    }
    case 'LINK': {
      const [, target] = /<([^<>]+)>\s*;[^,]*\brel="?next"?/i.exec(answer.link ?? '') ?? []
      if (target === undefined) return null
      const next = URL.canParse(target, at) ? new URL(target, at) : null
      // The key goes along: to another server it is not sent.
      if (next === null || next.origin !== new URL(url).origin)
        throw new ConnectorFailure('INTEGRATION_REDIRECT_REFUSED', { isTransient: false, params: { host: hostOf(url) } })
      return next.href
    }
  }
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
