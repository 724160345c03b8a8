/** How an Odoo is spoken to: the old way by `/jsonrpc`, or by `/json/2/<model>/<method>` (domain.md IN-9). */
export type OdooTransport = 'JSON_2' | 'JSON_RPC'

const FIRST_JSON_2 = 19
export const OLDEST_ODOO = 16

/** Returns the version of `server_version` or `version`, such as `saas~17.4+e` or `19.0`; null for a text without a number. */
export function odooVersion(text: string): { readonly major: number; readonly text: string } | null {
  const [found, major] = /(\d+)(?:\.\d+)?/.exec(text) ?? []
  return found === undefined || major === undefined ? null : { major: Number(major), text: found }
}

/** Returns how an Odoo of the version is spoken to: by JSON-2 from 19 on. */
export function odooTransport(major: number): OdooTransport {
  return major >= FIRST_JSON_2 ? 'JSON_2' : 'JSON_RPC'
}

export const ODOO_MODELS = ['mrp.production', 'mrp.workorder', 'mrp.workcenter'] as const
export type OdooModel = (typeof ODOO_MODELS)[number]

/** What is wanted of each model, each under the names that it had, the surest first: 16 has `date_start` too, but as the start that was. */
const WANTED = {
  'mrp.production': {
    name: ['name'],
    state: ['state'],
    product: ['product_id'],
    quantity: ['product_qty'],
    unit: ['product_uom_id'],
    bom: ['bom_id'],
    planStart: ['date_planned_start', 'date_start'],
    planEnd: ['date_planned_finished', 'date_finished'],
    made: ['qty_producing'],
  },
  'mrp.workorder': {
    state: ['state'],
    production: ['production_id'],
    place: ['workcenter_id'],
    sequence: ['sequence'],
    duration: ['duration_expected'],
    planStart: ['date_planned_start', 'date_start'],
    planEnd: ['date_planned_finished', 'date_finished'],
    made: ['qty_producing'],
  },
  'mrp.workcenter': { code: ['code'], name: ['name'] },
} as const satisfies Record<OdooModel, Record<string, readonly string[]>>

type Names<Model extends OdooModel> = { readonly [Key in keyof (typeof WANTED)[Model]]: string | null }
/** The name that each wanted value has in this Odoo; null = it has none. */
export type OdooNames = { readonly [Model in OdooModel]: Names<Model> }

export const ODOO_CAPABILITIES = ['CYCLE_TIMES', 'ORDERS', 'PLANNED_TIMES', 'QUANTITIES', 'WORK_ORDERS'] as const
export type OdooCapability = (typeof ODOO_CAPABILITIES)[number]

/** Returns the names of the wanted fields among those that the models have, as `fields_get` tells them; null for a model that is missing. */
export function odooNames(fields: Readonly<Record<OdooModel, ReadonlySet<string> | null>>): OdooNames {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the table
  return Object.fromEntries(
    ODOO_MODELS.map((model) => [
      model,
      Object.fromEntries(
        Object.entries(WANTED[model]).map(([key, names]: readonly [string, readonly string[]]) => [
          key,
          names.find((name) => fields[model]?.has(name) === true) ?? null,
        ]),
      ),
    ]),
  ) as OdooNames
}

/** Returns what can be done with an Odoo that has these fields; what is missing is a sentence on the screen, not a failure. */
export function odooCapabilities(names: OdooNames): readonly OdooCapability[] {
  const order = names['mrp.production']
  const work = names['mrp.workorder']
  const hasOrders = [order.name, order.state, order.product, order.quantity].every((name) => name !== null)
  const hasWork = hasOrders && [work.state, work.production, work.place].every((name) => name !== null)
  const can: Readonly<Record<OdooCapability, boolean>> = {
    ORDERS: hasOrders,
    WORK_ORDERS: hasWork,
    PLANNED_TIMES: hasOrders && order.planStart !== null,
    CYCLE_TIMES: hasWork && work.duration !== null,
    QUANTITIES: hasOrders && order.made !== null,
  }
  return ODOO_CAPABILITIES.filter((one) => can[one])
}

/** Why something cannot be done with a system: a field is not there or hidden, a module is not installed, the login may not read it, nothing is entered for it, or it is never done with such a system. */
export const MISSING_REASONS = ['FIELD', 'MODULE', 'RIGHTS', 'SETTING', 'UNSUPPORTED'] as const
export type MissingReason = (typeof MISSING_REASONS)[number]

/** Why the fields of a model were not told; a model that is not named told them. */
export type UntoldModels = { readonly [Model in OdooModel]?: 'MODULE' | 'RIGHTS' }

/** Returns why each thing that cannot be done with this Odoo cannot be done. */
export function odooMissing(
  names: OdooNames,
  untold: UntoldModels,
): readonly { readonly capability: OdooCapability; readonly reason: MissingReason }[] {
  const can = odooCapabilities(names)
  return ODOO_CAPABILITIES.filter((one) => !can.includes(one)).map((capability) => {
    const model = capability === 'WORK_ORDERS' || capability === 'CYCLE_TIMES' ? 'mrp.workorder' : 'mrp.production'
    return { capability, reason: untold[model] ?? 'FIELD' }
  })
}
