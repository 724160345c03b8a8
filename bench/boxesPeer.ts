/** Prints the useful paint and the live load of 100 work centers beside those of a public dashboard with as many machines, measured in the same run. */
import { openCrowd } from './boxes/crowd.ts'
import { coreShares, isLive, publishEverySecond } from './boxes/liveCards.ts'
import { paintTimes, usefulList } from './boxes/paint.ts'
import { startPeerDashboard } from './boxes/peerDashboard.ts'
import { median, print } from './report/figure.ts'

const COUNT = 100
const PEER_PATH = '/dashboard/machines'
const PEER_CARD = '.nrdb-ui-group'
const PEER_NOTE = 'peer: Node-RED dashboard, without shift strips, people and companies'

const [crowd, peer] = [await openCrowd(), await startPeerDashboard(COUNT)]
try {
  await crowd.growTo(COUNT)
  const openPeer = () => crowd.browser.newContext({ baseURL: peer.url, viewport: { width: 1440, height: 900 } })
  const usefulPeer = {
    path: PEER_PATH,
    first: PEER_CARD,
    isUseful: `(() => {
      const cards = document.querySelectorAll('${PEER_CARD}')
      return cards.length === ${COUNT} && [...cards].every((card) => card.getBoundingClientRect().top > innerHeight || /Idle|Running/.test(card.textContent))
    })()`,
  }
  const [ours, theirs] = [await paintTimes(() => crowd.openContext(), usefulList(COUNT)), await paintTimes(openPeer, usefulPeer)]
  print({
    bench: `useful paint of ${COUNT} cards`,
    value: median(ours),
    unit: 'ms',
    peer: median(theirs),
    runs: ours.length,
    note: PEER_NOTE,
  })

  const stop = publishEverySecond(crowd)
  const live = await coreShares(await crowd.openContext(), { path: '/boxes', isLive })
  await stop()
  const liveOfPeer = await coreShares(await openPeer(), {
    path: PEER_PATH,
    isLive: (page) => page.getByText('Running').first().waitFor(),
  })
  print({
    bench: `${COUNT} live cards at 1 Hz`,
    value: median(live),
    unit: '% of a core',
    peer: median(liveOfPeer),
    runs: live.length,
    note: PEER_NOTE,
  })
} finally {
  await peer.end()
  await crowd.end()
}
