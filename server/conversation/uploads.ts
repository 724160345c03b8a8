import { createHash } from 'node:crypto'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { attachmentKindOf, attachmentName, MAX_ATTACHMENT_BYTES } from '#engine/conversation/message.ts'
import { abilitiesOfCaller } from '#server/access/access.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { shrink } from '#server/photo/reencode.ts'
import { Refusal } from '#server/refusal.ts'
import type { NewAttachment } from './attachment.store.ts'

/** Who asks for a file or sends one, in which company. */
export type FileAsker = { readonly caller: Caller; readonly membership: Membership }

/** Who sends a file, and the company that it becomes one of. */
type FileSender = { readonly caller: Caller; readonly membership: Pick<Membership, 'companyId'> }

/** A file that was sent under an id that its device made, as it is kept; the hash is of what was sent. */
export type SentFile = NewAttachment & { readonly id: string; readonly sha256: string }

/** What it takes to ask for files: the ability of their subject. */
type FileRight = { readonly action: 'READ' | 'UPDATE'; readonly subject: 'CHECKLISTS' | 'COMPANY_SETTINGS' | 'JOB_ORDERS' }

/** The request that sends a file under an id. */
type PutFile = { readonly params: { readonly id: string }; readonly query: { readonly name?: string }; readonly body: unknown }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether the part of an address can be the id of a file. */
export function isFileId(text: string): boolean {
  return UUID.test(text)
}

/** Returns who asks; refuses UNAUTHENTICATED, NO_COMPANY and, without the ability, FORBIDDEN. */
export async function askerWith(findCaller: CallerFinder, request: FastifyRequest, { action, subject }: FileRight): Promise<FileAsker> {
  const { authorization, 'x-schema-code': schemaCode } = request.headers
  const company = typeof schemaCode === 'string' ? schemaCode : undefined
  const caller = await findCaller({ authorization, schemaCode: company, language: undefined })
  if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
  const { membership } = caller
  if (membership === null) throw new Refusal({ code: 'NO_COMPANY' })
  if (!abilitiesOfCaller(caller).some((one) => one.action === action && one.subject === subject))
    throw new Refusal({ code: 'FORBIDDEN', params: { action, subject } })
  return { caller, membership }
}

type AnsweredFile = {
  readonly bytes: Buffer
  readonly name: string
  readonly contentType: string
  /** It may be taken away: nobody keeps a copy of the answer. */
  readonly isRemovable?: boolean
}

/**
 * Answers with the file: a picture is shown, all else is saved; nothing of it runs, whatever it says it is. The browser keeps it for a day, unless it may be
 * taken away.
 */
export function answerFile(reply: FastifyReply, { bytes, name, contentType, isRemovable = false }: AnsweredFile): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('content-disposition', create(name, { type: contentType === 'image/webp' ? 'inline' : 'attachment' }))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', isRemovable ? 'private, no-store' : 'private, max-age=86400, immutable')
    .send(bytes)
}

/**
 * Makes the bodies of the scope files, of at most 10 MB by default. Returns the options of its route, which judge the sender before the body is read, and
 * who sent a request; refuses EMAIL_NOT_VERIFIED, DEMO_ACCOUNT (anybody is there: what they send would be fetched by others) and TOO_MANY_REQUESTS.
 */
export function receiveFiles<Sender extends FileSender>(
  scope: FastifyInstance,
  {
    uploadsPerMinute,
    now,
    findAsker,
    maxBytes = MAX_ATTACHMENT_BYTES,
  }: {
    readonly uploadsPerMinute: number
    readonly now: () => number
    readonly findAsker: (request: FastifyRequest) => Promise<Sender>
    /** The largest body. */
    readonly maxBytes?: number
  },
) {
  const limiter = createAttemptLimiter({ failures: uploadsPerMinute, windowMs: 60_000 })
  const asked = new WeakMap<FastifyRequest, Sender>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => done(null, body))
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    const found = await findAsker(request)
    if (found.caller.authLevel === 'UNPROVEN') throw new Refusal({ code: 'EMAIL_NOT_VERIFIED' })
    if (found.membership.companyId === DEMO_COMPANY_ID) throw new Refusal({ code: 'DEMO_ACCOUNT' })
    if (limiter.take(found.caller.principal.userId, now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
    asked.set(request, found)
  }
  const senderOf = (request: FastifyRequest): Sender => {
    const found = asked.get(request)
    if (found === undefined) throw new Refusal({ code: 'UNAUTHENTICATED' })
    return found
  }
  return { options: { bodyLimit: maxBytes, onRequest }, senderOf }
}

/** Returns the file that was sent under the id of the address, as it is kept; refuses ATTACHMENT_NOT_VALID for another content and another id. */
export async function sentFileOf({ params: { id }, query, body }: PutFile, sender: FileSender, at: Date): Promise<SentFile> {
  if (!Buffer.isBuffer(body) || !isFileId(id)) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
  return await madeFileOf({ id, name: query.name, bytes: body }, sender, at)
}

/**
 * Returns the bytes that were sent under an id, as they are kept; refuses ATTACHMENT_NOT_VALID for another content. The hash is of what was sent, so that the
 * same photo sent twice is the same however it is made anew.
 */
export async function madeFileOf(
  { id, name = '', bytes }: { readonly id: string; readonly name: string | undefined; readonly bytes: Buffer },
  { caller }: FileSender,
  at: Date,
): Promise<SentFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...(await madeAttachment(bytes)), id, name: attachmentName(name), sha256, uploadedBy: caller.principal.userId, uploadedOn: at }
}

/** Returns what a sender is told of the file that was kept; refuses REQUEST_KEY_REUSED where the id is that of another file. */
export function keptFile({ id, name, contentType, bytes, width, height }: SentFile, isKept: boolean) {
  if (!isKept) throw new Refusal({ code: 'REQUEST_KEY_REUSED', field: 'id' })
  return { id, name, contentType, size: bytes.length, width, height }
}

/** Returns the file as it is kept: a picture made anew, a PDF as it is. Refuses ATTACHMENT_NOT_VALID for other content. */
export async function madeAttachment(bytes: Buffer): Promise<Pick<NewAttachment, 'bytes' | 'contentType' | 'height' | 'width'>> {
  const kind = attachmentKindOf(bytes.subarray(0, 12))
  if (kind === null) throw new Refusal({ code: 'ATTACHMENT_NOT_VALID' })
  if (kind === 'PDF') return { bytes, contentType: 'application/pdf', width: null, height: null }
  const picture = await shrink(bytes).catch((cause: unknown) => {
    throw cause instanceof Refusal && cause.code === 'PHOTO_NOT_VALID' ? new Refusal({ code: 'ATTACHMENT_NOT_VALID' }, { cause }) : cause
  })
  return { ...picture, contentType: 'image/webp' }
}
