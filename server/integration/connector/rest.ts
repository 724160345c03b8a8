import { isMovedOutside } from '#engine/integration/outboxPlan.ts'
import type { ExternalOrder } from '#engine/integration/externalOrder.ts'
import { pageLength, recordsAt, restInstant, restOrder, restPlace, shownValue, valueAt } from '#engine/integration/rest/restAnswer.ts'
import type { RestRecord } from '#engine/integration/rest/restAnswer.ts'
import { readNumber } from '#engine/jobOrder/import/readNumber.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { askJson, hostOf, shortText, statusFailure } from './ask.ts'
import type { JsonAnswer } from './ask.ts'
import { CAPABILITIES, ConnectorFailure } from './connector.ts'
import type { Capability, Connector, OrdersAsked, OrdersFound, OrdersRead, PostAnswer, Posting, Probe } from './connector.ts'
import { textIn } from './odooClient.ts'
import { restSignIn } from './restSignIn.ts'
import type { RestAccess } from './restSignIn.ts'

/** More records are not read at once: they stand in the memory of everybody. */
const MOST_RECORDS = 50_000
/** Of all pages of a list. */
const MOST_BYTES = 50_000_000
/** Of a token that is not known any more. */
const UNAUTHORIZED = 401
/** Where pages hold less than was asked for. */
const MOST_PAGES = 1000
/** So many orders are asked for one by one; those seen longest ago come first. */
const MOST_FOUND = 50
/** Where not one is found, more than so many were not deleted: the interface tells of some orders only. */
const MOST_GONE = 10
/** Transactions that were open when the last run read may show up with an older time. */
const OVERLAP_MS = 5 * SECOND_MS

/** A list that can be read as it is, for who maps its fields. */
export type RestSample = { readonly records: readonly RestRecord[]; readonly answer: unknown }
export type RestConnector = Connector & { sample(list: 'ORDERS' | 'WORK_CENTERS'): Promise<RestSample> }

type ListAsked = {
  readonly path: string
  readonly list: string
  readonly idPath: string
  readonly given?: Readonly<Record<string, string>>
  readonly mostPages: number
}
/** What came of the question for one order; null = it is there, but cannot be read. */
type FoundOrder = { readonly is: 'FOUND'; readonly order: ExternalOrder | null } | { readonly is: 'GONE' | 'UNHEARD' | 'UNKNOWN' }
/** What was taken of the records, and the first answer. */
type Taken<T> = { readonly taken: readonly T[]; readonly first: unknown }

