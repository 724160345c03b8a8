import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import type { Client } from 'urql'
import { CHECKLIST_HAND_IN, handedInHere, type HandIn, handInKind, takePhotoAway, withoutFile } from './handInKind.ts'
import { LINE_BROKE } from '#web/api/fileParts.ts'
import { hasRoom, type KeptPhoto, MOST_PHOTO_BYTES, MOST_PHOTOS } from '#web/parts/sentFile/keptPhotos.ts'
import { PHOTO_LOST } from '#web/parts/sentFile/keptFileKind.ts'
import { CHECKLIST_PHOTO, photoKind } from './photoKind.ts'

const entry = (id: number, more: Partial<OutboxEntry>): OutboxEntry => ({
  id,
  key: String(id),
  owner: 'ann',
  kind: CHECKLIST_HAND_IN,
  madeAt: 0,
  body: { input: { occurrenceId: id, answers: [] }, name: 'Oil round', place: 'Press' },
  refusal: null,
  ...more,
})

test('what was handed in here is not asked for again until it is sent; what was refused, and what is not a checklist, is', () => {
  const refused = entry(2, { refusal: { code: 'NOT_FOUND', detail: null } })
  assert.deepEqual([...handedInHere([entry(1, {}), refused, entry(3, { kind: 'NOTE' }), entry(4, {})])], [1, 4])
})

const photo = (id: number, occurrenceId: number) =>
  entry(id, { kind: CHECKLIST_PHOTO, body: { id: `p${id}`, occurrenceId, name: 'a.jpg', place: '' } })
const kept = { key: 'p1', owner: 'ann', madeAt: 0, name: 'a.jpg', blob: new Blob(['x'], { type: 'image/jpeg' }) }
const asker = { accessToken: () => Promise.resolve('token'), tenantId: 'ACME1' }

test('answers wait for their photos, and for no others', () => {
  const kinds = new Map([['CHECKLIST_HAND_IN', handInKind({} as Client)]])
  const after = kinds.get('CHECKLIST_HAND_IN')?.isAfter
  assert.deepEqual([after?.(photo(1, 4), entry(4, {})), after?.(photo(1, 5), entry(4, {}))], [true, false])
})

test('a photo is sent under its id and leaves the device only then; away it waits, refused and lost it asks', async () => {
  const removed: string[] = []
  const rows = {
    get: async (id: string) => (id === 'p1' ? kept : null),
    put: async () => {},
    remove: async (id: string) => void removed.push(id),
  }
  const sent = async (refused: string | null, id = 1) =>
    await photoKind(asker, rows, { upload: async () => (refused === null ? null : { code: refused, params: {} }) }).send([photo(id, 4)])
  assert.deepEqual(await sent('OFFLINE'), 'AWAY')
  assert.deepEqual(await sent('TOO_MANY_REQUESTS'), 'AWAY')
  assert.deepEqual(await sent('UNAUTHENTICATED'), 'SIGN_IN')
  assert.deepEqual(await sent('ATTACHMENT_NOT_VALID'), [{ code: 'ATTACHMENT_NOT_VALID', params: {}, detail: null }])
  assert.deepEqual(removed, [])
  assert.deepEqual(await sent(null), ['DONE'])
  assert.deepEqual(removed, ['p1'])
  assert.deepEqual(await sent(null, 2), [{ code: PHOTO_LOST, detail: null }])
})

test('a photo that a person took away is no longer in the answers that wait', () => {
  const answer = { taskId: 'guard', fileIds: ['p1', 'p2'] }
  const handIn = { input: { occurrenceId: 4, answers: [answer] }, name: 'Oil round', place: 'Press' } as HandIn
  assert.deepEqual(withoutFile(handIn, 'p1').input.answers, [{ taskId: 'guard', fileIds: ['p2'] }])
})

test('two hundred photos or 300 MB of them wait on a device, not one more', () => {
  assert.ok(
    hasRoom(
      Array.from({ length: MOST_PHOTOS - 1 }, () => 1),
      1,
    ),
  )
  assert.ok(
    !hasRoom(
      Array.from({ length: MOST_PHOTOS }, () => 1),
      1,
    ),
  )
  assert.ok(hasRoom([MOST_PHOTO_BYTES - 5], 5))
  assert.ok(!hasRoom([MOST_PHOTO_BYTES - 5], 6))
})

test('a photo that is taken away leaves the answers that wait before it leaves the device, and no others', async () => {
  const did: string[] = []
  const answered = (id: number) =>
    entry(id, {
      body: { input: { occurrenceId: id, answers: [{ taskId: 'guard', fileIds: ['p1', 'p2'] }] }, name: 'Oil round', place: '' },
    })
  await takePhotoAway({ id: 'p1', occurrenceId: 4, name: 'a.jpg', place: '' }, [photo(1, 4), answered(4), answered(5)], {
    again: async (id, { input }) =>
      void did.push(
        `${id}: ${[input.answers]
          .flat()
          .flatMap(({ fileIds }) => fileIds ?? [])
          .join(', ')}`,
      ),
    remove: async (id) => void did.push(`removed ${id}`),
  })
  assert.deepEqual(did, ['4: p2', 'removed p1'])
})

test('a photo whose sending is answered by nothing that says why asks a person after five times; sent again it is tried anew', async () => {
  const rows = { get: async () => kept, put: async () => {}, remove: async () => {} }
  const kind = photoKind(asker, rows, { upload: async () => ({ code: 'UNKNOWN', params: {} }) })
  const outcomes: unknown[] = []
  for (let time = 0; time < 5; time++) outcomes.push(await kind.send([photo(1, 4)]))
  assert.deepEqual(outcomes, ['AWAY', 'AWAY', 'AWAY', 'AWAY', [{ code: 'UNKNOWN', params: {}, detail: null }]])
  assert.equal(await kind.send([{ ...photo(1, 4), key: 'again' }]), 'AWAY')
})

test('a photo on whose way the line broke three times is made smaller, once; without a connection, and a document, it stays as it is', async () => {
  let stored: KeptPhoto = { ...kept, blob: new Blob(['xxxxx'], { type: 'image/jpeg' }) }
  const sizes: number[] = []
  let code = 'OFFLINE'
  const rows = { get: async () => stored, put: async (photo: KeptPhoto) => void (stored = photo), remove: async () => {} }
  const kind = photoKind(asker, rows, {
    upload: async ({ file }) => {
      sizes.push(file.size)
      return { code, params: {} }
    },
    shrink: async (file) => new File(['xx'], file.name, { type: 'image/jpeg' }),
  })
  const tryIt = async (times: number) => {
    for (let time = 0; time < times; time++) assert.equal(await kind.send([photo(1, 4)]), 'AWAY')
  }
  await tryIt(5)
  assert.equal(stored.isSmall, undefined)
  code = LINE_BROKE
  await tryIt(5)
  assert.deepEqual([stored.isSmall, stored.blob.size, sizes.slice(5)], [true, 2, [5, 5, 5, 2, 2]])
  stored = { ...kept, blob: new Blob(['xxxxx'], { type: 'application/pdf' }) }
  await tryIt(3)
  assert.equal(stored.blob.size, 5)
})

test('what was begun on this device waits under its own id, before what shows its photos', () => {
  const kind = handInKind({} as Client)
  const body = { input: { started: { checklistId: 1 }, answers: [] }, hereId: -77, name: 'Oil round', place: 'Press' }
  const begun = entry(2, { body })
  assert.deepEqual([...handedInHere([begun])], [-77])
  assert.equal(kind.isAfter?.(photo(1, -77), begun), true)
  assert.equal(kind.isAfter?.(photo(1, 4), begun), false)
})
