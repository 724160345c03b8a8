import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { alsoArrived, boxAfter, codeOfBoxes, isLate, readAddSearch, typeCode, wayOf, type CodeBoxes } from './addWorkCenter.view.ts'
import { faultBeforeAsking, faultOf, faultOfEnd, fittedSize, squareOf } from '#web/parts/scan/camera.view.ts'

const GUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const EMPTY: CodeBoxes = ['', '']

const REFUSALS: readonly (readonly [string, string])[] = [
  ['NotAllowedError', 'accessDenied'],
  ['PermissionDeniedError', 'accessDenied'],
  ['NotFoundError', 'notFound'],
  ['NotReadableError', 'inUse'],
  ['TrackStartError', 'inUse'],
  ['OverconstrainedError', 'notSuitable'],
  ['TypeError', 'notSupported'],
]
for (const [name, fault] of REFUSALS) {
  test(`a camera refused with ${name} is told as ${fault}`, () => assert.equal(faultOf(Object.assign(new Error('no'), { name })), fault))
}

test('what is no error at all is told, too', () => assert.deepEqual([faultOf(null), faultOf('no')], ['notSupported', 'notSupported']))

test('without a secure address no camera is asked for, whatever the browser has', () => {
  assert.equal(faultBeforeAsking({ isSecure: false, hasCameraApi: false }), 'insecure')
  assert.equal(faultBeforeAsking({ isSecure: true, hasCameraApi: false }), 'notSupported')
  assert.equal(faultBeforeAsking({ isSecure: true, hasCameraApi: true }), null)
})

const PASTED: readonly (readonly [string, CodeBoxes])[] = [
  ['qe-322z', ['qe', '322z']],
  ['QE 322Z', ['qe', '322z']],
  ['qe322z', ['qe', '322z']],
  [`https://factory.example/addbox?guid=${GUID}&code=qe-322z`, ['qe', '322z']],
]
for (const [text, boxes] of PASTED) {
  test(`"${text}" fills both boxes, whichever it is pasted into`, () => {
    assert.deepEqual([typeCode(EMPTY, 0, text), typeCode(['xx', '9'], 1, text)], [boxes, boxes])
    assert.equal(codeOfBoxes(boxes), 'qe-322z')
  })
}

test('typing letter by letter goes on in the second box', () => {
  let boxes: CodeBoxes = EMPTY
  for (const typed of ['Q', 'Qe']) boxes = typeCode(boxes, 0, typed)
  assert.deepEqual(boxes, ['qe', ''])
  assert.equal(boxAfter(['q', ''], boxes, 0), 1)
  assert.equal(boxAfter(boxes, boxes, 0), null)
  assert.equal(boxAfter(['qe', '3'], ['qe', ''], 1), 0)
  for (const typed of ['3', '32', '322', '322Z', '322Zq']) boxes = typeCode(boxes, 1, typed)
  assert.deepEqual(boxes, ['qe', '322z'])
})

test('whatever is typed, the boxes hold no more than a code', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(0 as const, 1 as const), (text, box) => {
      const [first, last] = typeCode(EMPTY, box, text)
      assert.match(first, /^[a-z0-9]{0,2}$/)
      assert.match(last, /^[a-z0-9]{0,4}$/)
    }),
  )
})

test('the address is read as far as it means something', () => {
  assert.deepEqual(readAddSearch({}), { way: null, guid: null, code: null, box: null, step: 'name' })
  assert.deepEqual(readAddSearch({ way: 'photo', guid: GUID.toUpperCase(), code: 'QE-322z', box: '17', step: 'data' }), {
    way: 'photo',
    guid: GUID,
    code: 'qe-322z',
    box: 17,
    step: 'data',
  })
  assert.deepEqual(readAddSearch({ way: 'fax', guid: '1', code: '?', box: '-3' }), {
    way: null,
    guid: null,
    code: null,
    box: null,
    step: 'name',
  })
})

test('a phone begins with the camera, a desk with the keyboard, unless the address says otherwise', () => {
  assert.deepEqual([wayOf(null, true), wayOf(null, false), wayOf('photo', true)], ['scan', 'code', 'photo'])
})

test('hints come two minutes after the claim, not before', () => {
  assert.deepEqual([isLate(null, 1e9), isLate(0, 119_999), isLate(0, 120_000)], [false, false, true])
})

test('a camera that ends while it is used is told as unplugged or as taken', () => {
  assert.deepEqual([faultOfEnd(0), faultOfEnd(1)], ['notFound', 'inUse'])
})

test('the middle of a picture is looked at, and no picture is made larger', () => {
  assert.deepEqual(squareOf(1280, 720, 640), { x: 280, y: 0, side: 720, drawn: 640 })
  assert.deepEqual(squareOf(300, 400, 640), { x: 0, y: 50, side: 300, drawn: 300 })
  assert.deepEqual(fittedSize(4000, 3000, 1600), { width: 1600, height: 1200 })
  assert.deepEqual(fittedSize(100, 50, 1600), { width: 100, height: 50 })
})

test('all that a new device sent is listed once: what is live, and what only its sensors hold', () => {
  const sensor = (type: string, value: number | null, number = 1) => ({ type, number, lastValue: value === null ? null : { value } })
  const sent = [sensor('POWER', 7), sensor('TOTAL_OUTPUT', 1204), sensor('POWER', 2, 2), sensor('TEMPERATURE', null)]
  assert.deepEqual(alsoArrived(sent, { POWER: {} }), [sent[1], sent[2]])
  assert.deepEqual(alsoArrived(sent, {}), sent.slice(0, 3))
})
