import { useSyncExternalStore } from 'react'
import { askToStay } from './askToStay.ts'
import { createEntryStore } from './entryStore.ts'
import { createOutbox } from './createOutbox.ts'
import type { OutboxState } from './createOutbox.ts'

const NAME = 'trueline.outbox'

const channel = new BroadcastChannel(NAME)

/** The outbox of this browser; the shell opens it for the account and registers its kinds. */
export const outbox = createOutbox({
  store: createEntryStore(),
  alone: async (work) => {
    await navigator.locks.request(NAME, work)
  },
  pause: async (ms, woken) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, ms))), woken])
    clearTimeout(timer)
  },
  tell: () => channel.postMessage(null),
  notes: async () => (await import('./waitingNote.ts')).cookieNotes(),
  onKept: () => askToStay(),
})

channel.onmessage = () => void outbox.read()

/** Returns what waits to be sent. */
export function useOutbox(): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.state)
}
