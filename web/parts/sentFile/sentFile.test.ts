import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from 'urql'
import type { PutFile } from '#web/api/attachment.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { SUPPORT_ANSWER, SUPPORT_REQUEST, supportAnswerKind, supportKind } from '#web/parts/support/supportKind.ts'
import { WORK_REQUEST, workRequestKinds } from '#web/parts/workRequest/requestKinds.ts'
import { PHOTO_LOST } from './keptFileKind.ts'
import { dropFile, SENT_FILE, sentFileKind } from './sentFile.ts'

const entry = (id: number, kind: string, body: unknown): OutboxEntry => ({
  id,
  key: `k${id}`,
  owner: 'ann',
  kind,
  madeAt: 0,
  body,
  refusal: null,
})
const file = (id: string, more: object = {}) => entry(1, SENT_FILE, { id, name: 'leak.jpg', road: 'attachments', ...more })
const request = (attachmentIds: readonly string[]) =>
  entry(2, WORK_REQUEST, { content: 'It leaks', actingUserId: null, dueAt: null, responsibleId: null, attachmentIds })
const question = (fileIds: readonly string[]) => entry(3, SUPPORT_REQUEST, { content: 'Why?', direction: 'SUPPORT', fileIds })
const answer = (id: number, fileIds: readonly string[]) => entry(4, SUPPORT_ANSWER, { id, content: 'So', isSolved: false, fileIds })

test('a work request, a question and an answer wait for their files, and for no others', () => {
  const client = {} as Client
  const [requests] = workRequestKinds(client)
  const after = [requests, supportKind(client), supportAnswerKind(client)].map((kind) => kind?.isAfter)
  const said = (ids: readonly string[]) => [request(ids), question(ids), answer(7, ids)]
  const waits = (ids: readonly string[]) => said(ids).map((later, at) => after[at]?.(file('a'), later))
  assert.deepEqual(waits(['b', 'a']), [true, true, true])
  assert.deepEqual(waits(['b']), [false, false, false])
  assert.deepEqual(waits([]), [false, false, false])
  assert.deepEqual([after[2]?.(answer(7, []), answer(7, [])), after[2]?.(answer(8, []), answer(7, []))], [true, false])
})

test('a file goes where what names it goes, under its id, and leaves the device only when it is there', async () => {
  const sent: PutFile[] = []
  const removed: string[] = []
  const blob = new Blob(['x'], { type: 'image/jpeg' })
  const kept = {
    get: async (id: string) => (id === 'lost' ? null : { key: id, owner: 'ann', madeAt: 0, name: 'leak.jpg', blob }),
    put: async () => {},
    remove: async (id: string) => void removed.push(id),
  }
  const asker = { accessToken: () => Promise.resolve('token'), tenantId: 'ACME1' }
  let refused: string | null = 'OFFLINE'
  const kind = sentFileKind(asker, kept, async (put) => {
    sent.push(put)
    return refused === null ? null : { code: refused, params: {} }
  })
  const [photo, screen] = [file('a'), file('b', { road: 'support-files', supportRequestId: 7 })]
  assert.equal(await kind.send([photo]), 'AWAY')
  assert.deepEqual(removed, [])
  refused = null
  assert.deepEqual([await kind.send([photo]), await kind.send([screen])], [['DONE'], ['DONE']])
  assert.deepEqual(
    sent.slice(1).map(({ road, id, supportRequestId }) => [road, id, supportRequestId]),
    [
      ['attachments', 'a', null],
      ['support-files', 'b', 7],
    ],
  )
  assert.deepEqual(removed, ['a', 'b'])
  assert.deepEqual(await kind.send([file('lost')]), [{ code: PHOTO_LOST, detail: null }])
  assert.deepEqual(await kind.send([entry(1, SENT_FILE, { photo: 'of another version' })]), [{ code: 'UNREADABLE', detail: null }])
})

test('a file that is taken away leaves what waits behind it before it leaves the device, and nothing else', async () => {
  const did: unknown[] = []
  await dropFile('a', [file('a'), request(['a', 'b']), question(['b']), answer(7, ['a']), entry(5, 'OLD', null)], {
    again: async (id, body) => void did.push([id, body]),
    remove: async (id) => void did.push(id),
  })
  assert.deepEqual(did, [
    [2, { content: 'It leaks', actingUserId: null, dueAt: null, responsibleId: null, attachmentIds: ['b'] }],
    [4, { id: 7, content: 'So', isSolved: false, fileIds: [] }],
    'a',
  ])
})
