import { odooCapabilities, odooMissing } from '#engine/integration/odoo/odooVersion.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector.ts'
import type { Connector, OursOf, Probe } from './connector.ts'
import type { OdooSettings } from './odooClient.ts'
import { isForbidden, present, searchAll, textOf, openNamed } from './odooOpened.ts'
import type { Opened } from './odooOpened.ts'
import { post } from './odooQuantities.ts'
import { findOrders, IMPORTED, readable, readOrders } from './odooReading.ts'

const STATUSES = ['draft', 'confirmed', 'progress', 'to_close', 'done', 'cancel'] as const

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
  const odoo = () => (opened ??= openNamed(fetcher, settings))
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
