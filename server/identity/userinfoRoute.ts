import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { findVerification } from '#server/user/account.store.ts'
import { companyOfPath, IDENTITY_PATH } from './authority.ts'
import type { Principal } from './principal.ts'
import { readSessionProfile } from './sessionProfile.ts'

/** Answers the session profile (spec 000 §3) of the person behind an access token, at each authority for its own tokens. */
export function registerUserinfoRoute(
  app: FastifyInstance,
  deps: { readonly database: Database; readonly verifyAccessToken: (token: string) => Promise<Principal | null> },
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request.headers.authorization)
    const principal = token === null ? null : await deps.verifyAccessToken(token)
    const companyId = companyOfPath(request.url)
    void reply.header('cache-control', 'no-store')
    if (principal === null || (companyId !== null && principal.companyId !== companyId)) return refuse(reply)
    const { userId, sessionId = null } = principal
    // A token outlives its session by minutes; what it opens does not.
    if ((await deps.database.inSystem((tx) => findVerification(tx, userId, sessionId))) === null) return refuse(reply)
    const profile = await readSessionProfile(deps.database, principal.userId, principal.companyId)
    return profile.kind === 'profile' ? profile.profile : refuse(reply)
  }
  for (const url of [`${IDENTITY_PATH}/userinfo`, `${IDENTITY_PATH}/company/:companyId/userinfo`]) {
    app.route({ method: ['GET', 'POST'], url, handler: answer })
  }
}

/** Returns the token of an Authorization header, or null when it carries none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9._~+/=-]{1,8192})$/i.exec(header ?? '')?.[1] ?? null
}

function refuse(reply: FastifyReply) {
  return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({ error: 'invalid_token' })
}
