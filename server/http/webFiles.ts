import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { body } from '#server/http/errors.ts'
import { createPageReader } from '#server/http/pageSettings.ts'
import type { PageReader } from '#server/http/pageSettings.ts'

const YEAR_SECONDS = 31_536_000

/** Addresses that never fall back to the app's page: a wrong one there is an error of a program, not of a person. */
const PROGRAM_PATHS = /^\/(api|identity|assets)(\/|$)/

const ASSET = /[\\/]assets[\\/]/

/** What only a page obeys. With each of the thirty files of a first page it would be 25 KiB. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

/** The one script that may compile WebAssembly: a worker that reads QR codes. A worker has the policy of its own file, so pages stay without it. */
const DECODER = /[\\/]assets[\\/]decode\.worker-[^\\/]+\.js(\.br)?$/
const DECODER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * Serves the built screens: files named by content for a year, pages always fresh with the settings in them. Any other address of a person is the
 * app's page.
 */
export async function registerWebFiles(app: FastifyInstance, directory: string, config: Config): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'))
  const readApp = createPageReader(join(directory, 'index.html'), config)
  const sendApp = (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply, readApp)
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', cacheControl(path))
        if (ASSET.test(path)) for (const name of PAGE_HEADERS) void reply.removeHeader(name)
        if (DECODER.test(path)) void reply.header('content-security-policy', DECODER_POLICY)
      },
    })
    for (const url of ['/', '/index.html']) app.get(url, sendApp)
    const readIdentity = createPageReader(join(directory, 'identity.html'), config)
    app.get('/identity.html', (request, reply) => sendPage(request, reply, readIdentity))
    const readPublic = createPageReader(join(directory, 'public.html'), config)
    // Whatever the link, it is the same page: whether it leads anywhere is asked by the page itself.
    for (const url of ['/public.html', '/public', '/public/*']) {
      app.get(url, (request, reply) => sendPage(request, reply.headers(UNLISTED), readPublic))
    }
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && isPage(request) ? sendApp(request, reply) : reply.code(404).send(body('NOT_FOUND', {})),
  )
}

/** The link of a public page is nobody's business but of who has it. */
const UNLISTED = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

function cacheControl(path: string): string {
  return ASSET.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return !PROGRAM_PATHS.test(request.url.split('?')[0] ?? '') && (request.headers.accept ?? '').includes('text/html')
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, read: PageReader): Promise<FastifyReply> {
  const page = await read()
  if (page === null) return reply.code(404).send(body('NOT_FOUND', {}))
  void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  void reply.type('text/html; charset=utf-8')
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.html)
  return reply.header('content-encoding', 'br').send(page.brotli)
}
