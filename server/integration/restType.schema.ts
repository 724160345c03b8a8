import { ORDER_FIELDS, PLACE_FIELDS, REST_AUTHS, REST_PAGINGS } from '#engine/integration/rest/restSettings.ts'
import type { OrderField, PlaceField, RestSettings, StatusWord } from '#engine/integration/rest/restSettings.ts'
import { builder } from '#server/graphql/builder.ts'
import type { ExternalStatus } from '#engine/integration/externalOrder.ts'
import { DECIMAL_SIGNS } from '#engine/jobOrder/import/importField.ts'
import type { DecimalSign } from '#engine/jobOrder/import/importField.ts'
import { ExternalStatusEnum } from './externalStatus.schema.ts'

const AuthEnum = builder.enumType('RestAuth', { values: REST_AUTHS })
const PagingEnum = builder.enumType('RestPaging', { values: REST_PAGINGS })
const OrderFieldEnum = builder.enumType('RestOrderField', { values: ORDER_FIELDS })
const PlaceFieldEnum = builder.enumType('RestWorkCenterField', { values: PLACE_FIELDS })

const DecimalEnum = builder.enumType('RestDecimalSign', { values: DECIMAL_SIGNS })

const PATHS = 'Dotted, such as `items[].product.code`; `^.` goes up to the record around.'
type OrderPath = { readonly field: OrderField; readonly path: string }
type PlacePath = { readonly field: PlaceField; readonly path: string }

const OrderPathRef = builder.objectRef<OrderPath>('RestOrderPath').implement({
  fields: (t) => ({ field: t.expose('field', { type: OrderFieldEnum }), path: t.exposeString('path') }),
})
const PlacePathRef = builder.objectRef<PlacePath>('RestWorkCenterPath').implement({
  fields: (t) => ({ field: t.expose('field', { type: PlaceFieldEnum }), path: t.exposeString('path') }),
})
const StatusWordRef = builder.objectRef<StatusWord>('RestStatusWord').implement({
  fields: (t) => ({ word: t.exposeString('word'), meaning: t.expose('meaning', { type: ExternalStatusEnum }) }),
})

export const RestRef = builder.objectRef<RestSettings>('RestSettings').implement({
  description: 'How a REST interface is spoken to, and where its answers have what an order needs; an empty text: it has none.',
  fields: (t) => ({
    auth: t.expose('auth', { type: AuthEnum }),
    keyHeader: t.exposeString('keyHeader'),
    tokenUrl: t.exposeString('tokenUrl'),
    paging: t.expose('paging', { type: PagingEnum }),
    pageName: t.exposeString('pageName'),
    firstPage: t.int({ resolve: ({ firstPage }) => firstPage ?? 1 }),
    sizeName: t.exposeString('sizeName'),
    pageSize: t.exposeInt('pageSize'),
    cursorPath: t.exposeString('cursorPath'),
    placesUrl: t.exposeString('placesUrl'),
    placesList: t.exposeString('placesList'),
    placePaths: t.field({
      type: [PlacePathRef],
      resolve: ({ placePaths }) => PLACE_FIELDS.map((field) => ({ field, path: placePaths[field] })),
    }),
    ordersUrl: t.exposeString('ordersUrl'),
    ordersList: t.exposeString('ordersList'),
    orderPaths: t.field({
      type: [OrderPathRef],
      resolve: ({ orderPaths }) => ORDER_FIELDS.map((field) => ({ field, path: orderPaths[field] })),
    }),
    sinceName: t.exposeString('sinceName'),
    orderUrl: t.exposeString('orderUrl'),
    outputUrl: t.exposeString('outputUrl'),
    statuses: t.field({ type: [StatusWordRef], resolve: ({ statuses }) => [...statuses] }),
    decimal: t.expose('decimal', { type: DecimalEnum }),
    zone: t.exposeString('zone'),
  }),
})

const OrderPathInput = builder.inputType('RestOrderPathInput', {
  fields: (t) => ({
    field: t.field({ type: OrderFieldEnum, required: true }),
    path: t.string({ required: true, description: PATHS }),
  }),
})
const PlacePathInput = builder.inputType('RestWorkCenterPathInput', {
  fields: (t) => ({
    field: t.field({ type: PlaceFieldEnum, required: true }),
    path: t.string({ required: true, description: PATHS }),
  }),
})
const StatusWordInput = builder.inputType('RestStatusWordInput', {
  fields: (t) => ({ word: t.string({ required: true }), meaning: t.field({ type: ExternalStatusEnum, required: true }) }),
})

