import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** WCAG 2.2, 1.4.3: text of body size. */
const LEAST_CONTRAST = 4.5

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

for (const scheme of ['light', 'dark']) {
  const tokens = tokensOf(scheme)
  const filled = [...tokens.keys()].filter((name) => tokens.has(`${name}-text`))

  test(`text on every filled colour can be read in ${scheme}`, () => {
    assert.ok(filled.length >= 9, filled.join())
    for (const name of filled) {
      const ratio = contrast(colorOf(tokens, name), colorOf(tokens, `${name}-text`))
      assert.ok(ratio >= LEAST_CONTRAST, `${name} has ${ratio.toFixed(2)}:1`)
    }
  })

  test(`text, muted text and links can be read on both surfaces in ${scheme}`, () => {
    for (const surface of ['surface', 'surface-sunken']) {
      for (const name of ['text', 'muted', 'link', 'danger', 'warning']) {
        const ratio = contrast(colorOf(tokens, surface), colorOf(tokens, name))
        assert.ok(ratio >= LEAST_CONTRAST, `${name} on ${surface} has ${ratio.toFixed(2)}:1`)
      }
    }
  })
}

function tokensOf(scheme: string): ReadonlyMap<string, string> {
  const block = css.split(`[data-color-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]))
}

function colorOf(tokens: ReadonlyMap<string, string>, name: string): string {
  const color = tokens.get(name)
  assert.ok(color, `no colour is called ${name}`)
  return color
}

function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
