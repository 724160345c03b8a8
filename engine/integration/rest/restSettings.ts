import { numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import { DECIMAL_SIGNS } from '#engine/jobOrder/import/importField.ts'
import type { DecimalSign } from '#engine/jobOrder/import/importField.ts'
import type { Problem } from '#engine/result.ts'
import { isZone } from '#engine/time/zone.ts'
import { EXTERNAL_STATUSES } from '../externalOrder.ts'
import type { ExternalStatus } from '../externalOrder.ts'

export const REST_AUTHS = ['API_KEY', 'BASIC', 'BEARER', 'HMAC', 'NONE', 'OAUTH2'] as const
/** How a REST interface knows who asks (domain.md IN-3). */
export type RestAuth = (typeof REST_AUTHS)[number]

export const REST_PAGINGS = ['CURSOR', 'LINK', 'NONE', 'OFFSET', 'PAGE'] as const
/** How a REST interface hands out long lists. */
export type RestPaging = (typeof REST_PAGINGS)[number]

export const ORDER_FIELDS = [
  'id',
  'code',
  'status',
  'plannedQuantity',
  'productCode',
  'productName',
  'workCenterId',
  'planStart',
  'planEnd',
  'targetCycleTime',
  'madeQuantity',
  'changedAt',
] as const
/** What an order is told by; each has a dotted path in the answer. */
export type OrderField = (typeof ORDER_FIELDS)[number]

export const PLACE_FIELDS = ['id', 'code', 'name'] as const
export type PlaceField = (typeof PLACE_FIELDS)[number]

/** Without them nothing can be imported. */
export const REQUIRED_ORDER_FIELDS: readonly OrderField[] = ['id', 'code', 'plannedQuantity', 'productCode', 'workCenterId']

/** A word of the other system for a status, and what it means here. */
export type StatusWord = { readonly word: string; readonly meaning: ExternalStatus }

/** How a REST interface is spoken to, and where its answers have what an order needs; an empty text = it has none. */
export type RestSettings = {
  readonly auth: RestAuth
  /** The header of API_KEY. */
  readonly keyHeader: string
  /** Where OAUTH2 gets its tokens: a path of the address, or an address of its own. */
  readonly tokenUrl: string
  readonly paging: RestPaging
  /** The query parameter of the page, the offset or the cursor. */
  readonly pageName: string
  /** Of PAGE: the number of the first page, 0 or 1; left out = 1. */
  readonly firstPage?: number
  readonly sizeName: string
  readonly pageSize: number
  /** Where an answer has the next cursor. */
  readonly cursorPath: string
  readonly placesUrl: string
  /** Where an answer has its list; empty = the answer is the list. */
  readonly placesList: string
  readonly placePaths: Readonly<Record<PlaceField, string>>
  readonly ordersUrl: string
  readonly ordersList: string
  readonly orderPaths: Readonly<Record<OrderField, string>>
  /** The query parameter of what changed since; empty = all orders are read each time. */
  readonly sinceName: string
  /** With {id}: one order, read before a figure is written over. */
  readonly orderUrl: string
  /** With {id}: where figures go; empty = none go back. */
  readonly outputUrl: string
  readonly statuses: readonly StatusWord[]
  readonly decimal: DecimalSign
  /** Of times without an offset. */
  readonly zone: string
}

/** Factory Online as our published contract describes it (docs/decisions/factory-online.md). */
export const FACTORY_ONLINE: RestSettings = {
  auth: 'API_KEY',
  keyHeader: 'X-API-Key',
  tokenUrl: '/oauth/token',
  paging: 'CURSOR',
  pageName: 'cursor',
  sizeName: 'limit',
  pageSize: 500,
  cursorPath: 'next',
  placesUrl: '/v1/work-centers',
  placesList: 'items',
  placePaths: { id: 'id', code: 'code', name: 'name' },
  ordersUrl: '/v1/job-orders',
  ordersList: 'items',
  orderPaths: {
    id: 'id',
    code: 'code',
    status: 'status',
    plannedQuantity: 'plannedQuantity',
    productCode: 'product.code',
    productName: 'product.name',
    workCenterId: 'workCenterId',
    planStart: 'planStart',
    planEnd: 'planEnd',
    targetCycleTime: 'targetCycleTimeSeconds',
    madeQuantity: 'acceptedQuantity',
    changedAt: 'changedAt',
  },
  sinceName: 'changedSince',
  orderUrl: '/v1/job-orders/{id}',
  outputUrl: '/v1/job-orders/{id}/output',
  statuses: [
    { word: 'draft', meaning: 'DRAFT' },
    { word: 'planned', meaning: 'RELEASED' },
    { word: 'released', meaning: 'RELEASED' },
    { word: 'in_progress', meaning: 'RELEASED' },
    { word: 'done', meaning: 'ENDED' },
    { word: 'cancelled', meaning: 'ENDED' },
  ],
  decimal: 'DOT',
  zone: 'UTC',
}

/** Where a new REST connection begins: like Factory Online, by pages without a cursor. */
export const NEW_REST: RestSettings = {
  ...FACTORY_ONLINE,
  paging: 'PAGE',
  pageName: 'page',
  firstPage: 1,
  sizeName: 'pageSize',
  pageSize: 100,
  placesUrl: '/work-centers',
  ordersUrl: '/orders',
  orderUrl: '',
  outputUrl: '',
  sinceName: '',
}

export const PAGE_SIZE = { min: 1, max: 1000 } as const
const TEXT = { min: 0, max: 200 }
const NEEDED = { min: 1, max: 200 }
const MOST_STATUSES = 50
const PATH = /^$|^(\^\.)*[^.\s[\]]+(\[\])?(\.[^.\s[\]]+(\[\])?)*$|^\[\]$/
const HEADER = /^[A-Za-z0-9-]+$/
/** A path of the address; it begins with a slash and goes nowhere else. */
const URL_PATH = /^\/(?!\/)[^\s#@\\]*$/
const TOKEN_URL = /^(https?:\/\/[^\s/?#@]+)?\/(?!\/)[^\s#@\\]*$/i

/** Returns what is wrong with the settings, each problem with its field, such as `rest.ordersUrl`. */
export function restProblems(rest: RestSettings): readonly Problem[] {
  const path = (name: string, text: string, range = TEXT) =>
    textProblem(`rest.${name}`, text, range) ?? (PATH.test(text) ? null : invalid(name, 'items[].product.code'))
  const url = (name: string, text: string, { isNeeded = false, hasId = false } = {}) =>
    textProblem(`rest.${name}`, text, isNeeded ? NEEDED : TEXT) ??
    (text === '' || (URL_PATH.test(text) && (!hasId || text.includes('{id}'))) ? null : invalid(name, hasId ? '/orders/{id}' : '/orders'))
  const isOneOf = (name: string, value: string, all: readonly string[]) => (all.includes(value) ? null : invalid(name, all.join(', ')))
  const problems = [
    isOneOf('auth', rest.auth, REST_AUTHS),
    rest.auth === 'API_KEY' && !HEADER.test(rest.keyHeader) ? invalid('keyHeader', 'X-API-Key') : null,
    rest.auth === 'OAUTH2' && !TOKEN_URL.test(rest.tokenUrl) ? invalid('tokenUrl', '/oauth/token') : null,
    textProblem('rest.tokenUrl', rest.tokenUrl, TEXT),
    isOneOf('paging', rest.paging, REST_PAGINGS),
    ...(rest.paging === 'NONE' || rest.paging === 'LINK' ? [] : [textProblem('rest.pageName', rest.pageName, NEEDED)]),
    rest.firstPage === undefined ? null : numberProblem('rest.firstPage', rest.firstPage, { min: 0, max: 1, isWhole: true }),
    textProblem('rest.sizeName', rest.sizeName, TEXT),
    numberProblem('rest.pageSize', rest.pageSize, { ...PAGE_SIZE, isWhole: true }),
    path('cursorPath', rest.cursorPath, rest.paging === 'CURSOR' ? NEEDED : TEXT),
    url('placesUrl', rest.placesUrl, { isNeeded: true }),
    path('placesList', rest.placesList),
    ...PLACE_FIELDS.map((field) => path(`placePaths.${field}`, rest.placePaths[field], field === 'id' ? NEEDED : TEXT)),
    url('ordersUrl', rest.ordersUrl, { isNeeded: true }),
    path('ordersList', rest.ordersList),
    ...ORDER_FIELDS.map((field) =>
      path(`orderPaths.${field}`, rest.orderPaths[field], REQUIRED_ORDER_FIELDS.includes(field) ? NEEDED : TEXT),
    ),
    textProblem('rest.sinceName', rest.sinceName, TEXT),
    rest.sinceName !== '' && rest.orderPaths.changedAt === '' ? { code: 'REQUIRED', field: 'rest.orderPaths.changedAt' } : null,
    url('orderUrl', rest.orderUrl, { hasId: true }),
    url('outputUrl', rest.outputUrl, { hasId: true }),
    rest.statuses.length > MOST_STATUSES
      ? { code: 'LENGTH_OUT_OF_RANGE', field: 'rest.statuses', params: { min: 0, max: MOST_STATUSES } }
      : null,
    ...rest.statuses.map(({ word, meaning }, at) =>
      EXTERNAL_STATUSES.includes(meaning) ? textProblem(`rest.statuses.${at}`, word, NEEDED) : invalid(`statuses.${at}`, 'RELEASED'),
    ),
    isOneOf('decimal', rest.decimal, DECIMAL_SIGNS),
    isZone(rest.zone) ? null : invalid('zone', 'Europe/Warsaw'),
  ]
  return problems.filter((problem) => problem !== null)
}

function invalid(name: string, example: string): Problem {
  return { code: 'INVALID_FORMAT', field: `rest.${name}`, params: { example } }
}
