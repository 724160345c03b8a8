/** The test reporter of a worker. Each file is a suite of its own (worker.ts): when it ends, its counts and its text go to the run. */
import { spec } from 'node:test/reporters'
import type { EventData } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import type { FromWorker } from './message.ts'

type Counts = { passed: number; failed: number; skipped: number }

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }

/** Reports every file as soon as it has ended; what it yields is empty. */
export default async function* fileReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let file: TestEvent[] = []
  let counts = { ...NONE }
  for await (const event of events) {
    if (isOfTheProcess(event)) {
      if (event.type === 'test:diagnostic' && event.data.message.includes('asynchronous activity'))
        process.stderr.write(`${event.data.message}\n`)
      continue
    }
    file.push(event)
    if (event.type === 'test:start' && event.data.nesting > 0) send({ began: event.data.name })
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    count(counts, event)
    if (event.data.nesting > 0) continue
    const isEmpty = counts.passed + counts.failed + counts.skipped === 0
    const text = `${await textOf(file)}${isEmpty ? '  it has no test\n' : ''}`
    const failures = isEmpty ? text : await textOf(file.filter(isFailure))
    const failed = isEmpty ? 1 : counts.failed
    send({ ended: { path: event.data.name, text, failures, ...counts, failed, ms: event.data.details.duration_ms } })
    file = []
    counts = { ...NONE }
  }
  yield ''
}

/** Sums and warnings at the end of the process, outside of every file. */
function isOfTheProcess({ type, data }: TestEvent): boolean {
  return type === 'test:summary' || ((type === 'test:diagnostic' || type === 'test:plan') && data.nesting === 0)
}

/** Whether something failed by itself, and not only because something in it did. */
function isFailure(event: TestEvent): boolean {
  return event.type === 'test:fail' && causeOf(event.data) !== 'subtestsFailed'
}

/** A cancelled test has failed; a suite counts only when it failed by itself, by a hook or by its own code. */
function count(
  counts: Counts,
  event: { type: 'test:pass'; data: EventData.TestPass } | { type: 'test:fail'; data: EventData.TestFail },
): void {
  const { data } = event
  if (data.details.type === 'suite') {
    if (event.type === 'test:fail' && causeOf(event.data) !== 'subtestsFailed') counts.failed += 1
  } else if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1
  else if (event.type === 'test:pass') counts.passed += 1
  else counts.failed += 1
}

function causeOf({ details }: EventData.TestFail): unknown {
  return 'failureType' in details.error ? details.error.failureType : null
}

async function textOf(file: readonly TestEvent[]): Promise<string> {
  const text: string[] = []
  const reporter = new spec()
  reporter.on('data', (part: unknown) => text.push(String(part)))
  for (const event of file) reporter.write(event)
  await new Promise<void>((resolve) => {
    reporter.once('end', resolve)
    reporter.end()
  })
  return text.join('')
}

function send(message: FromWorker): void {
  process.send?.(message)
}
