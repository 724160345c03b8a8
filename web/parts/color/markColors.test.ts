import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, isColor, MARK_CONTRAST, MARK_COLORS } from './markColors.ts'

test('every colour that is offered is told from the surfaces of both styles', () => {
  for (const color of MARK_COLORS) {
    const contrast = contrastOf(color)
    assert.ok(contrast !== null && contrast.light >= MARK_CONTRAST && contrast.dark >= MARK_CONTRAST, color)
  }
  assert.equal(new Set(MARK_COLORS).size, 16)
})

test('the contrast of a colour is that of WCAG', () => {
  assert.equal(contrastOf('#000000')?.light.toFixed(2), '19.38')
  assert.equal(contrastOf('#ffffff')?.light, 1)
  assert.equal(contrastOf('#FFD24')?.light, undefined)
})

test('a colour has six hexadecimal digits behind a hash', () => {
  assert.deepEqual(['#A07C0D', '#a07c0d', '#a07', 'A07C0D', '#A07C0G', ''].map(isColor), [true, true, false, false, false, false])
})
