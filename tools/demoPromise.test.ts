import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** How each language names job orders. */
const ORDERS: Readonly<Record<string, RegExp>> = { en: /orders/, uk: /завдан/, pl: /zlece/, ru: /задан/, es: /órdenes/, uz: /topshiri/ }

test('the card of the demo promises job orders only once there is a page of them', () => {
  const hasOrders = /['"`]\/job-orders['"`]/.test(readFileSync('web/routes.tsx', 'utf8'))
  for (const [language, word] of Object.entries(ORDERS)) {
    const texts: { readonly cards: { readonly demo: { readonly text: string } } } = JSON.parse(
      readFileSync(`web/workCenter/list/texts/${language}.json`, 'utf8'),
    )
    assert.equal(word.test(texts.cards.demo.text), hasOrders, language)
  }
})
