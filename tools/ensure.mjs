/**
 * Makes the checkout ready to run: installs the locked packages when they differ from the lock, and with `--with-browser` checks the tests' browser
 * and sign-in provider. Runs on the machine's own Node before anything is installed, so it is plain JavaScript without packages.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STAMP = join(ROOT, 'node_modules', '.installed')
const NODE_MAJOR = 26
/** The browser's engine without the frame of its window, which in stories costs as much as the pages. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
]
const OPENID_PROVIDER = '/usr/bin/glewlwyd'
/** Real programs that connectors are tried with where Debian has them; without them those tests are skipped and say so. */
const OTHER_SYSTEMS = [
  { path: '/usr/lib/python3/dist-packages/trytond/modules/production_work', packages: ['tryton-server', 'tryton-modules-production-work'] },
  { path: '/usr/lib/python3/dist-packages/odoorpc', packages: ['python3-odoorpc'] },
]
/** The Tryton that the tests know. */
const TRYTON_VERSION = /^Version: 6\.0\./m
const MAC_BROWSERS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

ensurePackages()
ensureNode()
if (process.argv.includes('--with-browser')) {
  ensureBrowser()
  ensureOpenIdProvider()
  ensureOtherSystems()
}

function ensurePackages() {
  const wanted = lockHash()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  say('Installing the packages of package-lock.json (once; about a minute) …')
  const npm = npmCommand()
  const installed = spawnSync(npm.program, [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    env: cleanEnvironment(),
    stdio: 'inherit',
    shell: npm.shell,
  })
  if (installed.status !== 0) fail('npm ci did not finish; the lines above say why. Is the package registry reachable?')
  writeFileSync(STAMP, wanted)
  say('Packages are installed.')
}

/** The lock names the packages; the platform decides which of the optional ones are there. */
function lockHash() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`)
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** The npm that called us where one did, run by the Node that it runs on: `npm ci` replaces the one in node_modules. */
function npmCommand() {
  const script = process.env.npm_execpath
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) return { program: systemNode(), args: [script], shell: false }
  return { program: 'npm', args: [], shell: process.platform === 'win32' }
}

/** Variables of the npm that runs this script would reach the npm that it starts, and turn into settings there. */
function cleanEnvironment() {
  const inherited = /^npm_(config|lifecycle|package|command|execpath|node_execpath)/i
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)))
  const isForeign = (path) => !path.startsWith(join(ROOT, 'node_modules'))
  environment.PATH = (process.env.PATH ?? '').split(delimiter).filter(isForeign).join(delimiter)
  return environment
}

function systemNode() {
  const fromNpm = process.env.npm_node_execpath
  return fromNpm !== undefined && !fromNpm.startsWith(join(ROOT, 'node_modules')) ? fromNpm : process.execPath
}

function ensureNode() {
  const node = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const version = asked.status === 0 ? asked.stdout.trim() : ''
  if (version.startsWith(`v${NODE_MAJOR}.`)) return
  if (process.version.startsWith(`v${NODE_MAJOR}.`)) return
  const found = version === '' ? `there is none for ${process.platform}-${process.arch}` : `node_modules has ${version}`
  fail(`Node ${NODE_MAJOR} is needed and ${found}; install Node ${NODE_MAJOR} and start again.`)
}

function ensureBrowser() {
  const browser = findBrowser()
  const isShellMissing = !process.env.CHROMIUM_PATH && !existsSync(`/usr/bin/${HEADLESS_SHELL}`)
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (browser === undefined && !canInstall) {
    say(
      'No Chromium was found, which the tests in the browser need: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
    )
    return
  }
  if (!canInstall || (browser !== undefined && !(isShellMissing && isOffered(HEADLESS_SHELL)))) return
  updatePackageLists()
  const packages = ['chromium', ...(isOffered(HEADLESS_SHELL) ? [HEADLESS_SHELL] : []), 'fonts-dejavu-core']
  say(`Installing Chromium for the tests in the browser (apt-get install ${packages.join(' ')}) …`)
  install(packages, 'CHROMIUM_PATH may name a Chromium that is elsewhere.')
  if (findBrowser() === undefined) fail('Chromium was installed but is not in /usr/bin; set CHROMIUM_PATH to its program.')
}

/** The provider for the story of external sign-in; without it that story fails and says so. */
function ensureOpenIdProvider() {
  if (existsSync(OPENID_PROVIDER)) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say('No glewlwyd was found, which the test of external sign-in needs: install it (Debian: apt-get install glewlwyd).')
    return
  }
  say('Installing glewlwyd for the test of external sign-in (apt-get install glewlwyd) …')
  updatePackageLists()
  install(['glewlwyd'], 'The test of external sign-in needs it.')
}

/** Of one that cannot be installed nothing is said here: its tests say that they were skipped, and why. */
function ensureOtherSystems() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const isKnown = (name) => (name === 'tryton-server' ? TRYTON_VERSION.test(shownPackage(name)) : isOffered(name))
  const missing = OTHER_SYSTEMS.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return
  // Lists of packages that were never fetched know none.
  if (!missing.some(({ packages }) => packages.every(isKnown))) updatePackageLists()
  const packages = missing.filter((system) => system.packages.every(isKnown)).flatMap((system) => system.packages)
  if (packages.length === 0) return
  say(`Installing the systems that connectors are tried with (apt-get install ${packages.join(' ')}) …`)
  if (!runAptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages]))
    say('They could not be installed; their tests are skipped.')
}

/** Whether the system's package lists, as they are, know the package. */
function isOffered(name) {
  return shownPackage(name) !== ''
}

/** What the package lists say of the package; empty where they do not know it. */
function shownPackage(name) {
  if (!existsSync('/usr/bin/apt-cache')) return ''
  const { status, stdout } = spawnSync('/usr/bin/apt-cache', ['show', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout : ''
}

function updatePackageLists() {
  aptGet(['update', '-qq'], 'The tests in the browser need packages of the system.')
}

function install(packages, otherwise) {
  aptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages], otherwise)
}

function aptGet(args, otherwise) {
  if (!runAptGet(args)) fail(`apt-get ${args[0]} did not finish; the lines above say why. ${otherwise}`)
}

function runAptGet(args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('/usr/bin/apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given
    fail(`The setting CHROMIUM_PATH names ${given}, where there is no program.`)
  }
  return [...BROWSERS, ...MAC_BROWSERS].find((path) => existsSync(path))
}

function say(text) {
  console.log(`trueline: ${text}`)
}

function fail(text) {
  console.error(`trueline: ${text}`)
  process.exit(1)
}
