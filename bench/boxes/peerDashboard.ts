import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../../e2e/freePorts.ts'
import { peerFlow } from './peerFlow.ts'

const PACKAGES = ['node-red@5.0.7', '@flowfuse/node-red-dashboard@1.31.0']
const START_LIMIT_MS = 90_000
const LOOK_EVERY_MS = 300

/** A public dashboard that shows the same machines: its address, and what ends it. */
export type PeerDashboard = { readonly url: string; end(): Promise<void> }

/**
 * Returns Node-RED with its dashboard, installed into a temporary folder: `count` machines, each with a status, a gauge of OEE and its output,
 * changed once a second. It draws no strip of the shift and has neither people nor companies.
 */
export async function startPeerDashboard(count: number): Promise<PeerDashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'peer-dashboard-'))
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...PACKAGES], folder)
  const [port] = await freePorts(1)
  await writeFile(join(folder, 'flows.json'), JSON.stringify(peerFlow(count)))
  await writeFile(
    join(folder, 'settings.cjs'),
    `module.exports = { flowFile: 'flows.json', uiPort: ${port}, uiHost: '127.0.0.1', httpAdminRoot: false, telemetry: { enabled: false } }`,
  )
  const child = spawn(process.execPath, [join(folder, 'node_modules/node-red/red.js'), '-u', folder, '-s', join(folder, 'settings.cjs')], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  const end = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill()
    if (child.exitCode === null) await exited
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const until = performance.now() + START_LIMIT_MS
  while (!(await isUp(`${url}/dashboard/machines`))) {
    if (child.exitCode !== null || performance.now() > until) {
      await end()
      throw new Error('the peer dashboard did not start')
    }
    await sleep(LOOK_EVERY_MS)
  }
  return { url, end }
}

async function isUp(url: string): Promise<boolean> {
  return await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: 'ignore' })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${child.exitCode ?? 'a signal'}`)
}
