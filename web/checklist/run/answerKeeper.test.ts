import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { createAnswerKeeper } from './answerKeeper.ts'
import { noAnswer } from './runner.view.ts'

const OFFLINE: ApiProblem = { code: 'OFFLINE', params: {} }
const CLOSED: ApiProblem = { code: 'OCCURRENCE_CLOSED', params: {} }
const TAKEN: ApiProblem = { code: 'ANSWERED_BY_ANOTHER', params: {} }
const answer = (taskKey: string): ChecklistAnswer => ({ ...noAnswer(taskKey, 1), yes: true })

/** A server that answers as it is told to, and what it was sent. */
function serverOf(problemOf: (keys: string) => ApiProblem | null) {
  const sent: string[] = []
  const keeper = createAnswerKeeper((answers, isTakenOver) => {
    const keys = answers.map(({ taskKey }) => taskKey).join('')
    sent.push(isTakenOver ? `${keys}!` : keys)
    const problem = isTakenOver ? null : problemOf(keys)
    return Promise.resolve(problem === null ? [] : [problem])
  })
  return { keeper, sent }
}

const unsavedOf = (keeper: ReturnType<typeof serverOf>['keeper']) => keeper.state().unsaved.map(({ taskKey }) => taskKey)

describe('answers that are kept as they are given', () => {
  it('are not forgotten when the connection is lost for the first and there for the second', async () => {
    const { keeper, sent } = serverOf((keys) => (keys === 'a' ? OFFLINE : null))
    await Promise.all([keeper.keep([answer('a')]), keeper.keep([answer('b')])])
    assert.deepEqual([sent, unsavedOf(keeper)], [['a', 'ab'], []])
  })

  it('stay unsaved until they arrive, and go again without another answer', async () => {
    let isLost = true
    const { keeper, sent } = serverOf(() => (isLost ? OFFLINE : null))
    await keeper.keep([answer('a')])
    await keeper.again()
    assert.deepEqual(unsavedOf(keeper), ['a'])
    isLost = false
    await keeper.again()
    await keeper.again()
    assert.deepEqual([sent, unsavedOf(keeper)], [['a', 'a', 'a'], []])
  })

  it('tell at once what is refused, until that task is answered anew', async () => {
    let isClosed = true
    const { keeper } = serverOf(() => (isClosed ? CLOSED : null))
    await keeper.keep([answer('a')])
    assert.deepEqual([keeper.state().refused, unsavedOf(keeper)], [CLOSED, []])
    isClosed = false
    await keeper.keep([answer('b')])
    assert.deepEqual(keeper.state().refused, CLOSED)
    await keeper.keep([answer('a')])
    assert.equal(keeper.state().refused, null)
  })

  it('are kept one by one when one of several is refused', async () => {
    let isLost = true
    const { keeper, sent } = serverOf((keys) => (isLost ? OFFLINE : keys.includes('b') ? CLOSED : null))
    await keeper.keep([answer('a'), answer('b')])
    isLost = false
    await keeper.keep([answer('c')])
    assert.deepEqual([sent, keeper.state().refused, unsavedOf(keeper)], [['ab', 'abc', 'a', 'b', 'c'], CLOSED, []])
  })

  it('go whole once the run is taken over from somebody else', async () => {
    const { keeper, sent } = serverOf(() => TAKEN)
    await keeper.keep([answer('a')])
    assert.equal(keeper.state().isTaken, true)
    await keeper.takeOver([answer('a'), answer('b')])
    assert.deepEqual([sent, keeper.state().isTaken], [['a', 'ab!'], false])
  })

  it('are taken over also before the first of them is given', async () => {
    const { keeper, sent } = serverOf(() => TAKEN)
    await keeper.takeOver([])
    assert.deepEqual([sent, keeper.state().isTaken], [['!'], false])
    await keeper.keep([answer('a')])
    assert.deepEqual([sent, keeper.state().isTaken], [['!', 'a'], true])
    await keeper.takeOver([answer('a')])
    assert.deepEqual([sent.at(-1), keeper.state().isTaken, unsavedOf(keeper)], ['a!', false, []])
  })
})
