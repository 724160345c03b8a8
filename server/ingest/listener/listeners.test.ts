import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { ConnectionLimits } from './connectionLimits.ts'
import { MAX_PACKET_BYTES, PacketStream } from './packetStream.ts'
import { mayUse, telemetryTopic } from './topicAcl.ts'

suite('the listeners', () => {
  const OWN = '0198f3a0-0000-7000-8000-000000000001'
  const TOPICS: readonly (readonly [topic: string, publish: boolean, subscribe: boolean])[] = [
    [telemetryTopic(OWN), true, false],
    [`v1/devices/${OWN}/commands`, false, true],
    [telemetryTopic('0198f3a0-0000-7000-8000-000000000002'), false, false],
    [`v1/devices/${OWN}/commands/answer`, true, false],
    ['v1/devices/0198f3a0-0000-7000-8000-000000000002/commands/answer', false, false],
    ['v1/devices/+/commands', false, false],
    [`v1/devices/${OWN}/#`, false, false],
    ['#', false, false],
    ['$SYS/broker', false, false],
    [`v1/devices/${OWN}/telemetry/x`, false, false],
    ['', false, false],
  ]
  for (const [topic, publish, subscribe] of TOPICS) {
    test(`"${topic}": publish ${publish}, subscribe ${subscribe}`, () => {
      assert.deepEqual([mayUse(OWN, topic, 'publish'), mayUse(OWN, topic, 'subscribe')], [publish, subscribe])
    })
  }

  test('a packet that is too large is found from its header, however the stream is cut', () => {
    const packet = (length: number, body: number): Buffer => {
      const header = [0x30]
      for (let rest = length; ;) {
        header.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
        rest = Math.floor(rest / 128)
        if (rest === 0) break
      }
      return Buffer.concat([Buffer.from(header), Buffer.alloc(body)])
    }
    const lengths = fc.array(fc.nat(3_000), { maxLength: 8 })
    fc.assert(
      fc.property(lengths, fc.boolean(), fc.integer({ min: 1, max: 700 }), (good, isEndTooLarge, cut) => {
        const stream = Buffer.concat([
          ...good.map((length) => packet(length, length)),
          ...(isEndTooLarge ? [packet(MAX_PACKET_BYTES + 1, 0)] : []),
        ])
        const packets = new PacketStream({ topic: () => null, message: () => assert.fail('no topic is known yet') })
        let isAccepted = true
        for (let at = 0; at < stream.length; at += cut) isAccepted &&= packets.take(stream.subarray(at, at + cut)) !== null
        assert.equal(isAccepted, !isEndTooLarge)
      }),
    )
  })

  test('messages to the own topic are taken out and all other packets handed on unchanged, however the stream is cut', () => {
    const topic = Buffer.from(telemetryTopic(OWN))
    const kind = fc.constantFrom('own 0', 'own 1', 'own 2', 'own 1 without id', 'foreign', 'ping', 'subscribe')
    const packet = fc.tuple(kind, fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 65_535 }))
    let taken = 0
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 12 }), fc.integer({ min: 1, max: 900 }), (given, cut) => {
        const expected: { messages: [string, number][]; rest: Buffer[] } = { messages: [], rest: [] }
        const packets = given.map(([name, payload, id]) => {
          const bytes = packetOf(name, topic, Buffer.from(payload), id)
          if (name === 'own 0' || name === 'own 1')
            expected.messages.push([Buffer.from(payload).toString('hex'), name === 'own 0' ? 0 : id])
          else expected.rest.push(bytes)
          return bytes
        })
        const messages: [string, number][] = []
        const stream = new PacketStream({ topic: () => topic, message: (payload, id) => void messages.push([payload.toString('hex'), id]) })
        const all = Buffer.concat(packets)
        const rest: Buffer[] = []
        for (let at = 0; at < all.length; at += cut) rest.push(stream.take(all.subarray(at, at + cut)) ?? assert.fail('refused'))
        assert.deepEqual([messages, Buffer.concat(rest)], [expected.messages, Buffer.concat(expected.rest)])
        taken += messages.length
      }),
      { numRuns: 500 },
    )
    assert.ok(taken > 300, `only ${taken} messages were taken out`)
  })

  test('five thousand devices behind one address may connect within thirty seconds, ten thousand at once may not', () => {
    const limits = new ConnectionLimits()
    let refused = 0
    for (let count = 0; count < 10_000; count++) if (limits.open('10.0.0.1', 0) !== null) refused++
    assert.equal(refused, 8_000)
    let open = 2_000
    for (let at = 0; at < 30_000 && open < 5_000; at += 5) if (limits.open('10.0.0.1', at) === null) open++
    assert.equal(open, 5_000)
  })

  test('an address that tries wrong secrets is refused for the rest of the minute, others are not', () => {
    const limits = new ConnectionLimits()
    for (let count = 0; count < 120; count++) limits.fail('10.0.0.1', 1_000)
    assert.equal(limits.open('10.0.0.1', 2_000), 'TOO_MANY_FAILED')
    assert.equal(limits.open('10.0.0.2', 2_000), null)
    assert.equal(limits.open('10.0.0.1', 61_000), null)
  })
})

function packetOf(kind: string, topic: Buffer, payload: Buffer, id: number): Buffer {
  if (kind === 'ping') return Buffer.of(0xc0, 0)
  const to = kind === 'foreign' ? Buffer.from(`${topic.toString()}/x`) : topic
  const qos = kind === 'own 0' || kind === 'foreign' ? 0 : kind === 'own 2' ? 2 : 1
  const packetId = kind === 'own 1 without id' ? Buffer.of(0, 0) : qos === 0 ? Buffer.alloc(0) : Buffer.of(id >> 8, id & 0xff)
  const body = Buffer.concat([Buffer.of(to.length >> 8, to.length & 0xff), to, packetId, payload])
  const length = body.length < 128 ? Buffer.of(body.length) : Buffer.of((body.length % 128) | 0x80, Math.floor(body.length / 128))
  return Buffer.concat([Buffer.of(kind === 'subscribe' ? 0x82 : 0x30 | (qos << 1)), length, body])
}
