import type { CompanyId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'

/** Where the provider lives on every origin. */
export const IDENTITY_PATH = '/identity'

/** An address of the provider: an origin, and a company or none (then the person's default company counts). */
export type Authority = { readonly origin: string; readonly companyId: CompanyId | null }

const COMPANY_PATH = /^\/identity\/company\/([A-Z0-9]{5})(?=$|[/?])/
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'] as const

/** Returns the path of the authority, e.g. `/identity/company/DEFLT`. */
export function authorityPath(companyId: CompanyId | null): string {
  return companyId === null ? IDENTITY_PATH : `${IDENTITY_PATH}/company/${companyId}`
}

/** Returns the issuer of the authority as it stands in tokens. */
export function issuerOf(authority: Authority): string {
  return authority.origin + authorityPath(authority.companyId)
}

/** Returns the company that a path below /identity names, or null for the default authority. */
export function companyOfPath(path: string): CompanyId | null {
  const id = COMPANY_PATH.exec(path)?.[1]
  return id === undefined ? null : asId<CompanyId>(id)
}

/** Returns the authority that an issuer text names when its origin is one of ours, else null. */
export function parseIssuer(issuer: string, origins: Origins): Authority | null {
  if (!URL.canParse(issuer)) return null
  const origin = new URL(issuer).origin
  if (!origins.isOurs(origin)) return null
  const authority = { origin, companyId: companyOfPath(issuer.slice(origin.length)) }
  return issuerOf(authority) === issuer ? authority : null
}

/** The origins under which browsers may reach this server. */
export type Origins = {
  isOurs(origin: string): boolean
  /** Returns the request's own origin when it is one of ours, else the public one: a Host header cannot make us issue for another site. */
  ofRequest(protocol: string, host: string): string
  /** The loopback addresses of a port are ours too. */
  addPort(port: number): void
}

/** Returns the public origin of the server, and with its ports the loopback addresses. */
export function createOrigins(publicUrl: string): Origins {
  const publicOrigin = new URL(publicUrl).origin
  const known = new Set([publicOrigin])
  return {
    isOurs: (origin) => known.has(origin),
    ofRequest: (protocol, host) => {
      const origin = `${protocol}://${host}`
      return known.has(origin) ? origin : publicOrigin
    },
    addPort: (port) => {
      for (const name of LOOPBACK_NAMES) known.add(new URL(`http://${name}:${port}`).origin)
    },
  }
}
