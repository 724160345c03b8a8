import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Simulator } from './simulator.ts'

const LIMIT_MS = 60_000

test('a factory that dies is started again, with its last words in the log, until it is closed', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const simulator = new Simulator({ args: ['--mqtt', '127.0.0.1:9'], log, onProgress: () => undefined })
  simulator.start()
  const giveUpAt = performance.now() + LIMIT_MS
  while (lines.length < 2 && performance.now() < giveUpAt) await sleep(50)
  await simulator.close()
  assert.ok(lines.length >= 2, lines.join(''))
  assert.match(lines[0] ?? '', /Usage: node sim\/factory\.ts/)
  const count = lines.length
  await sleep(2_500)
  assert.equal(lines.length, count, 'after closing nothing is started')
})
