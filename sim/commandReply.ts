import type { CommandReply, DeviceCommand } from './deviceConnection.ts'
import type { MachineSpec } from './factoryFile.ts'

/** Returns what a simulated device says to a command: its counter can start again with a shift only, where it is built so. */
export function replyOf({ counterReset }: Pick<MachineSpec, 'counterReset'>, { command, cause }: Omit<DeviceCommand, 'id'>): CommandReply {
  if (command !== 'RESET_OUTPUT') return { answer: 'REFUSED', detail: `unknown command ${command}` }
  if (counterReset === 'NEVER') return { answer: 'REFUSED', detail: 'this counter cannot be reset' }
  return cause === 'SHIFT_END' ? { answer: 'DONE' } : { answer: 'REFUSED', detail: 'this counter starts again with a shift only' }
}
