import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import type { UserId } from '#engine/ids.ts'
import { PASSWORD_MAX_LENGTH } from '#engine/user/password.ts'
import type { Database } from '#server/db/database.ts'
import { metrics } from '#server/http/metrics.ts'
import type { PageReader } from '#server/http/pageSettings.ts'
import { addressKey } from './attemptLimiter.ts'
import type { AttemptLimiter } from './attemptLimiter.ts'
import { companyOfPath, IDENTITY_PATH } from './authority.ts'
import type { Origins } from './authority.ts'
import { sendIdentityPage } from './identityPage.ts'
import { rememberBrowser, signInFrom } from './knownBrowser.ts'
import { errors } from './oidcLibrary.ts'
import { isOwnPagePost } from './ownPage.ts'
import { findPendingSignIn, keepPendingSignIn, takePendingSignIn } from './pendingSignIn.store.ts'
import type { Providers } from './providers.ts'
import { readSessionProfile } from './sessionProfile.ts'
import type { SignInCheck } from './signIn.service.ts'

export type InteractionDeps = {
  readonly database: Database
  readonly origins: Origins
  readonly providers: Providers
  readonly limiter: AttemptLimiter
  readonly checkSignIn: SignInCheck
  readonly checkSecondFactor: (userId: UserId, code: string) => Promise<boolean>
  /** The built sign-in page. */
  readonly readPage: PageReader
}

/** The answers of the sign-in endpoints; the screen holds the texts. */
export type InteractionError =
  | 'WRONG_CREDENTIALS'
  | 'WRONG_CODE'
  | 'TOO_MANY_ATTEMPTS'
  | 'NOT_A_MEMBER'
  | 'INTERACTION_EXPIRED'
  | 'BAD_REQUEST'

const signInBody = z.strictObject({
  /** An e-mail address or a login. */
  email: z.string().trim().min(1).max(254),
  password: z
    .string()
    .min(1)
    .max(PASSWORD_MAX_LENGTH * 4),
  remember: z.boolean(),
})

const codeBody = z.strictObject({ code: z.string().min(1).max(100) })

/** When more people sign in at once than can be checked, they are asked to come again. */
const BUSY_SECONDS = 5

const signIns = metrics.counter('trueline_sign_ins_total', 'Sign-ins sent by people, by result.')

/** Adds the sign-in page and its routes: details of the interaction, sign-in, and cancellation. */
export function registerInteractionRoutes(app: FastifyInstance, deps: InteractionDeps): void {
  const base = `${IDENTITY_PATH}/interaction/:uid`
  const options = { bodyLimit: 16 * 1024 }
  app.get(base, (_request, reply) => sendIdentityPage(reply, deps.readPage))
  app.get(`${base}/details`, (request, reply) => answer(request, reply, deps, details))
  app.post(`${base}/sign-in`, options, (request, reply) => answerOwnPage(request, reply, deps, signIn))
  app.post(`${base}/second-factor`, options, (request, reply) => answerOwnPage(request, reply, deps, secondFactor))
  app.post(`${base}/cancel`, options, (request, reply) => answerOwnPage(request, reply, deps, cancel))
}

type Handler = (request: FastifyRequest, reply: FastifyReply, deps: InteractionDeps) => Promise<unknown>

async function answer(request: FastifyRequest, reply: FastifyReply, deps: InteractionDeps, handler: Handler): Promise<unknown> {
  void reply.header('cache-control', 'no-store')
  try {
    return await handler(request, reply, deps)
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return refuse(reply, 410, 'INTERACTION_EXPIRED')
    throw error
  }
}

function answerOwnPage(request: FastifyRequest, reply: FastifyReply, deps: InteractionDeps, handler: Handler): Promise<unknown> {
  return isOwnPagePost(request, deps.origins) ? answer(request, reply, deps, handler) : Promise.resolve(refuse(reply, 403, 'BAD_REQUEST'))
}

const details: Handler = async (request, reply, deps) => {
  const { params } = await findInteraction(request, reply, deps)
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : null)
  return { loginHint: text('login_hint'), uiLocales: text('ui_locales') }
}

