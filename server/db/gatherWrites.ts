import type { Duplex } from 'node:stream'

/**
 * Sends what is written to the stream in one turn of the event loop at once. Statements that do not wait for each other then cost one system call and
 * reach the database in one packet: an act of confirming writes 4 times instead of 16.
 */
export function gatherWrites(stream: Duplex): void {
  const write = stream.write.bind(stream)
  let isGathering = false
  const sendAll = (): void => {
    isGathering = false
    stream.uncork()
  }
  const gather = (...args: Parameters<typeof write>): boolean => {
    if (!isGathering) {
      isGathering = true
      stream.cork()
      process.nextTick(sendAll)
    }
    return write(...args)
  }
  Object.assign(stream, { write: gather })
}