/** Returns the connector of a REST interface whose lists are found by paths (domain.md IN-3). */
export function restConnector(fetcher: GuardedFetch, access: RestAccess & { readonly system: string }): RestConnector {
  const { url, rest, system } = access
  const host = hostOf(url)
  const signIn = restSignIn(fetcher, access)
  const unexpected = () => new ConnectorFailure('INTEGRATION_UNEXPECTED', { isTransient: false, params: { system: host } })

  const tooLarge = () => new ConnectorFailure('INTEGRATION_TOO_LARGE', { isTransient: false, params: { host } })

  const ask = async (method: 'GET' | 'PUT', target: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const once = async () => {
      const headers = { ...(await signIn.headers({ method, url: target, body: text })), ...more }
      return await askJson(fetcher, { method, url: target, headers, ...(body !== undefined && { body }) })
    }
    const wasKept = access.tokenPlace?.get() != null
    // A token that was kept from an earlier turn may be refused before its end; some say so with a page.
    const isRefused = (status: unknown) => status === UNAUTHORIZED && wasKept && signIn.forget()
    try {
      const answer = await once()
      return isRefused(answer.status) ? await once() : answer
    } catch (error) {
      if (error instanceof ConnectorFailure && error.code === 'INTEGRATION_NOT_JSON' && isRefused(error.params['status']))
        return await once()
      throw error
    }
  }

  /** Asks page by page until a page is the last one; what is taken of a record is kept, the answers are not. */
  const readList = async <T>(
    { path, list, idPath, given = {}, mostPages }: ListAsked,
    take: (record: RestRecord) => T,
  ): Promise<Taken<T>> => {
    const taken: T[] = []
    const seen = new Set<string>()
    let next: string | null = withQuery(url + path, { ...given, ...firstPage(access) })
    let [first, read, bytes]: [unknown, number, number] = [null, 0, 0]
    const asked = new Set<string>()
    for (let page = 0; next !== null && page < mostPages; page++) {
      // A page that leads to itself never ends.
      if (asked.has(next)) throw unexpected()
      asked.add(next)
      const raw: JsonAnswer = await ask('GET', next)
      // Some say so that there is no page behind the last one.
      if (page > 0 && raw.status === 404 && isCounted(access)) break
      const answer = good(raw)
      const found = recordsAt(answer.json, list)
      if (found === null) throw unexpected()
      first ??= answer.json
      bytes += answer.bytes
      const length = pageLength(answer.json, list)
      read += length
      if (bytes > MOST_BYTES) throw tooLarge()
      if (isCounted(access)) {
        const before = seen.size
        for (const record of found) seen.add(idOf(record, idPath))
        const isRepeated = page > 0 && found.length > 0 && seen.size === before
        // A full first page again: the parameter of the page means nothing over there, and the rest was never seen.
        if (isRepeated && page === 1 && rest.sizeName !== '' && read === 2 * rest.pageSize) throw unexpected()
        if (isRepeated) break
      }
      for (const record of found) taken.push(take(record))
      if (taken.length > MOST_RECORDS) throw tooLarge()
      next = nextPage(access, { at: next, answer, page, isLast: length === 0, read })
      if (next !== null && page + 1 >= MOST_PAGES) throw tooLarge()
    }
    return { taken, first }
  }
  const orderList = { path: rest.ordersUrl, list: rest.ordersList, idPath: rest.orderPaths.id, mostPages: MOST_PAGES }
  const placeList = { path: rest.placesUrl, list: rest.placesList, idPath: rest.placePaths.id, mostPages: MOST_PAGES }

  const listOrders = async ({ since, placeIds }: OrdersAsked): Promise<OrdersRead> => {
    const given =
      rest.sinceName === '' || since === null ? {} : { [rest.sinceName]: new Date(Date.parse(since) - OVERLAP_MS).toISOString() }
    let newest = since === null ? -Infinity : Date.parse(since)
    const { taken } = await readList({ ...orderList, given }, (record) => {
      if (rest.orderPaths.changedAt !== '') {
        const changed = restInstant(shownValue(valueAt(record, rest.orderPaths.changedAt)), rest.zone, { isEnd: false })
        newest = Math.max(newest, changed ?? -Infinity)
      }
      return restOrder(record, rest)
    })
    const isWanted = ({ placeId }: { readonly placeId: string | null }) =>
      placeIds === null || placeId === null || placeIds.includes(placeId)
    return {
      orders: taken.flatMap((one) => ('order' in one && isWanted(one.order) ? [one.order] : [])),
      // What is left out in silence would look as if it were gone.
      unread: taken.flatMap((one) =>
        'unread' in one && isWanted(one.unread) ? [{ ...one.unread, value: shortText(one.unread.value) }] : [],
      ),
      newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null,
    }
  }

  /** Returns what is answered of one order; what is wrong with it is no failure of the others. */
  const findOrder = async (externalId: string): Promise<FoundOrder> => {
    try {
      const answer = await ask('GET', url + rest.orderUrl.replaceAll('{id}', encodeURIComponent(externalId)))
      if (isGone(answer.status)) return { is: 'GONE' }
      const read = restOrder({ value: good(answer).json, parents: [] }, rest)
      return { is: 'FOUND', order: 'order' in read && read.order.externalId === externalId ? read.order : null }
    } catch (error) {
      if (!(error instanceof ConnectorFailure)) throw error
      if (error.isTransient) return { is: 'UNHEARD' }
      // Some answer 404 with a page.
      return error.code === 'INTEGRATION_NOT_JSON' && isGone(error.params['status']) ? { is: 'GONE' } : { is: 'UNKNOWN' }
    }
  }

  /** Each is asked by its own path, until one is not heard. */
  const findOrders = async (externalIds: readonly string[], listed: string | null): Promise<OrdersFound> => {
    const found: { readonly externalId: string; readonly answer: FoundOrder }[] = []
    for (const externalId of externalIds.slice(0, MOST_FOUND)) {
      const answer = await findOrder(externalId)
      found.push({ externalId, answer })
      if (answer.is === 'UNHEARD') break
    }
    const gone = found.flatMap(({ externalId, answer }) => (answer.is === 'GONE' ? [externalId] : []))
    // At a wrong address every order looks deleted.
    const isRightAddress = async () =>
      found.some(({ answer }) => answer.is === 'FOUND') ||
      (gone.length <= MOST_GONE && listed !== null && (await findOrder(listed)).is === 'FOUND')
    return {
      orders: found.flatMap(({ answer }) => (answer.is === 'FOUND' && answer.order !== null ? [answer.order] : [])),
      gone: gone.length > 0 && (await isRightAddress()) ? gone : [],
      asked: found.map(({ externalId }) => externalId),
    }
  }

  const post = async ({ operation, key, externalId, figures, said }: Posting): Promise<PostAnswer> => {
    if (rest.outputUrl === '') throw new ConnectorFailure('INTEGRATION_NO_QUANTITIES', { isTransient: false })
    const at = (path: string) => url + path.replaceAll('{id}', encodeURIComponent(externalId))
    if (rest.orderUrl !== '' && rest.orderPaths.madeQuantity !== '') {
      const { json } = ofRecord(await ask('GET', at(rest.orderUrl)).catch(pageOfRecord))
      const raw = valueAt({ value: json, parents: [] }, rest.orderPaths.madeQuantity)
      const theirs = typeof raw === 'number' ? raw : (readNumber(shownValue(raw), rest.decimal) ?? null)
      if (theirs !== null && isMovedOutside(theirs, { said, says: figures.accepted })) return { kind: 'CONFLICT', theirs }
    }
    const put = ask('PUT', at(rest.outputUrl), { operation, ...figures }, { 'idempotency-key': key })
    ofRecord(await put.catch(pageOfRecord))
    return { kind: 'DONE', made: figures.accepted }
  }

  return {
    probe: async (): Promise<Probe> => {
      const started = performance.now()
      await readList({ ...placeList, mostPages: 1 }, () => null)
      const ms = Math.round(performance.now() - started)
      const { taken } = await readList({ ...orderList, mostPages: 1 }, (record) => restOrder(record, rest))
      const [one] = taken
      // One bad value is that order's; where none can be read, the paths are wrong.
      if (one !== undefined && 'unread' in one && taken.every((other) => 'unread' in other)) {
        const { field, value, path } = one.unread
        throw new ConnectorFailure('INTEGRATION_UNREAD', { isTransient: false, params: { field, value: shortText(value), path } })
      }
      const capabilities = capabilitiesOf(access)
      return { system, version: host, ms, capabilities, missing: missingOf(capabilities) }
    },
    listWorkCenters: async () => (await readList(placeList, (record) => restPlace(record, rest))).taken.filter((place) => place !== null),
    listStatuses: async () => rest.statuses.map(({ word, meaning }) => ({ code: word, name: word, isImported: meaning !== 'ENDED' })),
    listOrders,
    post,
    ...(rest.orderUrl !== '' && { findOrders }),
    sample: async (list) => {
      const asked = { ...(list === 'ORDERS' ? orderList : placeList), mostPages: 1 }
      const { taken, first } = await readList(asked, (record) => record)
      return { records: taken, answer: first }
    },
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

/** Some say with a page that a record is gone. */
function pageOfRecord(error: unknown): never {
  const isPage = error instanceof ConnectorFailure && error.code === 'INTEGRATION_NOT_JSON'
  if (isPage && isGone(error.params['status'])) throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false, cause: error })
  throw error
}

