import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'

const ORIGIN = 'https://trueline.example'
const SOURCE = readFileSync(new URL('../public/push.js', import.meta.url), 'utf8')

type Window = { readonly name: string; readonly showsInbox?: boolean }

/** What a tap on a message with the link does in a browser with these windows. */
async function tapped(link: string, windows: readonly Window[]): Promise<readonly string[]> {
  const did: string[] = []
  const handlers = new Map<string, (event: unknown) => void>()
  const clients = windows.map(({ name, showsInbox = false }) => ({
    focus: () => {
      did.push(`focus ${name}`)
      return Promise.resolve()
    },
    navigate: () => {
      did.push(`navigate ${name}`)
      return Promise.resolve()
    },
    postMessage: ({ asks, opens }: { readonly asks?: string; readonly opens?: string }, [port]: readonly MessagePort[] = []) => {
      if (asks === 'INBOX' && showsInbox) port?.postMessage(true)
      if (opens !== undefined) did.push(`${name} opens ${opens.replace(ORIGIN, '')}`)
      port?.close()
    },
  }))
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    clients: {
      matchAll: () => Promise.resolve(clients),
      openWindow: (to: string) => {
        did.push(`open ${to.replace(ORIGIN, '')}`)
        return Promise.resolve()
      },
    },
  }
  // Whoever answers is not late, however busy this machine is; where nobody does, nobody needs to be waited for.
  const later = windows.some(({ showsInbox }) => showsInbox === true) ? () => 0 : (work: () => void) => setTimeout(work, 0)
  runInNewContext(SOURCE, { self, URL, MessageChannel, setTimeout: later, clearTimeout })
  const waits: Promise<unknown>[] = []
  handlers.get('notificationclick')?.({
    notification: { data: { link: ORIGIN + link }, close: () => undefined },
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  })
  await Promise.all(waits)
  return did
}

describe('a tap on a message', () => {
  const link = '/notifications?id=1'

  it('leaves every window alone in which something else is done', async () => {
    assert.deepEqual(await tapped(link, [{ name: 'operator mode' }, { name: 'a form' }]), [`open ${link}`])
    assert.deepEqual(await tapped(link, []), [`open ${link}`])
  })

  it('uses one window that shows the messages', async () => {
    const inbox = { name: 'inbox', showsInbox: true }
    assert.deepEqual(await tapped(link, [{ name: 'a form' }, inbox]), [`inbox opens ${link}`, 'focus inbox'])
    assert.equal((await tapped(link, [inbox, { ...inbox, name: 'another' }])).length, 2)
  })

  it('opens none but our own pages', async () => {
    assert.deepEqual(await tapped('.evil.example/', []), ['open /notifications'])
  })
})
