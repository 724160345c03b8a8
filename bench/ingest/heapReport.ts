/** Loaded before the server with `--import`: on SIGUSR2 it writes a line with the bytes that are in use after a collection (needs `--expose-gc`). */
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  process.stdout.write(`heap ${heapUsed + arrayBuffers}\n`)
})
