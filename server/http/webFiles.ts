import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { body } from '#server/http/errors.ts'

const YEAR_SECONDS = 31_536_000

/** Addresses that never fall back to the app's page: a wrong one there is an error of a program, not of a person. */
const PROGRAM_PATHS = /^\/(api|identity|assets)(\/|$)/

/** Serves the built screens: files named by their content for a year, pages always asked for anew; any other address of a person is the app's page. */
export async function registerWebFiles(app: FastifyInstance, directory: string): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      preCompressed: true,
      cacheControl: false,
      index: ['index.html'],
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
    })
  }
  app.setNotFoundHandler((request, reply) => (isBuilt && isPage(request) ? sendApp(reply) : reply.code(404).send(body('NOT_FOUND', {}))))
}

function cacheControl(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return !PROGRAM_PATHS.test(request.url.split('?')[0] ?? '') && (request.headers.accept ?? '').includes('text/html')
}

async function sendApp(reply: FastifyReply): Promise<FastifyReply> {
  return reply.sendFile('index.html')
}
