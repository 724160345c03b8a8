/** Runs everything that must hold before a change is handed on; `--no-tests` leaves the tests to a later run. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { readDangling } from './citations.ts'
import { longFiles, nameViolations, reachViolations, sentenceViolations } from './houseRules.ts'
import { importViolations } from './importTable.ts'
import { readLanguageTexts, textProblems } from './languageTexts.ts'
import { readLockProblems } from './lockFile.ts'
import { ROOT, readSourceTree } from './sourceTree.ts'

type Outcome = { readonly isGood: boolean; readonly detail: string }
type Step = { readonly name: string; readonly fix?: string; readonly run: () => Outcome | Promise<Outcome> }

const STEPS: readonly Step[] = [
  { name: 'format', fix: 'npm run format', run: () => program('oxfmt', '--check') },
  { name: 'lint', run: () => program('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types of engine, server, sim, tools', run: () => program('tsc', '-p', 'tsconfig.json') },
  { name: 'types of web', run: () => program('tsc', '-p', 'web/tsconfig.json') },
  { name: 'import table', run: importTable },
  {
    name: 'citations',
    run: () => listed(readDangling(ROOT).map(({ path, line, cited }) => `${path}:${line} cites ${cited}, which is not in the project`)),
  },
  { name: 'texts of six languages', run: () => listed(textProblems(readLanguageTexts(ROOT))) },
  { name: 'lock file', fix: 'npm install', run: () => listed(readLockProblems(ROOT)) },
  { name: 'generated files', fix: 'npm run generate', run: () => program('node', 'tools/generate.ts', '--check') },
  { name: 'unused code', run: () => program('knip', '--no-progress') },
  {
    name: 'files that only tests use',
    run: () => program('knip', '--no-progress', '--production', '--config', 'knip.production.json', '--include', 'files'),
  },
]

const MOST_LINES = 120
const LONGEST_LINE = 300

const TESTS: Step = { name: 'tests', run: () => program('node', 'tools/test.ts') }

/** Runs the steps, two at a time, then the tests alone; prints a line each and the details of failures. */
async function check(): Promise<boolean> {
  const failures: string[] = []
  const waiting = [...STEPS]
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) failures.push(...(await report(step)))
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  if (!process.argv.includes('--no-tests')) failures.push(...(await report(TESTS)))
  for (const failure of failures) console.log(`\n${shortened(failure)}`)
  console.log(failures.length === 0 ? '\nAll good.' : `\n${failures.length} of ${STEPS.length + 1} steps failed.`)
  return failures.length === 0
}

/** A type error of a generic library may fill many screens; its first lines are enough. */
function shortened(text: string): string {
  const lines = text.split('\n').map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line))
  return lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} lines more`].join('\n')
    : lines.join('\n')
}

async function report(step: Step): Promise<string[]> {
  const start = performance.now()
  const { isGood, detail } = await attempt(step)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const remark = isGood && detail !== '' ? ` – ${detail}` : ''
  console.log(`${isGood ? '✓' : '✗'} ${step.name.padEnd(38)} ${seconds.padStart(6)} s${remark}`)
  if (isGood) return []
  return [`── ${step.name}${step.fix === undefined ? '' : ` (fix: ${step.fix})`}\n${detail}`]
}

async function attempt(step: Step): Promise<Outcome> {
  try {
    return await step.run()
  } catch (error) {
    return { isGood: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

function importTable(): Outcome {
  const tree = readSourceTree()
  const violations = [...importViolations(tree), ...reachViolations(tree), ...nameViolations(tree), ...sentenceViolations(tree)]
  if (violations.length > 0) return listed(violations.map(({ path, line, message }) => `${path}:${line} ${message}`))
  const long = longFiles(tree)
  return { isGood: true, detail: long.length === 0 ? '' : `look twice: ${long.map(({ path, lines }) => `${path} (${lines})`).join(', ')}` }
}

function listed(problems: readonly string[]): Outcome {
  return { isGood: problems.length === 0, detail: problems.join('\n') }
}

/** Returns whether the program ended with 0; what it printed is the detail when it did not. */
function program(name: string, ...args: readonly string[]): Promise<Outcome> {
  const path = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const child = spawn(name, args, { cwd: ROOT, env: { ...process.env, PATH: path }, shell: process.platform === 'win32' })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ isGood: code === 0, detail: code === 0 ? '' : Buffer.concat(printed).toString().trim() }))
  })
}

process.exitCode = (await check()) ? 0 : 1
