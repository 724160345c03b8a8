import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { BrowserContext, Page } from 'playwright-core'
import { freePorts } from '../../e2e/freePorts.ts'
import { median } from '../report/figure.ts'

const PAGE = `<!doctype html><title>bare</title><p id="value">0</p><script>
const shown = document.getElementById('value')
const socket = new WebSocket(location.href.replace('http', 'ws'))
socket.onmessage = ({ data }) => {
  shown.textContent = data
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => socket.send(String(performance.timeOrigin + performance.now()))
    channel.port2.postMessage(null)
  })
}
</script>`

/** The least that can be done: a page that writes what a websocket sends. */
export type BarePage = {
  readonly page: Page
  /** Returns the median milliseconds from sending to paint. */
  measure(count: number): Promise<number>
  end(): Promise<void>
}

/** Returns the bare page, open and connected. */
export async function openBarePage(context: BrowserContext): Promise<BarePage> {
  const [port] = await freePorts(1)
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE))
  const sockets = new WebSocketServer({ server })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const connected = once(sockets, 'connection')
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  const [socket] = (await connected) as [WebSocket]
  return {
    page,
    measure: async (count) => {
      const times: number[] = []
      for (let index = 1; index <= count; index++) {
        const answer = once(socket, 'message')
        const sentAt = performance.timeOrigin + performance.now()
        socket.send(String(index))
        times.push(Number(String((await answer)[0])) - sentAt)
      }
      return median(times)
    },
    end: async () => {
      await page.close()
      sockets.close()
      server.close()
    },
  }
}
