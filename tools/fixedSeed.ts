/**
 * Loaded before each test of `npm test`: random examples are the same ones each time, so that what passes today passes tomorrow. `FC_SEED=random` draws
 * others, as a test file that is run by itself does; a number repeats the run that named it.
 */
import fc from 'fast-check'

const asked = process.env['FC_SEED']
if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_261_121 : Number(asked) })
