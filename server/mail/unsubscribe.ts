import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Language } from '#engine/user/language.ts'
import type { Database } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import { acceptedLanguage } from './acceptedLanguage.ts'
import { escapeHtml } from './emailHtml.ts'
import { emailTextsOf } from './emailTexts.ts'
import { plainPage, plainPolicy } from './plainPage.ts'

/** Whose e-mails end: those of one thing (`key`) of a list, such as a subscription of reports, to one person. */
export type Unsubscription = { readonly list: string; readonly companyId: CompanyId; readonly key: string; readonly userId: UserId }

/** What a list does about the reader of one of its e-mails. Each returns how the thing is named to that person; null when it is gone. */
export type MailingList = {
  name(from: Unsubscription): Promise<Named | null>
  leave(from: Unsubscription): Promise<Named | null>
  comeBack(to: Unsubscription): Promise<Named | null>
}
/** What the page behind a link asks: to get no more e-mails, or to get them. */
export type PageWords = 'agree' | 'unsubscribe'
type Named = { readonly name: string; readonly language: Language }

/** Links in e-mails that end e-mails like them, and the pages behind the links, which nobody signs in to. */
export type Unsubscribing = {
  /** Returns the address that ends such e-mails. */
  linkOf(from: Unsubscription): string
  /** Has the e-mails of the list ended by it, or begun where its page asks somebody to agree. */
  handle(list: string, by: MailingList, asks?: PageWords): void
}

const PATH = '/api/unsubscribe'
const SECRET_NAME = 'unsubscribe_link_secret'
const SECRET_BYTES = 32
/** List, company, key and user: what we signed. */
const whose = z.tuple([z.string(), z.string(), z.string(), z.string()])
const POLICY = plainPolicy(["form-action 'self'"])

/**
 * Returns the links that end e-mails, and adds the pages behind them. Reading the page changes nothing, for mail programs and scanners open links by
 * themselves; its button, or the one of a mail program (RFC 8058), does.
 */
export async function openUnsubscribing(
  app: FastifyInstance,
  { database, publicUrl }: { readonly database: Pick<Database, 'inSystem' | 'vault'>; readonly publicUrl: string },
): Promise<Unsubscribing> {
  const proposal = randomBytes(SECRET_BYTES).toString('base64url')
  const secret = await database.inSystem((tx) => keepSecret(tx, database.vault, SECRET_NAME, proposal))
  const lists = new Map<string, { readonly by: MailingList; readonly asks: PageWords }>()
  await app.register((scope, _options, done) => {
    // The body says nothing that the address does not: List-Unsubscribe=One-Click, or that of an empty form.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, parsed) => parsed(null, null))
    const answer = async (request: AskedPage, reply: FastifyReply, act: Act): Promise<FastifyReply> => {
      const { token } = request.params
      const found = readToken(token, secret)
      const list = found === null ? undefined : lists.get(found.list)
      const named = found === null || list === undefined ? null : await list.by[act](found)
      const asks = list?.asks ?? 'unsubscribe'
      return send(
        reply,
        named === null ? goneBody(acceptedLanguage(request), asks) : namedBody(named, { act, asks, path: `${PATH}/${token}` }),
      )
    }
    scope.get<{ Params: { token: string } }>(`${PATH}/:token`, (request, reply) => answer(request, reply, 'name'))
    scope.post<{ Params: { token: string }; Querystring: { again?: string } }>(`${PATH}/:token`, (request, reply) =>
      answer(request, reply, request.query.again === '1' ? 'comeBack' : 'leave'),
    )
    done()
  })
  return {
    linkOf: (from) => `${publicUrl}${PATH}/${tokenOf(from, secret)}`,
    handle: (list, by, asks = 'unsubscribe') => void lists.set(list, { by, asks }),
  }
}

type Act = 'comeBack' | 'leave' | 'name'
type AskedPage = Pick<FastifyRequest<{ Params: { token: string } }>, 'headers' | 'params'>
type Page = { readonly language: Language; readonly title: string; readonly body: string; readonly status: number }

function namedBody(
  { name, language }: Named,
  { act, asks, path }: { readonly act: Act; readonly asks: PageWords; readonly path: string },
): Page {
  const texts = emailTextsOf(language)[asks]
  const said = (text: string) => escapeHtml(text.replace('{{name}}', name))
  const [sentence, button, action] = {
    name: [texts.question, texts.button, path],
    leave: [texts.done, texts.undo, `${path}?again=1`],
    comeBack: [texts.undone, texts.button, path],
  }[act]
  const title = texts.title.replace('{{name}}', name)
  const form = `<form method="post" action="${escapeHtml(action ?? '')}"><button>${said(button ?? '')}</button></form>`
  return { language, title, body: `<h1>${escapeHtml(title)}</h1><p role="status">${said(sentence ?? '')}</p>${form}`, status: 200 }
}

function goneBody(language: Language, asks: PageWords): Page {
  const { gone } = emailTextsOf(language)[asks]
  return { language, title: 'Trueline', body: `<h1>Trueline</h1><p role="status">${escapeHtml(gone)}</p>`, status: 404 }
}

function send(reply: FastifyReply, { language, title, body, status }: Page): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(plainPage(language, title, body))
}

function tokenOf({ list, companyId, key, userId }: Unsubscription, secret: string): string {
  const said = Buffer.from(JSON.stringify([list, companyId, key, userId])).toString('base64url')
  return `${said}.${sign(said, secret)}`
}

function readToken(token: string, secret: string): Unsubscription | null {
  const [, said, given] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? []
  if (said === undefined || given === undefined) return null
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(sign(said, secret)))) return null
  const [list, companyId, key, userId] = whose.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
  return { list, companyId: asId<CompanyId>(companyId), key, userId: asId<UserId>(userId) }
}

function sign(said: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe ${said}`).digest('base64url')
}
