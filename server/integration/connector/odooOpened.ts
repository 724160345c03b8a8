import { z } from 'zod'
import type { OdooLink } from '#engine/integration/odoo/odooOrders.ts'
import { ODOO_MODELS, odooCapabilities, odooNames } from '#engine/integration/odoo/odooVersion.ts'
import type { OdooModel, OdooNames, UntoldModels } from '#engine/integration/odoo/odooVersion.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector.ts'
import { openOdoo } from './odooClient.ts'
import type { OdooClient, OdooSettings } from './odooClient.ts'
import { AT_ONCE, MOST_ROWS, readRising, rowsOf as rowsOfPeer, tooLarge } from './readRising.ts'
import type { Peer, Row } from './readRising.ts'

const link = z.tuple([z.number(), z.string()])

/** Returns whether it was forbidden: to a user without the right, and with a key that is not there. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ConnectorFailure && error.params['status'] === 403
}

/** An Odoo that is spoken to, and what its fields are called in its version. */
export type Opened = { readonly client: OdooClient; readonly names: OdooNames; readonly untold: UntoldModels }

/** Returns the Odoo of the settings with the names that its fields have in this version; fails where it has no orders (domain.md IN-9). */
export async function openNamed(fetcher: GuardedFetch, settings: OdooSettings): Promise<Opened> {
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
export function whyUntold(error: unknown): 'MODULE' | 'RIGHTS' | null {
  if (isForbidden(error)) return 'RIGHTS'
  return error instanceof ConnectorFailure && error.code === 'INTEGRATION_ANSWERED' && !error.isTransient ? 'MODULE' : null
}

/** Returns the records whose field has one of the ids; `AT_ONCE` ids a question. */
export async function searchIn(
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

/** Returns all records of the domain with the fields, by rising ids. */
export async function searchAll(
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

/** Returns the records of an answer; fails where it is anything else: what another system answers has any form. */
export function rowsOf(client: OdooClient, answer: unknown): Row[] {
  return rowsOfPeer(peerOf(client), answer)
}

/** Returns the names of the fields that this version has. */
export function present(names: readonly (string | null)[]): string[] {
  return names.flatMap((name) => name ?? [])
}

/** Returns the text of a field; null for none: Odoo says `false` for nothing. */
export function textOf(row: Row, name: string | null): string | null {
  const value = name === null ? null : row[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the number of a field; null for none. */
export function numberOf(row: Row, name: string | null): number | null {
  const value = name === null ? null : row[name]
  return typeof value === 'number' ? value : null
}

/** Returns the id and the name of a linked record; null for none. */
export function linkOf(row: Row, name: string | null): OdooLink {
  const parsed = link.safeParse(name === null ? null : row[name])
  return parsed.success ? parsed.data : null
}
