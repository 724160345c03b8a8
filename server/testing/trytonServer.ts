import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { listenFree } from './listenFree.ts'

export const TRYTON_PASSWORD = 'tryton-password'
export const TRYTON_DATABASE = 'plant'
export const TRYTON_LOGIN = 'admin'

const PYTHON = '/usr/bin/python3'
const ADMIN = '/usr/bin/trytond-admin'
const SERVER = '/usr/bin/trytond'
const MODULES = '/usr/lib/python3/dist-packages/trytond/modules/production_work'
const WAIT_MS = 60_000

/** Whether a Tryton with its production is installed, as by the Debian packages tryton-server and tryton-modules-production-work. */
export const HAS_TRYTON = [PYTHON, ADMIN, SERVER, MODULES].every((path) => existsSync(path))

/** A Tryton with a company, a routing of one step and two productions: one waits at the press, one is a draft without a work center. */
export type TrytonServer = {
  readonly url: string
  /** Calls a method as its administrator. */
  call(model: string, method: string, ...params: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
}

/** Its empty database, made once for the installed version: that takes about a minute, a copy nothing. */
const TEMPLATES = join(import.meta.dirname, '../../node_modules/.cache/tryton')

/** Starts a Tryton on a free port of this machine, with a database of its own; the first time that takes about a minute. */
export async function startTryton(): Promise<TrytonServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tryton-'))
  const probe = createServer()
  const port = await listenFree(probe)
  await new Promise((done) => probe.close(done))
  const config = join(folder, 'trytond.conf')
  const passwordFile = join(folder, 'password')
  await writeFile(config, `[database]\nuri = sqlite://\npath = ${folder}\n[web]\nlisten = 127.0.0.1:${port}\n`)
  await writeFile(passwordFile, TRYTON_PASSWORD)
  const common = ['-c', config, '-d', TRYTON_DATABASE]
  await makeDatabase(join(folder, `${TRYTON_DATABASE}.sqlite`), common, passwordFile)
  const server = spawn(PYTHON, [SERVER, ...common], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const close = async () => {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const call = await signedIn(url)
    await fill(call)
    return { url, call, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Copies the template of the installed version, or makes it. */
async function makeDatabase(file: string, common: readonly string[], passwordFile: string): Promise<void> {
  const versions = await Promise.all([SERVER, MODULES].map(async (path) => (await stat(path)).mtimeMs))
  const template = join(TEMPLATES, `${versions.join('-')}.sqlite`)
  if (existsSync(template)) return await copyFile(template, file)
  // It opens no database that is not there.
  await writeFile(file, '')
  const asked = ['--all', '--activate-dependencies', '-u', 'production_work', '--email', 'a@plant.example']
  await promisify(execFile)(PYTHON, [ADMIN, ...common, ...asked], { env: { ...process.env, TRYTONPASSFILE: passwordFile } })
  await mkdir(TEMPLATES, { recursive: true })
  // Whole or not at all: another run may look for it.
  const copy = `${template}.${process.pid}`
  await copyFile(file, copy)
  await rename(copy, template)
}

type Call = TrytonServer['call']

async function signedIn(url: string): Promise<Call> {
  const ask = async (method: string, params: readonly unknown[], authorization?: string): Promise<unknown> => {
    const answer = await fetch(`${url}/${TRYTON_DATABASE}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      body: JSON.stringify({ id: 1, method, params }),
    })
    const text = await answer.text()
    const told: unknown = answer.ok ? JSON.parse(text) : {}
    if (typeof told !== 'object' || told === null || !('result' in told)) throw new Error(`${method} of Tryton: ${text.slice(0, 300)}`)
    return told.result
  }
  const until = performance.now() + WAIT_MS
  const login = async (): Promise<unknown> => {
    try {
      return await ask('common.db.login', [TRYTON_LOGIN, { password: TRYTON_PASSWORD }, null])
    } catch (error) {
      if (performance.now() > until) throw error
      await setTimeout(200)
      return await login()
    }
  }
  const [id, session] = listOf(await login())
  const authorization = `Session ${Buffer.from(`${TRYTON_LOGIN}:${String(id)}:${String(session)}`).toString('base64')}`
  return async (model, method, ...params) => {
    // What is done is done in the company of the user, once there is one.
    const context = await ask('model.res.user.get_preferences', [true, {}], authorization)
    return await ask(`model.${model}.${method}`, [...params, context], authorization)
  }
}

async function fill(call: Call): Promise<void> {
  const create = async (model: string, values: Readonly<Record<string, unknown>>) =>
    Number(listOf(await call(model, 'create', [values]))[0])
  const first = async (model: string, domain: readonly unknown[]) => Number(listOf(await call(model, 'search', domain, 0, 1, null))[0])
  const decimal = (text: string) => ({ __class__: 'Decimal', decimal: text })
  const currency = await create('currency.currency', { name: 'Euro', code: 'EUR', symbol: '€', digits: 2, rounding: decimal('0.01') })
  const company = await create('company.company', { party: await create('party.party', { name: 'Plant' }), currency })
  await call('res.user', 'write', [1], { companies: [['add', [company]]], company })
  const unit = await first('product.uom', [['symbol', '=', 'u']])
  const warehouse = await first('stock.location', [['type', '=', 'warehouse']])
  const template = await create('product.template', {
    name: 'Bolt & nut <M8>',
    type: 'goods',
    default_uom: unit,
    producible: true,
    cost_price_method: 'fixed',
    list_price: decimal('1'),
    products: [['create', [{ suffix_code: 'B-8' }]]],
  })
  const product = await first('product.product', [['template', '=', template]])
  const category = await create('production.work.center.category', { name: 'Pressing' })
  const hall = await create('production.work.center', { name: 'Hall', company, warehouse })
  await create('production.work.center', { name: 'Press 1', parent: hall, category, company, warehouse })
  const operation = await create('production.routing.operation', { name: 'Press', work_center_category: category })
  const bom = await create('production.bom', { name: 'Bolt', outputs: [['create', [{ product, uom: unit, quantity: 1 }]]] })
  const routing = await create('production.routing', { name: 'Bolt', boms: [['add', [bom]]], steps: [['create', [{ operation }]]] })
  const common = { product, uom: unit, company, warehouse }
  // What the program on a desk makes of the bill of materials.
  const output = {
    product,
    uom: unit,
    quantity: 400,
    company,
    currency,
    unit_price: decimal('0'),
    from_location: await first('stock.location', [['type', '=', 'production']]),
    to_location: await first('stock.location', [['type', '=', 'storage']]),
  }
  const order = await create('production', {
    ...common,
    bom,
    routing,
    work_center: hall,
    quantity: 400,
    outputs: [['create', [output]]],
    planned_start_date: dateValue('2026-11-24'),
    planned_date: dateValue('2026-11-25'),
  })
  await call('production', 'wait', [order])
  await create('production', {
    ...common,
    quantity: 50,
    planned_start_date: dateValue('2026-11-26'),
    planned_date: dateValue('2026-11-26'),
  })
}

function dateValue(text: string): unknown {
  const [year, month, day] = text.split('-').map(Number)
  return { __class__: 'date', year, month, day }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
