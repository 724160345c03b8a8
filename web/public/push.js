// Part of the service worker: shows what arrives from the push service, and opens it.
self.addEventListener('push', (event) => {
  const said = event.data?.json() ?? {}
  const { title = 'Trueline', line = '', link = '/notifications', tag, silent = false } = said
  event.waitUntil(
    self.registration.showNotification(title, {
      body: line,
      tag,
      // A later message of the same tag replaces the one that is shown; it sounds again only if it says so.
      renotify: tag !== undefined && !silent,
      silent,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      data: { link },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const link = new URL(String(event.notification.data?.link ?? '/notifications'), self.location.origin)
  // Only our own pages are opened, whatever a message says.
  const target = link.origin === self.location.origin ? link.href : new URL('/notifications', self.location.origin).href
  event.waitUntil(show(target))
})

/** What does not answer so soon sleeps, or shows something else. */
const ANSWER_MS = 300

/** Shows the page where nothing is lost by it: a window in which something else is done, perhaps typed, is left alone. */
async function show(target) {
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
