import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/**
 * Resolves when the npm that runs this script has ended; never without npm. npm signals the shell of the script, which ends silently: only the
 * changed parent shows it.
 */
export function untilNpmEnds(): Promise<void> {
  if (process.env['npm_lifecycle_event'] === undefined) return new Promise(() => undefined)
  const before = ancestors()
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (ancestors() === before) return
      clearInterval(look)
      resolve()
    }, LOOK_EVERY_MS)
    look.unref()
  })
}

/** The parent (npm's shell) and, where the system tells it, that one's parent (npm). */
function ancestors(): string {
  try {
    const fields = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${process.ppid} ${fields[1]}`
  } catch {
    return String(process.ppid)
  }
}
