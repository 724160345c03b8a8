/** Prints how fast the assistant answers by itself; `npm run bench -- integrations` prints it, too. */
import { printAssistant } from './report/assistantFigure.ts'

await printAssistant()
