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
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (windows) => {
      const open = windows.find((one) => 'navigate' in one)
      if (open === undefined) {
        await self.clients.openWindow(target)
        return
      }
      await open.focus()
      await open.navigate(target)
    }),
  )
})

// Where the browser renews a subscription it makes none by itself; the next page of the person tells the server of it (web/shell/bell/RenewPush.tsx).
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  if (newSubscription || !oldSubscription) return
  event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options).catch(() => null))
})
