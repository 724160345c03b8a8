/**
 * Prints how long 5,000 orders of an Odoo take over its wire: to preview them, to apply that preview, and to read them again unchanged (domain.md IN-6);
 * then how fast the assistant answers (HP-2).
 */
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import { printAssistant } from './report/assistantFigure.ts'
import { print } from './report/figure.ts'

const ORDERS = 5000
const PREVIEW_MS = 10_000
const APPLY_MS = 5000

const world = await startIntegrationWorld()
try {
  await world.reset()
  world.odoo.data.productions = Array.from({ length: ORDERS }, (_none, at) => ({
    id: 1000 + at,
    name: `MO/${at}`,
    // Drafts: a press without a shift plan takes them, too.
    state: 'draft',
    productId: 3 + (at % 2),
    quantity: 50 + (at % 900),
    start: '2026-11-24 05:00:00',
    end: false as const,
    bomId: 5,
    made: 0,
    writeDate: '2026-11-20 10:00:00',
  }))
  world.odoo.data.workOrders.length = 0
  const id = await world.connected()
  let checkToken = ''
  const preview = await timed(async () => {
    const { data, errors } = await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { checkToken counts { created } } }`)
    const told: unknown = data['previewIntegrationRun']
    if (errors.length > 0 || !JSON.stringify(told).includes(`"created":${ORDERS}`)) throw new Error(JSON.stringify({ errors, told }))
    checkToken = /"checkToken":"([^"]+)"/.exec(JSON.stringify(told))?.[1] ?? ''
  })
  print({ bench: `preview of ${ORDERS} orders of Odoo`, value: preview, unit: 'ms', limit: PREVIEW_MS })
  const run = async (more: string) => {
    const { errors } = await world.ask(`mutation { runIntegration(integrationId: "${id}" ${more}) { id } }`)
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
  }
  print({
    bench: `the preview of ${ORDERS} orders applied`,
    value: await timed(() => run(`checkToken: "${checkToken}"`)),
    unit: 'ms',
    limit: APPLY_MS,
  })
  print({ bench: `${ORDERS} orders read again, unchanged`, value: await timed(() => run('')), unit: 'ms' })
  const [made] = await world.query<{ count: number }>('select count(*)::int as count from job_order')
  if (made?.count !== ORDERS) throw new Error(`${made?.count} orders`)
} finally {
  await world.close()
}
await printAssistant()

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}
