import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/log.ts'
import { createEmailRequests } from './emailRequests.ts'
import type { EmailRequest } from './emailRequests.ts'

const up = { ping: () => Promise.resolve() }
const request = { email: 'anna@emails.example', language: 'en' }

test('the answer is given before anything is looked up, and what was taken is done all the same', async () => {
  const door = Promise.withResolvers<void>()
  const done: EmailRequest[] = []
  const requests = createEmailRequests({
    database: up,
    log: createLog('silent'),
    send: async (asked) => {
      await door.promise
      done.push(asked)
    },
  })
  assert.equal(await requests.take(request), 0)
  assert.deepEqual(done, [])
  door.resolve()
  await requests.settled()
  assert.deepEqual(done, [request])
})

test('a failure is nobody’s answer, and stops nothing', async () => {
  let sent = 0
  const requests = createEmailRequests({
    database: up,
    log: createLog('silent'),
    send: () => (++sent === 1 ? Promise.reject(new Error('no')) : Promise.resolve()),
  })
  assert.deepEqual([await requests.take(request), await requests.take(request)], [0, 0])
  await requests.settled()
  assert.equal(sent, 2)
})

test('too many at once are told to come again, and a database that is away promises nothing', async () => {
  const door = Promise.withResolvers<void>()
  const requests = createEmailRequests({ database: up, log: createLog('silent'), send: () => door.promise })
  const answers = await Promise.all(Array.from({ length: 210 }, () => requests.take(request)))
  assert.ok(answers.some((seconds) => seconds > 0) || (await requests.take(request)) > 0)
  door.resolve()
  await requests.settled()
  const away = createEmailRequests({
    database: { ping: () => Promise.reject(new Error('no answer')) },
    log: createLog('silent'),
    send: () => Promise.reject(new Error('never asked')),
  })
  await assert.rejects(away.take(request), { code: 'SERVICE_UNAVAILABLE' })
})
