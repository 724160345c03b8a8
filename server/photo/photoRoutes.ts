import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasAbility } from '#engine/access/abilities.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Database } from '#server/db/database.ts'
import type { CallerFinder } from '#server/graphql/caller.ts'
import type { Caller } from '#server/graphql/context.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount } from '#server/user/account.store.ts'
import { findPhoto, PHOTO_PATH, removePhoto, replacePhoto } from './photo.store.ts'
import type { PhotoOwner } from './photo.store.ts'
import { reencode } from './reencode.ts'

export type PhotoDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

const MAX_BYTES = 5 * 1024 * 1024
const YEAR_SECONDS = 31_536_000
const CHANGES_PER_MINUTE = 20
const OWNERS = ['user', 'company'] as const
type OwnerKind = (typeof OWNERS)[number]
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Adds `PUT` and `DELETE /api/photo/user` and `/api/photo/company`, which take the bytes of a picture as they are from whoever may change it, and
 * `GET /api/photo/{id}`, which needs no token: the id is random, and whoever sees a person or a company is told it.
 */
export function registerPhotos(app: FastifyInstance, deps: PhotoDeps): void {
  app.get(`${PHOTO_PATH}/:id`, async (request, reply) => {
    const id = String(Object.entries(request.params ?? {}).find(([name]) => name === 'id')?.[1])
    const bytes = UUID.test(id) ? await deps.database.inSystem((tx) => findPhoto(tx, id)) : null
    if (bytes === null) throw new Refusal({ code: 'NOT_FOUND' })
    return reply
      .header('content-type', 'image/webp')
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
  })
  void app.register(async (scope) => addChanges(scope, deps))
}

function addChanges(scope: FastifyInstance, { database, findCaller, now = Date.now }: PhotoDeps): void {
  const limiter = createAttemptLimiter({ failures: CHANGES_PER_MINUTE, windowMs: 60_000 })
  const asked = new WeakMap<FastifyRequest, { readonly caller: Caller; readonly owner: PhotoOwner }>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body))
  for (const kind of OWNERS) {
    const options = {
      bodyLimit: MAX_BYTES,
      // Before the body is read: whoever may not change the photo sends nothing.
      onRequest: async (request: FastifyRequest) => {
        const caller = await callerOf(findCaller, request)
        const owner = await ownerOf(database, caller, kind)
        if (limiter.take(caller.principal.userId, now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
        asked.set(request, { caller, owner })
      },
    }
    scope.put(`${PHOTO_PATH}/${kind}`, options, async (request) => {
      const bytes = Buffer.isBuffer(request.body) ? await reencode(request.body) : null
      if (bytes === null) throw new Refusal({ code: 'PHOTO_NOT_VALID' })
      return { photo: await change(request, bytes) }
    })
    scope.delete(`${PHOTO_PATH}/${kind}`, options, async (request) => ({ photo: await change(request, null) }))
  }

  const change = async (request: FastifyRequest, bytes: Buffer | null): Promise<string | null> => {
    const found = asked.get(request)
    if (found === undefined) throw new Refusal({ code: 'UNAUTHENTICATED' })
    const { owner, caller } = found
    return database.inSystem(async (tx) => {
      const url = bytes === null ? await removePhoto(tx, owner).then(() => null) : await replacePhoto(tx, owner, bytes)
      if ('companyId' in owner) {
        await writeAudit(
          { companyId: owner.companyId, tx },
          {
            userId: caller.principal.userId,
            at: new Date(now()),
            action: url === null ? 'DELETE_COMPANY_PHOTO' : 'CHANGE_COMPANY_PHOTO',
            subject: `company ${owner.companyId}`,
            details: {},
          },
        )
      }
      return url
    })
  }
}

async function callerOf(findCaller: CallerFinder, request: FastifyRequest): Promise<Caller> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  return caller
}

/** Programs change no photos, demo people keep theirs, and an address that nobody has proven changes nothing. */
async function ownerOf(database: Database, caller: Caller, kind: OwnerKind): Promise<PhotoOwner> {
  const { principal, membership } = caller
  if (caller.apiKeyId !== undefined) throw new Refusal({ code: 'FORBIDDEN' })
  const account = await database.inSystem((tx) => findAccount(tx, principal.userId))
  if (account === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  if (caller.standing === 'UNPROVEN') throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
  if (kind === 'user') {
    if (isDemoAddress(account.email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
    return { userId: principal.userId }
  }
  if (membership === null) throw new Refusal({ code: 'NO_COMPANY' })
  if (!hasAbility(membership.role, membership.companyId, 'MODIFY', 'COMPANY_SETTINGS')) {
    throw new Refusal({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'COMPANY_SETTINGS' } })
  }
  return { companyId: membership.companyId }
}
