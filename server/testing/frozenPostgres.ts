import { readdirSync, readFileSync } from 'node:fs'

/** Stops all processes of the PostgreSQL server, as a disk or a machine does that hangs; returns what lets them go on. */
export function freezePostgres(serverPid: number): () => void {
  // The parent first, so that it starts none meanwhile.
  process.kill(serverPid, 'SIGSTOP')
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === serverPid)
    .map(Number)
  for (const pid of children) send(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...children, serverPid]) send(pid, 'SIGCONT')
  }
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}