const signIn: Handler = async (request, reply, deps) => {
  const interaction = await findInteraction(request, reply, deps)
  const body = signInBody.safeParse(request.body)
  if (!body.success) return refuse(reply, 400, 'BAD_REQUEST')
  const wait = deps.limiter.take(addressKey(request.ip), Date.now())
  if (wait > 0) return refuse(reply, 429, 'TOO_MANY_ATTEMPTS', Math.ceil(wait / 1000))
  const { email, password, remember } = body.data
  const right = await deps.checkSignIn(email, password, signInFrom(request))
  if (right === 'TOO_BUSY') return refuse(reply, 429, 'TOO_MANY_ATTEMPTS', BUSY_SECONDS)
  if (right === null) return refuse(reply, 401, 'WRONG_CREDENTIALS')
  deps.limiter.giveBack(addressKey(request.ip), Date.now())
  if (!right.needsSecondFactor) return complete(request, reply, deps, { userId: right.userId, remember, amr: ['pwd'] })
  await deps.database.inSystem((tx) => keepPendingSignIn(tx, interaction.uid, { userId: right.userId, remember }))
  signIns.increment(1, { result: 'SECOND_FACTOR' })
  return { next: 'SECOND_FACTOR' }
}

/** Only an interaction with a checked password gets here; that state is kept on the server, not by the page. */
const secondFactor: Handler = async (request, reply, deps) => {
  const { uid } = await findInteraction(request, reply, deps)
  const body = codeBody.safeParse(request.body)
  if (!body.success) return refuse(reply, 400, 'BAD_REQUEST')
  const pending = await deps.database.inSystem((tx) => findPendingSignIn(tx, uid))
  if (pending === null) return refuse(reply, 410, 'INTERACTION_EXPIRED')
  const wait = deps.limiter.take(addressKey(request.ip), Date.now())
  if (wait > 0) return refuse(reply, 429, 'TOO_MANY_ATTEMPTS', Math.ceil(wait / 1000))
  if (!(await deps.checkSecondFactor(pending.userId, body.data.code))) return refuse(reply, 401, 'WRONG_CODE')
  deps.limiter.giveBack(addressKey(request.ip), Date.now())
  if (!(await deps.database.inSystem((tx) => takePendingSignIn(tx, uid)))) return refuse(reply, 410, 'INTERACTION_EXPIRED')
  return complete(request, reply, deps, { ...pending, amr: ['pwd', 'otp'] })
}

type SignedIn = { readonly userId: UserId; readonly remember: boolean; readonly amr: string[] }

/** Ends the interaction with a session of the person, if they are a member of the company that they sign in to. */
async function complete(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: InteractionDeps,
  { userId, remember, amr }: SignedIn,
): Promise<unknown> {
  const interaction = await findInteraction(request, reply, deps)
  const profile = await readSessionProfile(deps.database, userId, companyOfPath(new URL(interaction.returnTo).pathname))
  if (profile.kind !== 'profile') return refuse(reply, 403, 'NOT_A_MEMBER')
  signIns.increment(1, { result: 'SIGNED_IN' })
  await rememberBrowser(request, reply, { ...deps, userId })
  return finish(request, reply, deps, { login: { accountId: userId, remember, amr } })
}

const cancel: Handler = (request, reply, deps) =>
  finish(request, reply, deps, { error: 'access_denied', error_description: 'the person did not sign in' })

/** Stores the result and answers the next address: back to the provider, never to an address from the request. */
async function finish(request: FastifyRequest, reply: FastifyReply, deps: InteractionDeps, result: InteractionResults): Promise<unknown> {
  await findInteraction(request, reply, deps)
  const continueAt = await providerOf(request, deps).interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
  return { continueAt }
}

async function findInteraction(request: FastifyRequest, reply: FastifyReply, deps: InteractionDeps) {
  const interaction = await providerOf(request, deps).interactionDetails(request.raw, reply.raw)
  const { uid } = z.object({ uid: z.string() }).parse(request.params)
  if (interaction.uid !== uid) throw new errors.SessionNotFound('the interaction is another one')
  return interaction
}

function providerOf(request: FastifyRequest, deps: InteractionDeps) {
  return deps.providers.of({ origin: deps.origins.ofRequest(request.protocol, request.host), companyId: null })
}

function refuse(reply: FastifyReply, status: number, error: InteractionError, retryAfterSeconds?: number): FastifyReply {
  signIns.increment(1, { result: error })
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ error, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
}
