import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorityPath, companyOfPath, IDENTITY_PATH } from './authority.ts'
import type { Authority, Origins } from './authority.ts'
import { PAGE_POLICY, PAGE_STYLE, PAGE_STYLE_PATH, SUBMIT_SCRIPT, SUBMIT_SCRIPT_PATH } from './pages.ts'
import type { Providers } from './providers.ts'

/** Mounts the providers below /identity. They read the request themselves, so this scope parses no bodies. */
export function registerProviderRoutes(app: FastifyInstance, deps: { readonly providers: Providers; readonly origins: Origins }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.get(PAGE_STYLE_PATH, (_request, reply) => sendAsset(reply, 'text/css; charset=utf-8', PAGE_STYLE))
  app.get(SUBMIT_SCRIPT_PATH, (_request, reply) => sendAsset(reply, 'text/javascript; charset=utf-8', SUBMIT_SCRIPT))
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${IDENTITY_PATH}/*`,
    handler: (request, reply) => {
      const authority: Authority = {
        origin: deps.origins.ofRequest(request.protocol, request.host),
        companyId: companyOfPath(request.url),
      }
      handOver(request, reply, authority)
      return deps.providers.of(authority).callback()(request.raw, reply.raw)
    },
  })
}

/** Makes the raw request look as the provider wants it: its own prefix stripped, and the checked origin instead of what headers claim. */
function handOver(request: FastifyRequest, reply: FastifyReply, authority: Authority): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.setHeader('content-security-policy', PAGE_POLICY)
  reply.raw.setHeader('x-content-type-options', 'nosniff')
  reply.raw.setHeader('referrer-policy', 'no-referrer')
  const { raw } = request
  const origin = new URL(authority.origin)
  raw.headers.host = origin.host
  raw.headers['x-forwarded-host'] = origin.host
  raw.headers['x-forwarded-proto'] = origin.protocol.slice(0, -1)
  const url = raw.url ?? '/'
  Object.assign(raw, { originalUrl: url, url: url.slice(authorityPath(authority.companyId).length) || '/' })
}

function sendAsset(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600').header('x-content-type-options', 'nosniff').type(type).send(content)
}
