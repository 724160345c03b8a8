import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasAbility } from '#engine/access/abilities.ts'
import type { AbilityAction, AbilitySubject } from '#engine/access/abilities.ts'
import type { AuditAction } from '#engine/access/auditActions.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { AuditEntry } from '#server/company/audit.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount } from '#server/user/account.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findPhoto, PHOTO_PATH, removePhoto, replacePhoto } from './photo.store.ts'
import type { PhotoOwner } from './photo.store.ts'
import { reencode } from './reencode.ts'

export type PhotoDeps = { readonly database: Database; readonly findCaller: CallerFinder; readonly now?: () => number }

const MAX_BYTES = 5 * 1024 * 1024
const YEAR_SECONDS = 31_536_000
const CHANGES_PER_MINUTE = 20
/** The end of the address of each kind of photo. */
const PATHS: Readonly<Record<PhotoOwner['kind'], string>> = { user: 'user', company: 'company', workCenter: 'work-center/:id' }
const KINDS = ['user', 'company', 'workCenter'] as const
const WHOLE_NUMBER = /^[1-9]\d{0,9}$/
const MAX_ID = 2 ** 31 - 1
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Adds `PUT` and `DELETE /api/photo/user`, `/api/photo/company` and `/api/photo/work-center/{id}`, with the picture as body, for people who may
 * change it; and `GET /api/photo/{id}` without a token: the id is random and known only to viewers of its owner.
 */
export function registerPhotos(app: FastifyInstance, deps: PhotoDeps): void {
  app.get(`${PHOTO_PATH}/:id`, async (request, reply) => {
    const id = idOf(request)
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
  const asked = new WeakMap<FastifyRequest, Asked>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body))
  for (const kind of KINDS) {
    const options = {
      bodyLimit: MAX_BYTES,
      // Before the body is read: whoever may not change the photo sends nothing.
      onRequest: async (request: FastifyRequest) => {
        const caller = await callerOf(findCaller, request)
        const { owner, audited } = await ownerOf(database, caller, { kind, id: idOf(request) })
        if (limiter.take(caller.principal.userId, now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
        asked.set(request, { caller, owner, audited })
      },
    }
    scope.put(`${PHOTO_PATH}/${PATHS[kind]}`, options, async (request) => {
      const bytes = Buffer.isBuffer(request.body) ? await reencode(request.body) : null
      if (bytes === null) throw new Refusal({ code: 'PHOTO_NOT_VALID' })
      return { photo: await change(request, bytes) }
    })
    scope.delete(`${PHOTO_PATH}/${PATHS[kind]}`, options, async (request) => ({ photo: await change(request, null) }))
  }

  const change = async (request: FastifyRequest, bytes: Buffer | null): Promise<string | null> => {
    const found = asked.get(request)
    if (found === undefined) throw new Refusal({ code: 'UNAUTHENTICATED' })
    const { owner, caller, audited } = found
    return database.inSystem(async (tx) => {
      const url = bytes === null ? await removePhoto(tx, owner).then(() => null) : await replacePhoto(tx, owner, bytes)
      if (owner.kind !== 'user' && audited !== null) {
        const { set, removed, subject, details } = audited
        const entry = { userId: caller.principal.userId, at: new Date(now()), action: url === null ? removed : set, subject, details }
        await writeAudit({ companyId: owner.companyId, tx }, entry)
      }
      return url
    })
  }
}

/** Audit actions of the change; null = not audited. */
type Audited = { readonly set: AuditAction; readonly removed: AuditAction } & Pick<AuditEntry, 'subject' | 'details'>
type Owned = { readonly owner: PhotoOwner; readonly audited: Audited | null }
type Asked = Owned & { readonly caller: Caller }

function idOf(request: FastifyRequest): string {
  return String(Object.entries(request.params ?? {}).find(([name]) => name === 'id')?.[1])
}

async function callerOf(findCaller: CallerFinder, request: FastifyRequest): Promise<Caller> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  return caller
}

/** API keys, demo people and unproven addresses cannot change photos. */
async function ownerOf(
  database: Database,
  caller: Caller,
  wanted: { readonly kind: PhotoOwner['kind']; readonly id: string },
): Promise<Owned> {
  const { principal, membership } = caller
  if (caller.apiKeyId !== undefined) throw new Refusal({ code: 'FORBIDDEN' })
  const account = await database.inSystem((tx) => findAccount(tx, principal.userId))
  if (account === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  if (caller.authLevel === 'UNPROVEN') throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
  if (wanted.kind === 'user') {
    if (isDemoAddress(account.email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
    return { owner: { kind: 'user', userId: principal.userId }, audited: null }
  }
  if (membership === null) throw new Refusal({ code: 'NO_COMPANY' })
  const { companyId } = membership
  if (wanted.kind === 'company') {
    requireAbility(membership, 'MODIFY', 'COMPANY_SETTINGS')
    const audited = { set: 'CHANGE_COMPANY_PHOTO', removed: 'DELETE_COMPANY_PHOTO', subject: `company ${companyId}`, details: {} } as const
    return { owner: { kind: 'company', companyId }, audited }
  }
  requireAbility(membership, 'UPDATE', 'WORK_CENTER_SETTINGS')
  const workCenterId = asId<WorkCenterId>(WHOLE_NUMBER.test(wanted.id) ? Math.min(Number(wanted.id), MAX_ID) : 0)
  const { name } = await database.inTenant(companyId, (tenant) => requireActive(tenant, workCenterId))
  return {
    owner: { kind: 'workCenter', companyId, workCenterId },
    audited: {
      set: 'CHANGE_WORK_CENTER_PHOTO',
      removed: 'DELETE_WORK_CENTER_PHOTO',
      subject: `work center ${name}`,
      details: { workCenterId },
    },
  }
}

function requireAbility({ role, companyId }: Membership, action: AbilityAction, subject: AbilitySubject): void {
  if (!hasAbility(role, companyId, action, subject)) throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
}
