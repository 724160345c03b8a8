/** A link as Odoo stores it: an id, or `false` for none. */
type Stored = Record<string, unknown> & { id: number; write_date: string }

/** The records of the double; each is what 19 would answer, and shown under the names of the version. */
export type OdooData = {
  workCenters: { id: number; code: string | false; name: string }[]
  products: { id: number; name: string; default_code: string | false }[]
  /** The first operation is that of the lowest sequence. */
  boms: { id: number; operations: readonly { readonly workCenterId: number; readonly sequence: number }[] }[]
  productions: OdooOrder[]
  workOrders: OdooWork[]
  notes: { readonly productionId: number; readonly body: string }[]
  /** What the rules of records hide from its user, as "model/id"; left out = nothing. */
  hidden?: readonly string[]
  /** Closing answers a wizard instead of closing. */
  asksOnClose: boolean
}
export type OdooOrder = {
  id: number
  name: string
  state: string
  productId: number
  quantity: number
  /** Left out: Units. */
  unit?: string
  start: string
  end: string | false
  bomId: number | false
  /** What its work orders answer too: they have no figure of their own. */
  made: number
  /** Of a product with serial numbers one is made at a time, whatever is written. */
  hasSerials?: boolean
  writeDate: string
}
export type OdooWork = {
  id: number
  state: string
  productionId: number
  workCenterId: number
  /** Left out: 100. Told from 18 on. */
  sequence?: number
  minutes: number
  start: string | false
  end: string | false
  writeDate: string
}

/** An error as Odoo raises it, with the status that JSON-2 gives it. */
export class OdooError extends Error {
  readonly status: number
  constructor(name: string, message: string, status: number) {
    super(message)
    this.name = name
    this.status = status
  }
}

type Call = { readonly model: string; readonly method: string; readonly args: Readonly<Record<string, unknown>> }

/** Returns what the method of the model answers in the version; throws OdooError as Odoo does. */
export function callModel(data: OdooData, version: number, { model, method, args }: Call): unknown {
  const records = recordsOf(data, version, model)
  if (records === null) throw new OdooError('werkzeug.exceptions.NotFound', `the model ${model} does not exist`, 404)
  const ids = Array.isArray(args['ids']) ? args['ids'].map(Number) : typeof args['ids'] === 'number' ? [args['ids']] : []
  switch (method) {
    case 'fields_get':
      return Object.fromEntries(Object.keys(records[0] ?? emptyOf(version, model)).map((name) => [name, { type: 'char' }]))
    case 'search_read':
    case 'search': {
      if (ids.length > 0) throw new OdooError('werkzeug.exceptions.UnprocessableEntity', `cannot call ${model}.${method} with ids`, 422)
      const found = records
        .filter((record) => !isHidden(data, model, record.id) && matches(record, args['domain']))
        .toSorted((one, other) => one.id - other.id)
      const offset = Number(args['offset'] ?? 0)
      // 0 and false are no limit.
      const limit = Number(args['limit'] ?? 0)
      const page = found.slice(offset, limit === 0 ? undefined : offset + limit)
      return method === 'search' ? page.map(({ id }) => id) : page.map((record) => shown(record, args['fields']))
    }
    case 'read':
      if (ids.some((id) => isHidden(data, model, id)))
        throw new OdooError('odoo.exceptions.AccessError', 'Due to security restrictions', 403)
      return found(records, ids, model).map((record) => shown(record, args['fields']))
    case 'write': {
      found(records, ids, model)
      const vals = args['vals']
      if (typeof vals !== 'object' || vals === null) throw new OdooError('builtins.TypeError', "missing a required argument: 'vals'", 422)
      if ('qty_producing' in vals) writeMade(data, { model, ids, made: Number(vals.qty_producing) })
      return true
    }
    case 'message_post':
      found(records, ids, model)
      for (const id of ids) data.notes.push({ productionId: id, body: typeof args['body'] === 'string' ? args['body'] : '' })
      return [1]
    case 'button_mark_done': {
      found(records, ids, model)
      if (data.asksOnClose) return { type: 'ir.actions.act_window', res_model: 'mrp.production.backorder', target: 'new' }
      for (const order of data.productions)
        if (ids.includes(order.id)) {
          order.state = 'done'
          order.writeDate = nextDate(data)
        }
      return true
    }
    default:
      throw new OdooError('builtins.AttributeError', `the method ${model}.${method} does not exist`, 404)
  }
}