function isGone(status: unknown): boolean {
  return status === 404 || status === 410
}

/** What is not there any more was deleted; at the address of a list it means a wrong address. */
function ofRecord(answer: JsonAnswer): JsonAnswer {
  if (isGone(answer.status)) throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false })
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

/** What an interface can do is what is entered of it; steps and closing it is never asked for. */
function missingOf(capabilities: readonly Capability[]): Probe['missing'] {
  return CAPABILITIES.filter((one) => !capabilities.includes(one)).map((capability) => ({
    capability,
    reason: capability === 'CLOSING' || capability === 'WORK_ORDERS' ? 'UNSUPPORTED' : 'SETTING',
  }))
}

function firstPage({ rest }: RestAccess): Readonly<Record<string, string>> {
  const size = rest.sizeName === '' || rest.paging === 'NONE' ? {} : { [rest.sizeName]: String(rest.pageSize) }
  if (rest.paging === 'PAGE') return { ...size, [rest.pageName]: String(rest.firstPage ?? 1) }
  return rest.paging === 'OFFSET' ? { ...size, [rest.pageName]: '0' } : size
}

/** Where pages are counted, nothing but the list itself says which is the last one. */
function isCounted({ rest }: RestAccess): boolean {
  return rest.paging === 'PAGE' || rest.paging === 'OFFSET'
}

function idOf(record: RestRecord, path: string): string {
  return shownValue(valueAt(record, path)) || shownValue(record.value)
}

type Turned = {
  readonly at: string
  readonly answer: JsonAnswer
  readonly page: number
  readonly isLast: boolean
  /** So many records were handed out by all pages. */
  readonly read: number
}

/** Where the page after this one is; null after the last. */
function nextPage({ url, rest }: RestAccess, { at, answer, page, isLast, read }: Turned): string | null {
  switch (rest.paging) {
    case 'NONE':
      return null
    case 'PAGE':
      return isLast ? null : withQuery(at, { [rest.pageName]: String(page + 1 + (rest.firstPage ?? 1)) })
    case 'OFFSET':
      return isLast ? null : withQuery(at, { [rest.pageName]: String(read) })
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
