import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneOfEachPosting, takeBack, wayBack } from './takeBack.ts'

const OFFLINE = { code: 'OFFLINE', params: {} }

describe('taking a confirmation back', () => {
  it('names one row of each posting: an act over two segments made two', () => {
    const rows = [
      { id: 11, postingId: 5 },
      { id: 12, postingId: 5 },
      { id: 13, postingId: 6 },
    ]
    assert.deepEqual(oneOfEachPosting(rows), [11, 13])
    assert.deepEqual(oneOfEachPosting([]), [])
  })

  it('drops what waits on the device, and takes nothing back of what was sent meanwhile', () => {
    const waits = { id: 3, key: 'a' }
    assert.deepEqual(wayBack(['a'], [waits]), { kept: [waits] })
    assert.equal(wayBack(['a'], [{ id: 4, key: 'b' }]), null)
    assert.equal(wayBack(['a', 'b'], [waits]), null, 'one of two')
    assert.deepEqual(wayBack([], [waits]), { kept: [] })
  })

  it('takes all postings of the act back, one after the other', async () => {
    const asked: number[] = []
    const cancel = async (id: number) => {
      asked.push(id)
      await Promise.resolve()
      return []
    }
    assert.deepEqual(await takeBack([11, 13, 17], cancel), { left: [], problem: null })
    assert.deepEqual(asked, [11, 13, 17])
  })

  it('says what is left where one was not taken back, and asks for no more', async () => {
    const asked: number[] = []
    const cancel = (id: number) => {
      asked.push(id)
      return Promise.resolve(id === 13 ? [OFFLINE] : [])
    }
    assert.deepEqual(await takeBack([11, 13, 17], cancel), { left: [13, 17], problem: OFFLINE })
    assert.deepEqual(asked, [11, 13])
  })
})
