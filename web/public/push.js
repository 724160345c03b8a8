// Part of the service worker: shows what arrives from the push service, and opens it.
self.addEventListener('push', (event) => {
  const said = event.data?.json() ?? {}
  const { title = 'Trueline', line = '', link = '/notifications', tag, silent = false, token, acts = [] } = said
  const shown = show(title, {
    body: line,
    tag,
    // A later message of the same tag replaces the one that is shown; it sounds again only if it says so.
    renotify: tag !== undefined && !silent,
    silent,
    actions: acts.slice(0, self.Notification?.maxActions ?? USUAL_ACTS).map((act, place) => ({ action: String(place), title: act })),
    data: { link, title, tag, token },
  })
  event.waitUntil(shown.then(() => answer(token, { does: 'SHOWN' })))
})

/** As many buttons as browsers show that do not say how many. */
const USUAL_ACTS = 2

async function show(title, options) {
  await self.registration.showNotification(title, { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', ...options })
}

/** Tells the server what became of the message, by its token; returns what the server says, null where it cannot be reached or refuses. */
async function answer(token, said) {
  if (token === undefined) return null
  try {
    const response = await fetch('/api/push-answers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...said }),
      // It goes by its token alone.
      credentials: 'omit',
    })
    if (!response.ok) return null
    const { line } = await response.json()
    return { line: String(line ?? '') }
  } catch {
    return null
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { link: to = '/notifications', title = 'Trueline', tag, token } = event.notification.data ?? {}
  const link = new URL(String(to), self.location.origin)
  // Only our own pages are opened, whatever a message says.
  const target = link.origin === self.location.origin ? link.href : new URL('/notifications', self.location.origin).href
  if (event.action) event.waitUntil(act({ token, place: Number(event.action), title, tag, target }))
  else event.waitUntil(Promise.all([open(target), answer(token, { does: 'OPENED' })]))
})

/** Does what the button stands for and shows that it is done, without a sound; where it cannot be done the page opens, on which it can. */
async function act({ token, place, title, tag, target }) {
  const done = await answer(token, { does: 'ACT', act: place })
  if (done === null) await open(target)
  else await show(title, { body: done.line, tag, silent: true, data: { link: target, title, tag } })
}

/** What does not answer so soon sleeps, or shows something else. */
const ANSWER_MS = 300

/** Shows the page where nothing is lost by it: a window in which something else is done, perhaps typed, is left alone. */
async function open(target) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const inbox = await Promise.any(windows.map(askForInbox)).catch(() => null)
  if (inbox === null) {
    await self.clients.openWindow(target)
    return
  }
  inbox.postMessage({ opens: target })
  await inbox.focus()
}

/** Returns the window if it says that it shows the messages: its address may be that of the page it began with. */
function askForInbox(window) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => {
      port1.close()
      reject(new Error('no answer'))
    }, ANSWER_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      port1.close()
      resolve(window)
    }
    window.postMessage({ asks: 'INBOX' }, [port2])
  })
}

// Where the browser renews a subscription it makes none by itself; the next page of the person tells the server of it (web/shell/bell/RenewPush.tsx).
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  if (newSubscription || !oldSubscription) return
  event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options).catch(() => null))
})
