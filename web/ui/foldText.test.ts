import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldText } from './foldText.ts'
import { chooseLocale } from '#web/ui/locale.ts'

test('searches find names without accents and special letters', () => {
  const rows = [
    ['Łódź', 'lodz'],
    ['Ёлка', 'елка'],
    ['España', 'espana'],
    ['Toʻxtash', 'to‘xtash'],
    ['Press 3', ' press 3 '],
  ] as const
  for (const [name, typed] of rows) assert.ok(foldText(name).includes(foldText(typed)), name)
  assert.ok(!foldText('Press 3').includes(foldText('press 4')))
})

test('the language is the stored one, else the first that the browser wants and we have', () => {
  assert.equal(chooseLocale('uz', ['pl']), 'uz')
  assert.equal(chooseLocale('xx', ['de', 'pl-PL', 'uk']), 'pl')
  assert.equal(chooseLocale(null, ['de']), 'en')
})
