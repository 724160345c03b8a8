import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { ConnectionLimits } from './connectionLimits.ts'
import { MAX_PACKET_BYTES, PacketGuard } from './packetGuard.ts'
import { mayUse, telemetryTopic } from './topicAcl.ts'

suite('the doors', () => {
  const OWN = '0198f3a0-0000-7000-8000-000000000001'
  const TOPICS: readonly (readonly [topic: string, publish: boolean, subscribe: boolean])[] = [
    [telemetryTopic(OWN), true, false],
    [`v1/devices/${OWN}/commands`, false, true],
    [telemetryTopic('0198f3a0-0000-7000-8000-000000000002'), false, false],
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

  test('the guard finds a packet that is too large from its header, however the stream is cut', () => {
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
        const guard = new PacketGuard()
        let isAccepted = true
        for (let at = 0; at < stream.length; at += cut) isAccepted &&= guard.accepts(stream.subarray(at, at + cut))
        assert.equal(isAccepted, !isEndTooLarge)
      }),
    )
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
