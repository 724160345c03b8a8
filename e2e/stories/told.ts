import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { addMachine, connectDevice, type ConnectedDevice, type Machine } from '../device.ts'
import type { World } from '../world.ts'

type StopRule = {
  readonly severity: 'INFO' | 'URGENT' | 'WARNING'
  /** Whose roles are told. */
  readonly roles: readonly ('ADMIN' | 'OPERATOR' | 'USER')[]
  /** Minutes of a stop before they are. */
  readonly duration?: number
}

/** Adds the rule that tells people of a stop of the machine. */
export async function tellOfStops({ api }: World, { workCenterId }: Machine, { severity, roles, duration = 0 }: StopRule): Promise<void> {
  await api('mutation ($input: CreateNotificationConfigInput!) { createNotificationConfig(input: $input) { id } }', {
    input: {
      workCenterId,
      notificationTypeId: RULE_TYPE_IDS.STATUS_DURATION,
      mode: 'STOP',
      targetAudience: 'ROLES',
      identifiers: roles,
      severity,
      duration,
    },
  })
}

/** A machine of a story with its connected device; it runs until it is stopped. */
export type ToldMachine = Machine & {
  readonly device: ConnectedDevice
  stop(): Promise<void>
  /** Has it run again, so that nothing of it goes on in later stories, and ends its device. */
  end(): Promise<void>
}

/** Adds a machine whose stops are told by the rules; it runs, or has sent nothing yet. The caller ends it. */
export async function addToldMachine(
  world: World,
  name: string,
  rules: readonly StopRule[],
  { isRunning = true }: { readonly isRunning?: boolean } = {},
): Promise<ToldMachine> {
  const machine = await addMachine(world.product, world.api, name)
  for (const rule of rules) await tellOfStops(world, machine, rule)
  const device = await connectDevice(world.product, machine)
  if (isRunning) await device.publish({ values: { POWER: 8 } })
  return {
    ...machine,
    device,
    stop: () => device.publish({ values: { POWER: 2 } }),
    end: async () => {
      await device.publish({ values: { POWER: 8 } })
      await device.end()
    },
  }
}
