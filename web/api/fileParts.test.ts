import assert from 'node:assert/strict'
import { afterEach, describe, it, mock } from 'node:test'
import { FILE_PART_BYTES } from '#engine/checklist/answerFile.ts'
import { LINE_BROKE, putFileInParts } from './fileParts.ts'

const PART = FILE_PART_BYTES
const asker = { accessToken: () => Promise.resolve('token'), tenantId: 'ACME1' }

/** A server that keeps what it received under one id, and the requests that it saw; `away` says which of them do not arrive. */
function serverOf(away: (request: string) => boolean, before: { received: number; size: number } = { received: 0, size: 0 }) {
  const requests: string[] = []
  let there = { ...before, isStored: false }
  mock.method(globalThis, 'fetch', async (path: string, init: RequestInit) => {
    const request = `${init.method ?? 'GET'} ${path.replace('/api/checklist-files/', '')}`
    requests.push(request)
    if (away(request)) throw new TypeError('Failed to fetch')
    const part = /^PUT x\/parts\/(\d+)\?size=(\d+)$/.exec(request)
    if (part !== null && init.body instanceof Blob) there = { ...there, received: Number(part[1]) + init.body.size, size: Number(part[2]) }
    if (request.startsWith('POST')) there = { received: 0, size: 0, isStored: true }
    return Response.json(there)
  })
  return requests
}
const photoOf = (size: number) =>
  ({ road: 'checklist-files', id: 'x', file: new File([new Uint8Array(size)], 'a.jpg', { type: 'image/jpeg' }) }) as const
const never = () => false

describe('a photo of a checklist', () => {
  afterEach(() => mock.restoreAll())

  it('that is small goes in one request', async () => {
    const requests = serverOf(never)
    assert.equal(await putFileInParts(photoOf(PART), asker), null)
    assert.deepEqual(requests, ['PUT x?name=a.jpg'])
  })

  it('goes in parts, and after a break from where the server has it on', async () => {
    const size = 2 * PART + 5
    let isBroken = true
    const requests = serverOf((request) => isBroken && request.includes(`/parts/${PART}?`))
    assert.deepEqual(await putFileInParts(photoOf(size), asker), { code: LINE_BROKE, params: {} })
    isBroken = false
    requests.length = 0
    assert.equal(await putFileInParts(photoOf(size), asker), null)
    assert.deepEqual(requests, [
      'GET x/parts',
      `PUT x/parts/${PART}?size=${size}`,
      `PUT x/parts/${2 * PART}?size=${size}`,
      'POST x?name=a.jpg',
    ])
    // Its end arrived, its answer did not: it is not sent again.
    requests.length = 0
    assert.equal(await putFileInParts(photoOf(size), asker), null)
    assert.deepEqual(requests, ['GET x/parts'])
  })

  it('that was made smaller begins anew, and without a connection no line is said to break', async () => {
    const requests = serverOf(never, { received: 3 * PART, size: 9 * PART })
    assert.equal(await putFileInParts(photoOf(PART + 1), asker), null)
    assert.equal(requests[1], `PUT x/parts/0?size=${PART + 1}`)
    serverOf(() => true)
    assert.deepEqual(await putFileInParts(photoOf(PART + 1), asker), { code: 'OFFLINE', params: {} })
  })
})
