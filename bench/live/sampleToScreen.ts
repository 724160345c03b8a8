import type { Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { print, median, percentile } from '../report/figure.ts'
import { openBarePage } from './barePage.ts'
import type { Plant } from './plant.ts'

const ROUNDS = 5
const PROBES = 20
const P50_LIMIT_MS = 15
const P95_LIMIT_MS = 50
const PAINT_LIMIT_MS = 5_000

/**
 * Prints the time from a device's publish to the paint of the changed status, on a page with 100 live cards and every machine reporting once a
 * second. Peer: a bare page that paints a websocket's messages, in the same browser under the same load.
 */
export async function measureSampleToScreen(plant: Plant): Promise<void> {
  const { page, machines } = plant
  await page.goto('/boxes')
  await page
    .getByRole('article')
    .nth(machines.length - 1)
    .waitFor()
  await page.bringToFront()
  const watched = await machinesInView(plant)
  const bare = await openBarePage(plant.context)
  const stopLoad = startLoad(plant)
  const medians: number[] = []
  const tails: number[] = []
  const peers: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await page.bringToFront()
      const times: number[] = []
      for (let probe = 0; probe < PROBES; probe++) {
        const machine = watched[(round * PROBES + probe) % watched.length]
        if (machine !== undefined) times.push(await probeMachine(page, machine))
        await sleep(40)
      }
      medians.push(median(times))
      tails.push(percentile(times, 0.95))
      await bare.page.bringToFront()
      peers.push(await bare.measure(PROBES))
    }
  } finally {
    stopLoad()
    await bare.end()
  }
  const peer = median(peers)
  const common = { unit: 'ms', runs: ROUNDS, note: `100 work centers at 1 Hz, ${PROBES} probes a run` }
  print({ bench: 'sample to screen p50', value: median(medians), limit: P50_LIMIT_MS, peer, ...common })
  print({ bench: 'sample to screen p95', value: median(tails), limit: P95_LIMIT_MS, peer, ...common })
}

type Probe = Plant['machines'][number]

/** Returns the machines with cards in view: others are not painted. */
async function machinesInView({ page, machines }: Plant): Promise<Plant['machines']> {
  const paths = await page.evaluate(`[...document.querySelectorAll('article a')]
    .filter((link) => link.getBoundingClientRect().bottom < innerHeight)
    .map((link) => link.getAttribute('href'))`)
  const shown = machines.filter(({ deviceId }) => String(paths).includes(deviceId))
  if (shown.length === 0) throw new Error('no card is in view')
  return shown
}

/** Returns the milliseconds from publish to paint of one change from Running to Idle; the machine runs again afterwards. */
async function probeMachine(page: Page, machine: Probe): Promise<number> {
  const card = `a[href*="${machine.deviceId}"]`
  await machine.device.publish({ values: { POWER: 8 } })
  await watchFor(page, card, 'Running')
  const painted = watchFor(page, card, 'Idle')
  await page.evaluate('0')
  const publishedAt = performance.timeOrigin + performance.now()
  await machine.device.publish({ values: { POWER: 2 } })
  return (await painted) - publishedAt
}

/** Resolves with the instant after the frame that first shows the text in the card; browser and bench share the clock of the machine. */
async function watchFor(page: Page, card: string, text: string): Promise<number> {
  return Number(await page.evaluate(`(${WATCH})(${JSON.stringify({ card, text, limit: PAINT_LIMIT_MS })})`))
}

/** Runs in the page. */
const WATCH = `({ card, text, limit }) => new Promise((resolve, reject) => {
  const shows = () => (document.querySelector(card)?.closest('article, li')?.textContent ?? '').includes(text)
  const painted = () => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
    channel.port2.postMessage(null)
  })
  if (shows()) return painted()
  const observer = new MutationObserver(() => {
    if (!shows()) return
    observer.disconnect()
    painted()
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  setTimeout(() => reject(new Error(card + ' did not show ' + text + ' within ' + limit + ' ms')), limit)
})`

/** Every machine reports its speed once a second, spread evenly over it. */
function startLoad(plant: Plant): () => void {
  const { machines } = plant
  let index = 0
  const timer = setInterval(() => {
    const machine = machines[index++ % machines.length]
    void machine?.device.publish({ values: { TOTAL_OUTPUT: 100 + Math.floor(index / machines.length) } })
  }, 1000 / machines.length)
  return () => clearInterval(timer)
}
