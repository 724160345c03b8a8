/** What a browser with an empty cache loads from the first page until it says Live. Sizes on the wire, with the headers; never times. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kibOf, loadUntilLive, type FirstPage } from './wire.ts'
import { DEMO_COMPANY, sharedWorld, type PageOptions } from './world.ts'

const SCRIPT_LIMIT_KIB = 180
const STYLE_LIMIT_KIB = 60
const MOST_SCRIPTS = 18
/** The one with the largest files of texts; its alphabet has a font of its own beside the Latin one. */
const LARGEST_LOCALE = 'uk-UA'

describe('the first page on the wire', { concurrency: false }, () => {
  const world = sharedWorld({ isLive: true })

  const load = async (options: PageOptions = {}): Promise<FirstPage> => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, ...options })
    try {
      // What a page fetches after it is live must not be counted with the one that is measured.
      await page.waitForLoadState('networkidle')
      await page.goto('about:blank')
      return await loadUntilLive(page, '/boxes')
    } finally {
      await page.close()
    }
  }
  const told = ({ files }: FirstPage) => files.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')

  test('stays within its limits until it says Live', async () => {
    const page = await load()
    const script = kibOf(page.files, 'Script')
    const style = kibOf(page.files, 'Stylesheet', 'Font')
    assert.ok(script > 100 && script <= SCRIPT_LIMIT_KIB, `${script.toFixed(1)} KiB of script:\n${told(page)}`)
    assert.ok(style > 40 && style <= STYLE_LIMIT_KIB, `${style.toFixed(1)} KiB of styles and fonts:\n${told(page)}`)
    assert.ok(page.files.filter(({ type }) => type === 'Script').length <= MOST_SCRIPTS, told(page))
  })

  test('stays within its limit of script in the largest language', async () => {
    const page = await load({ locale: LARGEST_LOCALE })
    const script = kibOf(page.files, 'Script')
    assert.ok(script > 100 && script <= SCRIPT_LIMIT_KIB, `${script.toFixed(1)} KiB of script:\n${told(page)}`)
  })

  test('leaves the extras of every page, dialogs and the client of the identity provider for later', async () => {
    const page = await load()
    const early = page.files.filter(({ path }) => /\/(Companion|EndCards|Dialog|NoRightDialog|openIdClient|oidc-client)[-.]/.test(path))
    assert.deepEqual(early, [])
  })
})
