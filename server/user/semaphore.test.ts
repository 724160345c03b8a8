import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

test('work runs in its order, never more at a time than allowed, and goes on after a failure', async () => {
  const semaphore = createSemaphore(2)
  const begun: number[] = []
  let running = 0
  const answers = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((number) =>
      semaphore.run(async () => {
        begun.push(number)
        assert.ok(++running <= 2)
        await sleep(5)
        running--
        if (number === 1) throw new Error('one fails')
        return number
      }),
    ),
  )
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  assert.deepEqual(
    answers.map((answer) => answer.status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  assert.equal(semaphore.waiting(), 0)
})
