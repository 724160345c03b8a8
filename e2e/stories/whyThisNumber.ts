import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DEMO_COMPANY, type World } from '../world.ts'

type Ledger = {
  readonly formulas: readonly {
    readonly factor: string
    readonly numerator: string
    readonly denominator: string
    readonly isEnabled: boolean
    readonly value: number | null
  }[]
  readonly terms: readonly {
    readonly key: string
    readonly unit: string
    readonly value: number | null
    readonly operator: 'MINUS' | 'TIMES' | 'DIVIDED_BY' | null
    readonly parts: readonly { readonly key: string }[]
  }[]
}

export function whyThisNumberStories(world: () => World): void {
  test('"why this number?" opens a ledger whose sums and quotients are right', async () => {
    const page = await openProducing(world())
    const answered = page.waitForResponse(async (response) => (response.request().postData() ?? '').includes('OeeDetailsOfShift'))
    await page.getByRole('button', { name: /^OEE .*why this number/i }).click()
    const { data } = (await (await answered).json()) as { data: { oeeDetails: Ledger | null } }
    const ledger = data.oeeDetails
    assert.ok(ledger, 'there is no ledger')
    assertClosed(ledger)

    const panel = page.getByRole('dialog')
    await panel.getByRole('heading', { name: 'Why this number?' }).waitFor()
    await panel.getByText('Planned production time').first().waitFor()
    for (const factor of ledger.formulas.filter(({ value }) => value !== null)) {
      await panel.getByRole('radio', { name: FACTOR_NAMES[factor.factor] ?? '', exact: true }).check()
      await panel
        .getByText(shownPercent(factor.value ?? 0))
        .first()
        .waitFor()
    }
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await page.close()
  })
}

const OPERATIONS = {
  MINUS: (left: number, right: number) => left - right,
  TIMES: (left: number, right: number) => left * right,
  DIVIDED_BY: (left: number, right: number) => left / right,
}

const FACTOR_NAMES: Readonly<Record<string, string>> = {
  OEE: 'OEE',
  AVAILABILITY: 'Availability',
  PERFORMANCE: 'Performance',
  QUALITY: 'Quality',
}

/** Opens the first work center of the demo whose card shows an OEE. */
async function openProducing(world: World): Promise<Page> {
  const page = await world.openPage('/boxes?sort=efficiencyDown', { companyId: DEMO_COMPANY })
  const card = page.getByRole('article').first()
  await card
    .getByText(/\d\s?%/)
    .first()
    .waitFor()
  await card.getByRole('link').first().click()
  await page.getByRole('button', { name: /^OEE \d.*why this number/i }).waitFor()
  return page
}

/** Every term that is made of others follows from them, and every factor is the quotient that it says it is. */
function assertClosed(ledger: Ledger): void {
  const values = new Map(ledger.terms.map(({ key, value }) => [key, value ?? Number.NaN]))
  const made = ledger.terms.filter(({ operator, value }) => operator !== null && value !== null)
  // Of a machine that does not count, or in the first minutes of a shift, availability alone is known.
  assert.ok(made.length > 2, 'hardly any term is explained')
  for (const { key, value, operator, parts } of made) {
    const [first = Number.NaN, ...others] = parts.map((part) => values.get(part.key) ?? Number.NaN)
    const result = others.reduce((left, right) => OPERATIONS[operator ?? 'MINUS'](left, right), first)
    assert.ok(Math.abs(result - (value ?? Number.NaN)) < 1.5, `${key} is ${value}, its parts make ${result}`)
  }
  const known = ledger.formulas.filter(({ isEnabled, value }) => isEnabled && value !== null)
  assert.ok(known.length > 0, 'no factor is known')
  for (const { factor, numerator, denominator, value } of known) {
    const quotient = (values.get(numerator) ?? Number.NaN) / (values.get(denominator) ?? Number.NaN)
    assert.ok(Math.abs(quotient - (value ?? Number.NaN)) < 1e-6, `${factor} is ${value}, its quotient is ${quotient}`)
  }
}

function shownPercent(ratio: number): RegExp {
  return new RegExp(`${Math.floor(ratio * 100)}|${Math.ceil(ratio * 100)}|${(ratio * 100).toFixed(1)}`)
}
