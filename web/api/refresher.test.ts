import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRefresher } from './refresher.ts'

function openPage() {
  const answers: (() => void)[] = []
  const page = { isHidden: false, asked: 0 }
  const refresher = createRefresher(
    () => {
      page.asked++
      return new Promise<void>((resolve) => void answers.push(resolve))
    },
    () => page.isHidden,
  )
  const answer = async (): Promise<void> => {
    answers.shift()?.()
    await new Promise(setImmediate)
  }
  return { page, refresher, answer }
}

test('asks at once, and once more however often it is touched while an answer is on its way', async () => {
  const { page, refresher, answer } = openPage()
  refresher.touch()
  assert.equal(page.asked, 1)
  for (let count = 0; count < 5; count++) refresher.touch()
  assert.equal(page.asked, 1)
  await answer()
  assert.equal(page.asked, 2)
  await answer()
  assert.equal(page.asked, 2)
})

test('asks nothing while the page is hidden, and once when it is seen again', async () => {
  const { page, refresher, answer } = openPage()
  page.isHidden = true
  refresher.touch()
  refresher.touch()
  assert.equal(page.asked, 0)
  page.isHidden = false
  refresher.seen()
  assert.equal(page.asked, 1)
  await answer()
  refresher.seen()
  assert.equal(page.asked, 1, 'nothing changed since')
})

test('goes on after a failure, and ends', async () => {
  let asked = 0
  const refresher = createRefresher(
    () => {
      asked++
      return Promise.reject(new Error('away'))
    },
    () => false,
  )
  refresher.touch()
  await new Promise(setImmediate)
  refresher.touch()
  assert.equal(asked, 2)
  refresher.end()
  await new Promise(setImmediate)
  refresher.touch()
  assert.equal(asked, 2)
})
