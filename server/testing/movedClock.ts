/**
 * Loaded before the server of a test: moves its clock by as many milliseconds as stand in the file CLOCK_FILE, as somebody does who sets the clock of a
 * running machine. What measures how long something takes stays right, as the system's own monotonic clock does.
 */
import { readFileSync, watchFile, writeFileSync } from 'node:fs'

const LOOK_EVERY_MS = 20

const file = process.env['CLOCK_FILE'] ?? ''
const Real = Date
let movedBy = 0

/** Tells by the file CLOCK_FILE.seen by how much the clock is moved now. */
function look(): void {
  const text = readFileSync(file, 'utf8')
  movedBy = Number(text)
  writeFileSync(`${file}.seen`, text)
}

class MovedDate extends Real {
  constructor(...given: [] | [value: number | string | Date]) {
    super(given[0] ?? MovedDate.now())
  }

  static override now(): number {
    return Real.now() + movedBy
  }
}

look()
watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, look)
Object.assign(globalThis, { Date: MovedDate })
