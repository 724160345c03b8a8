import type { PublicPage, PublicRun, PublicView } from '#engine/workCenter/publicView.ts'
import { PUBLIC_EVENTS } from '#engine/workCenter/publicView.ts'
import { serverNow, setClockOffset } from '#web/ui/clock.ts'
import { closedWaitMs, waitMs } from './publicPage.view.ts'

/** What the page shows. Instants are UTC ms of the server's clock. */
export type PublicState =
  | { readonly kind: 'loading'; readonly failedSince: number | null }
  | { readonly kind: 'shown'; readonly view: PublicView; readonly strip: readonly PublicRun[]; readonly lostSince: number | null }
  /** The link leads nowhere; `wasShown`: it did when this page was loaded, so access was closed. */
  | { readonly kind: 'gone'; readonly wasShown: boolean }

/** The server gives a sign of life each 15 s. */
const SILENCE_MS = 40_000

/** The connection of a public page: asks once, listens to the stream, and begins again whenever that breaks; a link that leads nowhere is asked again now and then. */
export class PublicClient {
  readonly #url: string
  readonly #listeners = new Set<() => void>()
  #state: PublicState = { kind: 'loading', failedSince: null }
  #stream: EventSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #looks = 0

  constructor(token: string) {
    this.#url = `/api/public/${encodeURIComponent(token)}`
  }

  readonly state = (): PublicState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins; returns what ends it. */
  start(): () => void {
    const again = () => this.#again(0)
    // A stream without a network looks open until it has been silent for long.
    const lost = () => this.#lost(0)
    addEventListener('online', again)
    addEventListener('offline', lost)
    void this.#ask()
    return () => {
      removeEventListener('online', again)
      removeEventListener('offline', lost)
      this.#stop()
      this.#listeners.clear()
    }
  }

  async #ask(): Promise<void> {
    this.#stop()
    try {
      const answer = await fetch(this.#url, { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' })
      if (answer.status === 404) return this.#gone()
      if (!answer.ok) return this.#lost(Number(answer.headers.get('retry-after') ?? 0) * 1_000)
      const page: PublicPage = await answer.json()
      this.#show(page)
      this.#listen()
    } catch {
      this.#lost(0)
    }
  }

  #listen(): void {
    const stream = new EventSource(`${this.#url}/events`)
    const on = (event: string, hear: (text: string) => void) =>
      stream.addEventListener(event, (message) => {
        this.#alive()
        if (message instanceof MessageEvent) hear(String(message.data))
      })
    on(PUBLIC_EVENTS.beat, () => this.#set(this.#state.kind === 'shown' ? { ...this.#state, lostSince: null } : this.#state))
    on(PUBLIC_EVENTS.view, (text) => {
      if (this.#state.kind === 'shown') this.#show({ view: JSON.parse(text), strip: this.#state.strip })
    })
    on(PUBLIC_EVENTS.strip, (text) => {
      if (this.#state.kind === 'shown') this.#show({ view: this.#state.view, strip: JSON.parse(text) }, false)
    })
    on(PUBLIC_EVENTS.closed, () => this.#gone())
    on(PUBLIC_EVENTS.restart, () => this.#lost(0))
    stream.addEventListener('error', () => this.#lost(0))
    this.#stream = stream
    this.#alive()
  }

  /** A connection that fell silent without an end looks open for hours. */
  #alive(): void {
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => this.#lost(0), SILENCE_MS)
  }

  #show({ view, strip }: PublicPage, isNow = true): void {
    if (isNow) setClockOffset(view.serverTime)
    this.#failures = 0
    this.#looks = 0
    this.#set({ kind: 'shown', view, strip, lostSince: null })
  }

  #lost(atLeastMs: number): void {
    this.#stop()
    const now = serverNow()
    const state = this.#state
    if (state.kind === 'shown') this.#set({ ...state, lostSince: state.lostSince ?? now })
    else if (state.kind === 'loading') this.#set({ ...state, failedSince: state.failedSince ?? now })
    this.#again(Math.max(atLeastMs, waitMs(this.#failures++, Math.random())))
  }

  #gone(): void {
    this.#stop()
    const state = this.#state
    this.#set({ kind: 'gone', wasShown: state.kind === 'shown' || (state.kind === 'gone' && state.wasShown) })
    this.#again(closedWaitMs(this.#looks++))
  }

  #again(inMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), inMs)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#watchdog)
    this.#stream?.close()
    this.#stream = null
  }

  #set(next: PublicState): void {
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
