import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = Readonly<Record<string, unknown>>

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Returns the problems of package.json and its lock file: loose versions, an outdated lock, addresses, missing hashes. */
export function readLockProblems(root: string): string[] {
  return lockProblems(readFileSync(join(root, 'package.json'), 'utf8'), readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

/** Returns what is wrong with the two texts; see readLockProblems. */
export function lockProblems(manifestText: string, lockText: string): string[] {
  const manifest = record(JSON.parse(manifestText))
  const packages = record(record(JSON.parse(lockText))['packages'])
  const locked = record(packages[''])
  const addresses = lockText.match(/"resolved":\s*"https?:\/\/[^"]*"/g) ?? []
  return [
    ...GROUPS.flatMap((group) => groupProblems(group, record(manifest[group]), record(locked[group]), packages)),
    ...(addresses.length > 0 ? [`package-lock.json names ${addresses.length} addresses of a registry`] : []),
    ...Object.entries(packages).flatMap(([path, entry]) => hashProblems(path, record(entry))),
  ]
}

function groupProblems(group: string, wanted: Manifest, locked: Manifest, packages: Manifest): string[] {
  const names = new Set([...Object.keys(wanted), ...Object.keys(locked)])
  return [...names].flatMap((name) => {
    const version = wanted[name]
    if (version !== locked[name]) return [`${name} is ${String(version)} in ${group} of package.json, ${String(locked[name])} in the lock`]
    if (typeof version !== 'string' || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) return [`${name} is pinned loosely: ${String(version)}`]
    const installed = record(packages[`node_modules/${name}`])['version']
    return installed === version ? [] : [`${name} is pinned to ${version} and locked to ${String(installed)}`]
  })
}

function hashProblems(path: string, entry: Manifest): string[] {
  const needsNone = path === '' || entry['link'] === true || entry['inBundle'] === true
  return needsNone || typeof entry['integrity'] === 'string' ? [] : [`${path} has no integrity hash in the lock`]
}

function record(value: unknown): Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
}
