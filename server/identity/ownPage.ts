import type { FastifyRequest } from 'fastify'
import type { Origins } from './authority.ts'

/** Returns whether our own page posts JSON: browsers name the origin of every POST, and other sites cannot send JSON without asking. */
export function isOwnPagePost(request: FastifyRequest, origins: Pick<Origins, 'isOurs'>): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOwn = origin !== undefined && origins.isOurs(origin) && (site === undefined || site === 'same-origin')
  return isOwn && /^application\/json\b/.test(request.headers['content-type'] ?? '')
}