/** Returns a date-time later than that of all records, so that what changed is found. */
export function nextDate({ productions, workOrders }: Pick<OdooData, 'productions' | 'workOrders'>): string {
  const newest = [...productions, ...workOrders].reduce(
    (latest, { writeDate }) => (writeDate > latest ? writeDate : latest),
    '2026-11-01 00:00:00',
  )
  return new Date(Date.parse(`${newest.replace(' ', 'T')}Z`) + 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

function recordsOf(data: OdooData, version: number, model: string): Stored[] | null {
  const placeOf = new Map(data.workCenters.map(({ id, name }) => [id, [id, name] as const]))
  const productOf = new Map(data.products.map(({ id, name }) => [id, [id, name] as const]))
  const orderOf = new Map(data.productions.map(({ id, name }) => [id, [id, name] as const]))
  const none = '2026-11-01 00:00:00'
  switch (model) {
    case 'mrp.workcenter':
      return data.workCenters.map((row) => ({ ...row, write_date: none }))
    case 'product.product':
      return data.products.map((row) => ({ ...row, write_date: none }))
    case 'mrp.routing.workcenter':
      return data.boms.flatMap(({ id, operations }) =>
        operations.map(({ workCenterId, sequence }, at) => ({
          id: id * 100 + at,
          bom_id: [id, `BOM ${id}`],
          workcenter_id: placeOf.get(workCenterId) ?? false,
          sequence,
          write_date: none,
        })),
      )
    case 'mrp.production':
      return data.productions.map((order) => ({
        id: order.id,
        name: order.name,
        state: order.state,
        product_id: productOf.get(order.productId) ?? false,
        product_qty: order.quantity,
        product_uom_id: [1, order.unit ?? 'Units'],
        bom_id: order.bomId === false ? false : [order.bomId, `BOM ${order.bomId}`],
        qty_producing: order.made,
        write_date: order.writeDate,
        ...datesOf(version, order),
      }))
    case 'mrp.workorder':
      return data.workOrders.map((work) => ({
        id: work.id,
        state: version >= 19 && ['pending', 'waiting'].includes(work.state) ? 'blocked' : work.state,
        production_id: orderOf.get(work.productionId) ?? false,
        workcenter_id: placeOf.get(work.workCenterId) ?? false,
        duration_expected: work.minutes,
        qty_producing: data.productions.find(({ id }) => id === work.productionId)?.made ?? 0,
        ...(version >= 18 && { sequence: work.sequence ?? 100 }),
        write_date: work.writeDate,
        ...datesOf(version, work),
      }))
    case 'mail.message':
      return data.notes.map(({ productionId, body }, at) => ({
        id: at + 1,
        model: 'mrp.production',
        res_id: productionId,
        body,
        write_date: none,
      }))
    default:
      return null
  }
}

/** In 16 the planned times have fields of their own, and `date_start` is when work began. */
function datesOf(
  version: number,
  { start, end }: { readonly start: string | false; readonly end: string | false },
): Record<string, unknown> {
  if (version <= 16) return { date_planned_start: start, date_planned_finished: end, date_start: false, date_finished: false }
  return { date_start: start, date_finished: end }
}

/** The fields of a model that has no record yet. */
function emptyOf(version: number, model: string): Stored {
  const none = '2026-11-01 00:00:00'
  const dummy: OdooData = {
    workCenters: [{ id: 1, code: false, name: '' }],
    products: [{ id: 1, name: '', default_code: false }],
    boms: [{ id: 1, operations: [{ workCenterId: 1, sequence: 1 }] }],
    productions: [
      { id: 1, name: '', state: '', productId: 1, quantity: 0, start: none, end: none, bomId: false, made: 0, writeDate: none },
    ],
    workOrders: [{ id: 1, state: '', productionId: 1, workCenterId: 1, minutes: 0, start: none, end: none, writeDate: none }],
    notes: [],
    asksOnClose: false,
  }
  return recordsOf(dummy, version, model)?.[0] ?? { id: 0, write_date: none }
}

/** The figure of a work order is that of its production; written there, a 0 is ignored, and serial numbers are looked at. */
function writeMade(
  data: OdooData,
  { model, ids, made }: { readonly model: string; readonly ids: readonly number[]; readonly made: number },
): void {
  const works = model === 'mrp.workorder' ? data.workOrders.filter(({ id }) => ids.includes(id)) : []
  for (const order of data.productions) {
    const ofWork = works.find(({ productionId }) => productionId === order.id)
    if (ofWork !== undefined && made !== 0) order.made = order.hasSerials === true ? 1 : made
    if (model === 'mrp.production' && ids.includes(order.id)) order.made = made
    else if (ofWork === undefined) continue
    order.writeDate = nextDate(data)
    if (ofWork !== undefined) ofWork.writeDate = order.writeDate
  }
}

function isHidden({ hidden = [] }: OdooData, model: string, id: number): boolean {
  return hidden.includes(`${model}/${id}`)
}

/** What was deleted is told as such. */
function found(records: readonly Stored[], ids: readonly number[], model: string): Stored[] {
  return ids.map((id) => {
    const record = records.find((one) => one.id === id)
    if (record === undefined)
      throw new OdooError('odoo.exceptions.MissingError', `Record does not exist or has been deleted. (Record: ${model}(${id},))`, 404)
    return record
  })
}

function shown(record: Stored, fields: unknown): Record<string, unknown> {
  const names = Array.isArray(fields) && fields.length > 0 ? fields.map(String) : Object.keys(record)
  for (const name of names) if (!Object.hasOwn(record, name)) throw new OdooError('builtins.ValueError', `Invalid field '${name}'`, 422)
  return { id: record.id, ...Object.fromEntries(names.map((name) => [name, record[name]])) }
}

function matches(record: Stored, domain: unknown): boolean {
  if (!Array.isArray(domain)) return true
  return domain.every((leaf: unknown) => {
    if (!Array.isArray(leaf)) return true
    const [field, operator, wanted] = leaf as readonly unknown[]
    const raw = record[String(field)]
    const value: unknown = Array.isArray(raw) ? raw[0] : raw
    if (operator === 'in') return Array.isArray(wanted) && wanted.includes(value)
    if (operator === '>=') return String(value) >= String(wanted)
    if (operator === '>') return Number(value) > Number(wanted)
    if (operator === '=') return value === wanted
    if (operator === 'ilike') return String(value).toLowerCase().includes(String(wanted).toLowerCase())
    throw new OdooError('builtins.ValueError', `Invalid operator ${String(operator)}`, 422)
  })
}
