/** How much script a page loads, compressed as the server sends it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { ensureWebBuilt } from '../tools/buildWeb.ts'
import { ROOT } from '../tools/sourceTree.ts'

const WEB = `${ROOT}dist/web`
const KIB = 1024
const FIRST_PAGE_LIMIT = 180 * KIB
const ROUTE_LIMIT = 60 * KIB
/** Of operator mode, which tablets in a hall open over a weak network. */
const OPERATOR_LIMIT = 40 * KIB
/** Of the run of a checklist, with the largest language: phones open it where the network is weakest. */
const RUNNER_LIMIT = 60 * KIB
/** Of a public page, React left out. */
const PUBLIC_LIMIT = 16 * KIB

/** Returns the files that the page loads before it can run, by the imports of each. */
function scriptsOf(page: string): readonly string[] {
  return withImports([...readFileSync(`${WEB}/${page}`, 'utf8').matchAll(/"\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? ''))
}

/** Returns the files with all that they import. */
function withImports(files: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const imports = readFileSync(`${WEB}/${file}`, 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)
    waiting.push(...[...imports].map((match) => `assets/${match[1] ?? ''}`))
  }
  return [...found]
}

/** Returns the files that the first page of the application does without. */
function laterScripts(): readonly string[] {
  const first = new Set(scriptsOf('index.html'))
  return readdirSync(`${WEB}/assets`)
    .filter((file) => file.endsWith('.js'))
    .map((file) => `assets/${file}`)
    .filter((file) => !first.has(file))
}

const compressed = (file: string): number => statSync(`${WEB}/${file}.br`).size
const total = (files: readonly string[]): number => files.reduce((sum, file) => sum + compressed(file), 0)

describe('script', () => {
  before(() => ensureWebBuilt(console.log))

  test('the first page stays within its limit, with the largest language and the live connection', () => {
    const first = scriptsOf('index.html')
    const texts = readdirSync(`${WEB}/assets/texts`)
      .filter((file) => file.endsWith('.js'))
      .map((file) => `assets/texts/${file}`)
    const language = Math.max(...texts.map(compressed))
    const live = readdirSync(`${WEB}/assets`)
      .filter((file) => /^esm-[^.]+\.js$/.test(file))
      .map((file) => `assets/${file}`)
    assert.ok(first.length > 0 && live.length > 0)
    const size = total(first) + language + total(live)
    assert.ok(size <= FIRST_PAGE_LIMIT, `${(size / KIB).toFixed(1)} KiB: ${first.join(', ')}`)
  })

  test('the pages of the identity provider load no application', () => {
    const scripts = scriptsOf('identity.html')
    assert.ok(total(scripts) <= FIRST_PAGE_LIMIT / 2, scripts.join(', '))
    assert.ok(!scripts.some((file) => /\/frame-/.test(file)), scripts.join(', '))
  })

  test('every page shows its color scheme before anything else is loaded', () => {
    for (const page of ['index.html', 'identity.html', 'public.html']) {
      const [first] = readFileSync(`${WEB}/${page}`, 'utf8').match(/<(script|link|style)[^>]*>/) ?? []
      assert.match(String(first), /^<script src="\/assets\/firstScheme-[^"]+\.js">$/, page)
    }
  })

  test('public pages load React and little besides, and no application', () => {
    const scripts = scriptsOf('public.html')
    const own = scripts.filter((file) => !/\/react-/.test(file))
    assert.ok(own.length < scripts.length && total(own) <= PUBLIC_LIMIT, `${total(own)} bytes: ${own.join(', ')}`)
    assert.ok(!scripts.some((file) => /\/(frame|shared|identity)-/.test(file)), scripts.join(', '))
  })

  test('the widgets of pages that come later are in no first page', () => {
    const isAria = (file: string) => /react-aria|data-rac/.test(readFileSync(`${WEB}/${file}`, 'utf8'))
    for (const page of ['index.html', 'identity.html', 'public.html']) assert.deepEqual(scriptsOf(page).filter(isAria), [], page)
    assert.ok(laterScripts().some(isAria))
  })

  test('nothing that comes later loads more than its limit at once', () => {
    const first = new Set(scriptsOf('index.html'))
    const loads = laterScripts().map((file) => [file, total(withImports([file]).filter((one) => !first.has(one)))] as const)
    assert.deepEqual(
      loads.filter(([, size]) => size > ROUTE_LIMIT),
      [],
    )
  })

  test('operator mode loads less than other pages, for one machine and for several', () => {
    const first = new Set(scriptsOf('index.html'))
    for (const name of ['OperatorPage', 'OperatorBoard']) {
      const files = laterScripts().filter((file) => file.startsWith(`assets/${name}-`))
      assert.equal(files.length, 1, name)
      const loaded = withImports(files).filter((file) => !first.has(file))
      assert.ok(total(loaded) <= OPERATOR_LIMIT, `${name}: ${(total(loaded) / KIB).toFixed(1)} KiB`)
      assert.deepEqual(
        loaded.filter((file) => file.startsWith('assets/WorkCenterPage-')),
        [],
      )
    }
  })

  test('the run of a checklist loads within its limit, with the texts of the largest language', () => {
    const first = new Set(scriptsOf('index.html'))
    const later = laterScripts()
    const files = later.filter((file) => /\/Runner-/.test(file))
    assert.equal(files.length, 1)
    const texts = readdirSync(`${WEB}/assets/texts`)
      .filter((file) => file.endsWith('.js'))
      .map((file) => `assets/texts/${file}`)
      .filter((file) => readFileSync(`${WEB}/${file}`, 'utf8').includes('closedMeanwhile'))
    assert.equal(texts.length, 6)
    const size = total(withImports(files).filter((file) => !first.has(file))) + Math.max(...texts.map(compressed))
    assert.ok(size <= RUNNER_LIMIT, `${(size / KIB).toFixed(1)} KiB`)
  })

  test('no file that comes with a page later is larger than its limit', () => {
    const later = laterScripts()
    assert.ok(later.length > 5)
    assert.deepEqual(
      later.filter((file) => compressed(file) > ROUTE_LIMIT),
      [],
    )
  })
})
