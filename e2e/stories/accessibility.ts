import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DEMO_COMPANY, type World } from '../world.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const SCHEMES = ['light', 'dark'] as const

/** All rules but those whose findings can be no more than moderate, which would not be looked at. */
const RUN = `(() => {
  const lesser = (axe._audit?.rules ?? []).filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]))
  return axe.run(document, { resultTypes: ['violations'], rules }).then(({ violations }) => violations)
})()`

type Finding = {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

export function accessibilityStories(world: () => World): void {
  for (const colorScheme of SCHEMES) {
    test(`the sign-in screen has no serious fault of accessibility in ${colorScheme}`, async () => {
      const page = await world().newPage({ colorScheme })
      await page.goto('/boxes')
      await page.locator('input[autocomplete~="current-password"]').waitFor()
      await assertAccessible(page)
      await page.close()
    })

    test(`the list of work centers has no serious fault of accessibility in ${colorScheme}`, async () => {
      const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, colorScheme })
      await page.getByRole('article').nth(11).waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: /Profile menu/ }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
      await assertAccessible(page)
      await page.close()
    })

    test(`the page of a work center has no serious fault of accessibility in ${colorScheme}`, async () => {
      const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, colorScheme })
      await page.getByRole('article').first().getByRole('link').first().click()
      await page.getByRole('main').getByText('%').first().waitFor()
      await assertAccessible(page)
      await page.close()
    })
  }
}

/** Fails on serious faults. The page's content policy forbids scripts that it does not know; axe is evaluated by the browser's debugger, which stands outside. */
export async function assertAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(await readFile(AXE, 'utf8'))
  const findings = (await page.evaluate(RUN)) as readonly Finding[]
  const serious = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} – ${failureSummary}`).join('\n')}`,
    ),
    [],
  )
}