export const RestInput = builder.inputType('RestSettingsInput', {
  description: 'Paths that are left out are empty.',
  fields: (t) => ({
    auth: t.field({ type: AuthEnum, required: true }),
    keyHeader: t.string({ required: true, defaultValue: 'X-API-Key', description: 'Of API_KEY.' }),
    tokenUrl: t.string({
      required: true,
      defaultValue: '',
      description: 'Of OAUTH2, client credentials: a path of the address, or an address.',
    }),
    paging: t.field({ type: PagingEnum, required: true, defaultValue: 'NONE' }),
    pageName: t.string({ required: true, defaultValue: '', description: 'The parameter of the page, the offset or the cursor.' }),
    firstPage: t.int({ required: true, defaultValue: 1, description: 'Of PAGE: the number of the first page, 0 or 1.' }),
    sizeName: t.string({ required: true, defaultValue: '' }),
    pageSize: t.int({ required: true, defaultValue: 100, description: '1 to 1000.' }),
    cursorPath: t.string({ required: true, defaultValue: '', description: 'Where an answer has the next cursor.' }),
    placesUrl: t.string({ required: true, description: 'A path of the address, such as /work-centers.' }),
    placesList: t.string({ required: true, defaultValue: '', description: 'Where the answer has its list; empty: it is the list.' }),
    placePaths: t.field({ type: [PlacePathInput], required: true }),
    ordersUrl: t.string({ required: true }),
    ordersList: t.string({ required: true, defaultValue: '' }),
    orderPaths: t.field({ type: [OrderPathInput], required: true }),
    sinceName: t.string({
      required: true,
      defaultValue: '',
      description: 'The parameter of what changed since; empty: all is read each time.',
    }),
    orderUrl: t.string({ required: true, defaultValue: '', description: 'With {id}: one order, read before a figure is written.' }),
    outputUrl: t.string({ required: true, defaultValue: '', description: 'With {id}: where figures are put; empty: none go back.' }),
    statuses: t.field({ type: [StatusWordInput], required: true, defaultValue: [], description: 'Others are not imported.' }),
    decimal: t.field({ type: DecimalEnum, required: true, defaultValue: 'DOT', description: 'Of numbers that are texts.' }),
    zone: t.string({ required: true, defaultValue: 'UTC', description: 'Of times without an offset.' }),
  }),
})

export type GivenRest = Omit<RestSettings, 'decimal' | 'orderPaths' | 'placePaths' | 'statuses'> & {
  readonly decimal: DecimalSign
  readonly orderPaths: readonly OrderPath[]
  readonly placePaths: readonly PlacePath[]
  readonly statuses: readonly { readonly word: string; readonly meaning: ExternalStatus }[]
}

/** Returns the settings as they are stored, with the blanks around their texts cut off. */
export function restSettingsOf(given: GivenRest): RestSettings {
  const pathOf = (paths: readonly { readonly field: string; readonly path: string }[], field: string) =>
    paths.find((one) => one.field === field)?.path.trim() ?? ''
  const orderPaths = Object.fromEntries(ORDER_FIELDS.map((field) => [field, pathOf(given.orderPaths, field)]))
  return {
    ...given,
    keyHeader: given.keyHeader.trim(),
    tokenUrl: given.tokenUrl.trim(),
    placesUrl: given.placesUrl.trim(),
    ordersUrl: given.ordersUrl.trim(),
    orderUrl: given.orderUrl.trim(),
    outputUrl: given.outputUrl.trim(),
    zone: given.zone.trim(),
    statuses: given.statuses.map(({ word, meaning }) => ({ word: word.trim(), meaning })),
    placePaths: { id: pathOf(given.placePaths, 'id'), code: pathOf(given.placePaths, 'code'), name: pathOf(given.placePaths, 'name') },
    orderPaths: { ...NO_PATHS, ...orderPaths },
  }
}

const NO_PATHS: RestSettings['orderPaths'] = {
  id: '',
  code: '',
  status: '',
  plannedQuantity: '',
  productCode: '',
  productName: '',
  workCenterId: '',
  planStart: '',
  planEnd: '',
  targetCycleTime: '',
  madeQuantity: '',
  changedAt: '',
}
