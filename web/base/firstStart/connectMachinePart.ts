import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'

/** The dialog that leads visitors of the demo on; its files load when it is asked for. */
export const ConnectMachinePart = lazyPart(async () => {
  const { ConnectMachineDialog } = await withTexts('firstStart', import('./ConnectMachineDialog.tsx'))
  return { default: ConnectMachineDialog }
})
