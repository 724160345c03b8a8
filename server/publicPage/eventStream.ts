import type { ServerResponse } from 'node:http'
import { PUBLIC_EVENTS } from '#engine/workCenter/publicView.ts'
import type { Watcher } from './publicRooms.ts'

/** What waits unread for a screen that is slower than this is not worth keeping: it connects again and gets the newest. */
export const MAX_WAITING_BYTES = 131_072
const HEARTBEAT_MS = 15_000
const BEAT = `event: ${PUBLIC_EVENTS.beat}\ndata: {}\n\n`

/** Returns the watcher that writes server-sent events into the response, with a heartbeat each 15 s; a reader who falls behind is cut off. */
export function openEventStream(response: ServerResponse): Watcher {
  const write = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
    else response.write(text)
  }
  // Tells the browser that it is open, and proxies that something comes.
  write(BEAT)
  const beat = setInterval(() => write(BEAT), HEARTBEAT_MS).unref()
  response.on('close', () => clearInterval(beat))
  // A reader who left before is not told of any more.
  if (response.destroyed) clearInterval(beat)
  response.on('error', () => response.destroy())
  return {
    hear: (event, json) => write(`event: ${event}\ndata: ${json}\n\n`),
    end: (event) => {
      write(`event: ${event}\ndata: {}\n\n`)
      response.end()
    },
  }
}
