import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from './harness.ts'

const PATIENCE_MS = 45_000

/**
 * Returns the link of the newest e-mail to the address whose link begins with the path; waits for it. Reads e-mails on the outbox page, whose
 * address the server printed.
 */
export async function linkOfEmail(product: Product, to: string, path: string): Promise<string> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < giveUpAt) {
    const link = (await linksOf(product, to)).find((one) => new URL(one).pathname === path)
    if (link !== undefined) return link
    await sleep(100)
  }
  throw new Error(`no e-mail with a link to ${path} came to ${to}`)
}

/** Returns how many e-mails the address has got. */
export async function countEmails(product: Product, to: string): Promise<number> {
  return (await emailPaths(product, to)).length
}

async function linksOf(product: Product, to: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of await emailPaths(product, to)) {
    const message = await read(product, path)
    found.push(...[...message.matchAll(/<a href="(https?:[^"]+)"/g)].map((match) => unescapeHtml(match[1] ?? '')))
  }
  return found
}

async function emailPaths(product: Product, to: string): Promise<readonly string[]> {
  const address = /\/identity\/outbox\?key=[\w-]+/.exec(product.printed())?.[0]
  assert.ok(address, 'the server printed the address of the outbox')
  const list = await read(product, address)
  return [...list.matchAll(/<li><a href="([^"]+)">(.*?)<\/a><\/li>/gs)]
    .filter((match) => (match[2] ?? '').includes(`<span>${to}</span>`))
    .map((match) => unescapeHtml(match[1] ?? ''))
}

async function read(product: Product, path: string): Promise<string> {
  const response = await fetch(new URL(path, product.url))
  assert.equal(response.status, 200, path)
  return response.text()
}

function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')
}
