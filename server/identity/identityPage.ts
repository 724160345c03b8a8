import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PageReader } from '#server/http/pageSettings.ts'

/** The addresses of people without a session (spec 000 §2); `/password` alone belongs to the application. */
export const ACCOUNT_PAGES = [
  '/registration',
  '/invitation',
  '/password/reset',
  '/password/restore',
  '/password/activate',
  '/terms',
  '/privacy',
] as const

/** Passwords are typed here: only our own files, no frame around the page, and no referrer, since links carry secrets. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Serves the page of sign-in at the addresses of registration, passwords, invitations and terms. */
export function registerAccountPages(app: FastifyInstance, readPage: PageReader): void {
  for (const url of ACCOUNT_PAGES) app.get(url, (_request, reply) => sendIdentityPage(reply, readPage))
}

/** Sends the built page of sign-in under its strict policy; 503 while it is not built. */
export async function sendIdentityPage(reply: FastifyReply, readPage: PageReader): Promise<FastifyReply> {
  const page = await readPage()
  void reply.header('cache-control', 'no-store').header('content-security-policy', PAGE_POLICY).header('referrer-policy', 'no-referrer')
  if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send('The sign-in page is not built yet: npm run build')
  return reply.type('text/html; charset=utf-8').send(page.html)
}
