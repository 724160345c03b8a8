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

type Shown = {
  readonly title: string
  readonly options: { readonly body?: string; readonly actions?: readonly { readonly title: string }[]; readonly data: object }
}

/** What the worker shows, opens and sends when an event comes; `lines` are what the server answers, null = it refuses, none = it cannot be reached. */
async function worked(name: string, event: object, lines: readonly (string | null)[], maxActions?: number) {
  const [shown, opened, sent]: [Shown[], string[], unknown[]] = [[], [], []]
  const handlers = new Map<string, (event: unknown) => void>()
  const left = [...lines]
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (kind: string, handler: (event: unknown) => void) => handlers.set(kind, handler),
    ...(maxActions !== undefined && { Notification: { maxActions } }),
    registration: {
      showNotification: (title: string, options: Shown['options']) => {
        shown.push({ title, options })
        return Promise.resolve()
      },
    },
    clients: {
      matchAll: () => Promise.resolve([]),
      openWindow: (to: string) => {
        opened.push(to.replace(ORIGIN, ''))
        return Promise.resolve()
      },
    },
  }
  const fetch = (to: string, { body, credentials }: { readonly body: string; readonly credentials: string }) => {
    sent.push([to, JSON.parse(body), credentials])
    const line = left.shift()
    if (line === undefined) return Promise.reject(new TypeError('no network'))
    return Promise.resolve({ ok: line !== null, json: () => Promise.resolve({ line }) })
  }
  runInNewContext(SOURCE, { self, URL, MessageChannel, setTimeout, clearTimeout, fetch })
  const waits: Promise<unknown>[] = []
  handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
  await Promise.all(waits)
  return { shown, opened, sent }
}

describe('a message that can be answered', () => {
  const token = 't'.repeat(43)
  const said = {
    title: 'Press 3',
    line: 'Stands',
    link: `${ORIGIN}/notifications?id=1`,
    tag: 'a',
    silent: false,
    token,
    acts: ['Jam', 'Setup', 'I take it', 'In 15 min'],
  }
  const arrives = (lines: readonly (string | null)[], most?: number) => worked('push', { data: { json: () => said } }, lines, most)
  const pressed = (action: string, lines: readonly (string | null)[]) => {
    const data = { link: said.link, title: said.title, tag: said.tag, token }
    return worked('notificationclick', { action, notification: { data, close: () => undefined } }, lines)
  }
  const told = (what: object) => [['/api/push-answers', { token, ...what }, 'omit']]

  it('shows as many buttons as the browser has, and says that it was shown', async () => {
    const { shown, sent } = await arrives([''])
    assert.deepEqual(
      shown[0]?.options.actions?.map(({ title }) => title),
      ['Jam', 'Setup'],
    )
    assert.deepEqual((await arrives([''], 4)).shown[0]?.options.actions?.length, 4)
    assert.deepEqual(sent, told({ does: 'SHOWN' }))
    assert.equal((await arrives([])).shown.length, 1)
  })

  it('is answered by a button, and shows what came of it', async () => {
    const { shown, opened, sent } = await pressed('1', ['The reason is stored.'])
    assert.deepEqual([sent, opened], [told({ does: 'ACT', act: 1 }), []])
    assert.deepEqual([shown[0]?.title, shown[0]?.options.body], ['Press 3', 'The reason is stored.'])
  })

  it('opens the page where the server refuses or cannot be reached', async () => {
    for (const lines of [[null], []]) {
      const { shown, opened } = await pressed('0', lines)
      assert.deepEqual([shown, opened], [[], ['/notifications?id=1']])
    }
  })

  it('says that it was opened', async () => {
    const { opened, sent } = await pressed('', [''])
    assert.deepEqual([opened, sent], [['/notifications?id=1'], told({ does: 'OPENED' })])
  })
})
