/**
 * Opens pages that listen to job orders, each with a connection of its own: node listeners.ts <address> <pages of a machine> <pages of all> <first work center>
 * <work centers>. Writes `ready` once all listen, and each second how many frames and bytes came.
 */
import { WebSocket } from 'ws'

const [address = '', machines = '0', lists = '0', first = '1', places = '1'] = process.argv.slice(2)
const AT_ONCE = 100
const END = '\x1e'
let [frames, bytes] = [0, 0]

async function listen(wanted: readonly number[] | null): Promise<void> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => socket.send(`{"protocol":"json","version":1}${END}`))
    let isAnswered = false
    socket.on('message', (data: Buffer) => {
      if (!isAnswered) {
        isAnswered = true
        socket.send(`${JSON.stringify({ type: 1, invocationId: '1', target: 'SubscribeJobOrders', arguments: [wanted] })}${END}`)
      } else if (data.includes('"type":3')) resolve()
      else if (data.includes('jobOrdersChanged')) {
        frames++
        bytes += data.length
      }
    })
  })
  setInterval(() => socket.send(`{"type":6}${END}`), 15_000)
}

const wanted = [
  ...Array.from({ length: Number(machines) }, (_none, index) => [Number(first) + (index % Number(places))]),
  ...Array.from({ length: Number(lists) }, () => null),
]
for (let from = 0; from < wanted.length; from += AT_ONCE) await Promise.all(wanted.slice(from, from + AT_ONCE).map(listen))
console.log('ready')
setInterval(() => {
  console.log(`${frames} ${bytes}`)
  ;[frames, bytes] = [0, 0]
}, 1_000)
