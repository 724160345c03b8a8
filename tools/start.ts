/** `npm start`: keeps what Node compiles for the next start, loads everything and runs it. */
import { keepCompiled } from '#server/compiledCode.ts'

keepCompiled()
const { runProduct } = await import('./startProduct.ts')
await runProduct()
