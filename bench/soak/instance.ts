import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '../../src/app/config.ts'
import { startApp } from '../../src/app/start.ts'

/** The memory and handles of a process, after garbage was collected. Sizes are in bytes. */
export interface UsedMemory {
  readonly heap: number
  readonly external: number
  readonly buffers: number
  readonly descriptors: number
  /** Handles of the event loop by their kind. */
  readonly handles: Readonly<Record<string, number>>
}

// The service in a process of its own. It answers every message with what it holds.
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const app = await startApp(readConfig(process.env), { api: true, worker: true })
process.on('message', () => process.send?.(usedMemory()))
process.once('SIGTERM', async () => {
  await app.stop()
  process.exit()
})

function usedMemory(): UsedMemory {
  // Memory that finalizers release needs a second run.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  const handles: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
  return {
    heap: heapUsed,
    external,
    buffers: arrayBuffers,
    descriptors: readdirSync('/proc/self/fd').length,
    handles,
  }
}
