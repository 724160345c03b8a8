import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { chooseScheme, chosenScheme, followColorScheme, forceScheme, schemeOn } from './colorScheme.ts'

/** The key under which choices have always been kept. */
const KEY = 'mantine-color-scheme-value'

const stored = new Map<string, string>()
const dataset: Record<string, string> = {}
const system = Object.assign(new EventTarget(), { matches: false })
const paper = Object.assign(new EventTarget(), { matches: false })
const globals = {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  },
  document: { documentElement: { dataset } },
  matchMedia: (query: string) => (query === 'print' ? paper : system),
  addEventListener: () => {},
}

beforeEach(() => Object.assign(globalThis, globals))
afterEach(() => {
  forceScheme(null)
  stored.clear()
  for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
})

/** Runs the first script of a page once more. */
const runFirstScript = (run: string | number) => import(`../firstScheme.ts?run=${run}`)

test('the first script of a page shows what the application goes on to show', async () => {
  let run = 0
  for (const chosen of [null, 'auto', 'light', 'dark', 'pink'])
    for (const isDark of [true, false]) {
      stored.clear()
      if (chosen !== null) stored.set(KEY, chosen)
      system.matches = isDark
      delete dataset['colorScheme']
      await runFirstScript(++run)
      assert.equal(dataset['colorScheme'], schemeOn(chosenScheme(), isDark), `${chosen} on ${isDark ? 'dark' : 'light'}`)
    }
})

test('a page is shown in the first script even where the browser keeps nothing', async () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  Object.assign(globalThis, { localStorage: { getItem: refuse, setItem: refuse } })
  system.matches = true
  await runFirstScript('refused')
  assert.deepEqual([dataset['colorScheme'], chosenScheme()], ['dark', 'auto'])
})

test('a choice is kept, and without one the page follows the system', () => {
  system.matches = false
  followColorScheme()
  assert.equal(dataset['colorScheme'], 'light')
  system.matches = true
  system.dispatchEvent(new Event('change'))
  assert.equal(dataset['colorScheme'], 'dark')
  paper.matches = true
  paper.dispatchEvent(new Event('change'))
  assert.equal(dataset['colorScheme'], 'light', 'paper is white')
  paper.matches = false
  paper.dispatchEvent(new Event('change'))
  assert.equal(dataset['colorScheme'], 'dark')
  chooseScheme('light')
  assert.deepEqual([dataset['colorScheme'], stored.get(KEY)], ['light', 'light'])
  system.dispatchEvent(new Event('change'))
  assert.equal(dataset['colorScheme'], 'light')
})

test('a screen shows its own scheme while it is one, and afterwards what was chosen', () => {
  system.matches = false
  chooseScheme('light')
  forceScheme('dark')
  assert.deepEqual([dataset['colorScheme'], chosenScheme()], ['dark', 'light'])
  forceScheme(null)
  assert.equal(dataset['colorScheme'], 'light')
})
