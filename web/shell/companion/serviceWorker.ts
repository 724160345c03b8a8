import { logFailure } from '#web/ui/log.ts'
import { loadFaq } from '#web/parts/faq/loadFaq.ts'
import { currentLocale, loadAllTexts } from '#web/texts/language.ts'

const CHECK_EVERY_MS = 3_600_000
/** Longer than a worker takes that has nothing to end. */
const TAKE_OVER_LIMIT_MS = 3_000
/** The same name as in vite.config.ts: files that this visit loaded before the worker was there, like the texts of the language. */
const FILES = 'trueline-files'

/** Registers the service worker (spec 000 §7) and calls back when a newer version of the application waits to take over. */
export async function startServiceWorker(onUpdate: (apply: () => void) => void): Promise<void> {
  // The development server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    const registration = await register()
    if (registration === null) return
    const offerUpdate = () => onUpdate(() => takeOver(registration))
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) offerUpdate()
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        // The first worker of a browser is no update.
        if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) offerUpdate()
      })
    })
    setInterval(() => void registration.update().catch(() => {}), CHECK_EVERY_MS)
    // By then it has what every visit needs.
    await navigator.serviceWorker.ready
    await keepFiles()
    // Tabs and dialogs that nobody opened yet open without a connection too: their files are kept with the application, their texts by being loaded.
    await loadAllTexts()
    await loadFaq(currentLocale())
  } catch (error) {
    logFailure('The service worker could not be registered', error)
  }
}

/** Returns the registered worker; null where the browser allows none, as some private windows do. */
async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    // There are browsers that answer nothing instead of refusing.
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/service-worker.js')
    return registration ?? null
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'NotSupportedError')) return null
    throw error
  }
}

/**
 * Lets the waiting worker take over and reloads the page; only on a person's request. The browser first lets the old worker end what it answers, which
 * may take minutes: nobody waits for that, for a reload asks the server for the newest page anyway.
 */
function takeOver({ waiting }: ServiceWorkerRegistration): void {
  if (waiting === null) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage({ type: 'SKIP_WAITING' })
  setTimeout(() => location.reload(), TAKE_OVER_LIMIT_MS)
}

async function keepFiles(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = await caches.open(FILES)
  for (const url of loaded.filter((name) => name.startsWith(`${location.origin}/assets/`))) {
    if ((await caches.match(url)) === undefined) await files.add(url)
  }
}
