/** Runs the benches, or the named ones: `npm run bench -- fold ingest`. Each prints one JSON line per figure; nothing is asserted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'

const LIMIT_MS = 900_000

const wanted = process.argv.slice(2)
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'run.ts')
  .filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.ts')))
  .toSorted()

if (files.length === 0) {
  console.error(`There is no bench named ${wanted.join(' or ')}.`)
  process.exitCode = 1
}
// One after the other: they would measure each other.
for (const file of files) if (!(await runBench(file))) process.exitCode = 1

/** Returns whether the bench ended well; its JSON lines go to standard output, everything else to standard error. */
async function runBench(file: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, file)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const killer = setTimeout(() => child.kill('SIGTERM'), LIMIT_MS)
  const exited = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"')) console.log(line)
    else console.error(line)
  }
  await exited
  clearTimeout(killer)
  if (child.exitCode !== 0) console.error(`${file} ended with ${child.exitCode ?? child.signalCode}`)
  return child.exitCode === 0
}
