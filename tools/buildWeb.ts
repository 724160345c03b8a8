import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#server/refusal.ts'
import { ROOT } from './sourceTree.ts'

const STAMP = join(ROOT, 'dist', 'web.stamp')
const PAGE = join(ROOT, 'dist', 'web', 'index.html')

/** What the built screens are made of. */
const SOURCES = ['web/**/*', 'engine/**/*.ts', 'vite.config.ts', 'package-lock.json', 'package.json']

/** Builds the screens into dist/web if their sources have changed since; returns whether it did. Throws with the builder's words when it fails. */
export async function ensureWebBuilt(say: (text: string) => void): Promise<boolean> {
  const wanted = sourcesHash()
  if (existsSync(PAGE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false
  say('Building the screens …')
  rmSync(STAMP, { force: true })
  await runVite()
  writeFileSync(STAMP, wanted)
  return true
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(path) || /(^|\/)\.[^/]*$/.test(path)) continue
    const content = readContent(path)
    if (content !== null) hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Folders are in the list of paths too. */
function readContent(path: string): Buffer | null {
  try {
    return readFileSync(join(ROOT, path))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return null
    throw error
  }
}

/** In a process of its own: the builder's memory is gone when the server starts. */
async function runVite(): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new StartRefusal(`The screens could not be built.\n${output}`)
}
