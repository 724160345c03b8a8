import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A tick of /proc in ms. */
const TICK_MS = 10

/** Returns the processor time in ms that the process has used; 0 where the system does not tell. */
export function cpuMs(pid: number | undefined): number {
  try {
    const fields = fieldsOf(pid)
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/**
 * Returns the processor time in ms of a PostgreSQL server: of all processes that live, and of those that ended. Grows as long as the server lives.
 */
export function databaseCpuMs(serverPid: number | null): number {
  if (serverPid === null || !existsSync('/proc')) return 0
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === serverPid)
  const ended = fieldsOf(serverPid)
  return children.reduce((sum, pid) => sum + cpuMs(Number(pid)), cpuMs(serverPid)) + (Number(ended[13]) + Number(ended[14])) * TICK_MS
}

/** Fields of /proc/<pid>/stat after the name, from the state on. */
function fieldsOf(pid: number | undefined): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
}

function parentOf(pid: string): number {
  try {
    return Number(fieldsOf(Number(pid))[1])
  } catch {
    return 0
  }
}
