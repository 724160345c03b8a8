/** The process of the server: `node server/main.ts`. What Node compiled is kept, so that the next start takes half the time, after a crash above all. */
import { keepCompiled } from './compiledCode.ts'

keepCompiled()
const { runServer } = await import('./runServer.ts')
await runServer()
