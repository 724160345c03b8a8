import { globSync, statSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const BUILD_LIMIT_MS = 120_000

/** Builds the web when its sources are newer than what was built last; test files of one run wait for each other. */
export async function ensureWebBuilt(root: string): Promise<void> {
  const lock = join(tmpdir(), `trueline-web-build-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`)
  const giveUpAt = performance.now() + BUILD_LIMIT_MS
  while (!(await takeLock(lock))) {
    if (performance.now() > giveUpAt) throw new Error(`another build holds ${lock}`)
    await sleep(200)
  }
  try {
    if (isFresh(root)) return
    const { build } = await import('vite')
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' })
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

function isFresh(root: string): boolean {
  const built = statSync(join(root, 'dist/web/index.html'), { throwIfNoEntry: false })
  if (built === undefined) return false
  const sources = globSync(['{web,engine}/**/*.{ts,tsx,css,json,html,svg}', 'vite.config.ts', 'package-lock.json'], { cwd: root })
  return sources.every((path) => statSync(join(root, path)).mtimeMs <= built.mtimeMs)
}

async function takeLock(lock: string): Promise<boolean> {
  const made = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (made) return true
  // A run that was killed leaves its lock behind.
  const held = await stat(lock).catch(() => null)
  if (held !== null && Date.now() - held.mtimeMs > BUILD_LIMIT_MS) await rm(lock, { recursive: true, force: true })
  return false
}
