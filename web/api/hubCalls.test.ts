import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHubCalls } from './hubCalls.ts'

/** A connection double that records its calls. */
function recorder(answer: (method: string) => Promise<unknown>) {
  const calls: (readonly unknown[])[] = []
  return {
    calls,
    invoke: (method: string, ...args: unknown[]) => {
      calls.push([method, ...args])
      return answer(method)
    },
  }
}

test('calls before the connection run once it is open, in their order, and are answered', async () => {
  const hub = createHubCalls()
  const answers = [hub.invoke('Subscribe', 1), hub.invoke('Unsubscribe')]
  const connection = recorder((method) => Promise.resolve(`${method} done`))
  hub.opened(connection)
  assert.deepEqual(connection.calls, [['Subscribe', 1], ['Unsubscribe']])
  assert.deepEqual(await Promise.all(answers), ['Subscribe done', 'Unsubscribe done'])
})

test('an argument that is a function is read when the call runs', async () => {
  const hub = createHubCalls()
  let age = 1
  const answer = hub.invoke('Subscribe', null, () => age)
  age = 2
  const connection = recorder(() => Promise.resolve('done'))
  hub.opened(connection)
  await answer
  await hub.invoke('Subscribe', () => age + 1)
  assert.deepEqual(connection.calls, [
    ['Subscribe', null, 2],
    ['Subscribe', 3],
  ])
})

test('a call on an open connection runs at once, one after it closed waits for the next', async () => {
  const hub = createHubCalls()
  const first = recorder(() => Promise.resolve(1))
  hub.opened(first)
  await hub.invoke('A')
  hub.closed()
  const late = hub.invoke('B')
  assert.deepEqual(first.calls, [['A']])
  const second = recorder(() => Promise.resolve(2))
  hub.opened(second)
  assert.equal(await late, 2)
  assert.deepEqual(second.calls, [['B']])
})

test('a waiting call that the hub refuses is refused, and the others are not', async () => {
  const hub = createHubCalls()
  const [wrong, right] = [hub.invoke('Wrong'), hub.invoke('Right')]
  hub.opened(recorder((method) => (method === 'Wrong' ? Promise.reject(new Error('no')) : Promise.resolve('yes'))))
  await assert.rejects(wrong, /no/)
  assert.equal(await right, 'yes')
})
