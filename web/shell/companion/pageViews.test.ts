import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageViews } from './pageViews.ts'

const ORIGIN = 'https://plant.example'

function reporter(analyticsId: string) {
  const sent: URL[] = []
  const asked: string[] = []
  const report = createPageViews({
    analyticsId,
    visitorId: () => {
      asked.push('visitor')
      return 'visitor-1'
    },
    language: () => 'uk',
    origin: ORIGIN,
    send: (url) => sent.push(new URL(url)),
  })
  return { report, sent, asked }
}

test('without an id nothing is reported, and the browser is not even given a name', () => {
  const { report, sent, asked } = reporter('')
  assert.equal(report, null)
  assert.deepEqual([sent, asked], [[], []])
})

test('with an id each view is told once, by its route', () => {
  const { report, sent } = reporter('G-TEST1')
  assert.ok(report)
  report('/boxes')
  report('/boxes/$deviceId')
  assert.deepEqual(
    sent.map(({ searchParams }) => [searchParams.get('tid'), searchParams.get('en'), searchParams.get('dl'), searchParams.get('ul')]),
    [
      ['G-TEST1', 'page_view', `${ORIGIN}/boxes`, 'uk'],
      ['G-TEST1', 'page_view', `${ORIGIN}/boxes/$deviceId`, 'uk'],
    ],
  )
})
