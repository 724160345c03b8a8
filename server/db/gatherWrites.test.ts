import assert from 'node:assert/strict'
import { Duplex } from 'node:stream'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { gatherWrites } from './gatherWrites.ts'

it('sends what is written in one turn at once and in its order, and what is written later on its own', async () => {
  const sent: string[] = []
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      sent.push(chunk.toString())
      done()
    },
    writev: (chunks: readonly { readonly chunk: Buffer }[], done) => {
      sent.push(chunks.map(({ chunk }) => chunk.toString()).join(''))
      done()
    },
  })
  gatherWrites(stream)
  stream.write('begin ')
  await Promise.resolve()
  stream.write('select ')
  stream.write('insert')
  await setImmediate()
  stream.write('commit')
  await setImmediate()
  assert.deepEqual(sent, ['begin select insert', 'commit'])
})
