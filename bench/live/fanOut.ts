import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from '@microsoft/signalr'
import { HUB_METHODS, HUB_TARGETS, type WorkCentersChanged } from '#engine/workCenter/liveWorkCenter.ts'
import { percentile, print } from '../report/figure.ts'
import { COMPANY, type Plant } from './plant.ts'

const CONNECTIONS = 500
const RATE = 20
const SECONDS = 10
const P99_LIMIT_MS = 30
/** Of Linux, a second. */
const CLOCK_TICKS = 100

/** Prints the fan-out of 20 changes a second to 500 connections of the official client: delivered messages, delay, and the server's cost. */
export async function measureFanOut(plant: Plant): Promise<void> {
  const connections: HubConnection[] = []
  const late: number[] = []
  let delivered = 0
  let frames = 0
  let publishedAt = 0
  const hear = (frame: WorkCentersChanged): void => {
    frames++
    delivered += frame.workCenters.length
    late.push(performance.now() - publishedAt)
  }
  for (let index = 0; index < CONNECTIONS; index++) connections.push(await connect(plant, hear))
  await sleep(1000)
  frames = delivered = late.length = 0
  const cpuBefore = await cpuSeconds(plant)
  const start = performance.now()
  for (let index = 0; index < RATE * SECONDS; index++) {
    const machine = plant.machines[index % plant.machines.length]
    publishedAt = performance.now()
    await machine?.device.publish({ values: { POWER: index % 200 < 100 ? 9 : 3 } })
    await sleep(Math.max(0, start + ((index + 1) * 1000) / RATE - performance.now()))
  }
  await sleep(500)
  const seconds = (performance.now() - start) / 1000
  const cpu = ((await cpuSeconds(plant)) - cpuBefore) / seconds
  const common = { runs: 1, note: `${CONNECTIONS} official clients, ${RATE} changes a second for ${SECONDS} s` }
  print({ bench: 'hub fan-out delivered', value: delivered / seconds, unit: 'updates/s', peer: CONNECTIONS * RATE, ...common })
  print({ bench: 'hub fan-out frames', value: frames / seconds, unit: 'frames/s', ...common })
  print({ bench: 'hub fan-out lateness p99', value: percentile(late, 0.99), unit: 'ms', limit: P99_LIMIT_MS, ...common })
  print({ bench: 'hub fan-out server CPU', value: cpu * 100, unit: '% of a core', limit: 15, ...common })
  await Promise.all(connections.map((connection) => connection.stop()))
}

async function connect(plant: Plant, hear: (frame: WorkCentersChanged) => void): Promise<HubConnection> {
  const connection = new HubConnectionBuilder()
    .withUrl(`${plant.product.url}/api/supervisor?x-schema-code=${COMPANY}`, {
      skipNegotiation: true,
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => plant.token,
    })
    .configureLogging(LogLevel.None)
    .build()
  connection.on(HUB_TARGETS.workCentersChanged, hear)
  connection.on(HUB_TARGETS.resync, () => undefined)
  await connection.start()
  await connection.invoke(HUB_METHODS.subscribeWorkCenters)
  return connection
}

/** Returns the seconds of processor time that the server has used; not a number where the system does not tell. */
async function cpuSeconds(plant: Plant): Promise<number> {
  const stat = await readFile(`/proc/${plant.product.pid()}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS
}
