import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/free-port.ts'
import { lookAt } from '../test/harness/simulated.ts'
import { isReady, key, residentMegabytes, sandbox, unlimited } from './kit/servers.ts'
import { median, tableRow } from './kit/table.ts'
import type { UsedMemory } from './soak/instance.ts'
import { startLoad } from './soak/load.ts'

/**
 * `npm run soak`: mixed use of everything on one instance for 30 minutes, or for `-- --minutes 10`. Prints what the process
 * holds after each minute, and fails if the second half of the time grows. See docs/operate/memory.md.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 4)) throw new Error('--minutes must be a number from 4, because quarters of the time are compared.')

const minute = 60_000
const sampleEvery = 2_000 // milliseconds between two looks at the resident memory
const mebibyte = 1024 * 1024
/** The most that the last quarter may be above the third one. */
const tolerated = 0.05
/** Connections come and go: so many more of them are no growth. */
const toleratedMore = 15

interface MinuteSample extends UsedMemory {
  /** The median of a minute, in megabytes. */
  readonly resident: number
}

async function soak(): Promise<number> {
  const simulated = await sandbox({ POLYPOST_DATA_DIR: join(directory, 'platforms'), POLYPOST_TIME_SCALE: '10' })
  const service = await startService(simulated.base)
  // Runs after the listeners that kill the two processes.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  const load = await startLoad(service.base, simulated.base)
  const measured: MinuteSample[] = []
  console.log(tableRow(['minute', 'actions', 'RSS, median', 'heap', 'external', 'buffers', 'descriptors', 'handles']))
  console.log(tableRow(Array(8).fill('---')))
  let before = 0
  for (let number = 1; number <= minutes; number += 1) {
    const one = await measureMinute(service)
    measured.push(one)
    console.log(tableRow([String(number), String(load.actions() - before), ...cellsOf(one)]))
    before = load.actions()
  }
  await load.stop()
  console.log(`responses by status: ${[...load.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  for (const [message, count] of load.faults) console.log(`${count} actions failed: ${message}`)
  await service.stop()
  await simulated.stop()
  return verdict(measured)
}

interface Service {
  readonly base: string
  readonly resident: () => Promise<number>
  readonly usedMemory: () => Promise<UsedMemory>
  readonly stop: () => Promise<void>
}

/** With the flags and settings of an installation. */
async function startService(platforms: string): Promise<Service> {
  const port = String(await freePort())
  const base = `http://127.0.0.1:${port}`
  const child = fork(fileURLToPath(new URL('./soak/instance.ts', import.meta.url)), {
    env: {
      ...process.env,
      ...unlimited,
      ...lookAt(platforms).env,
      POLYPOST_DATA_DIR: directory,
      PORT: port,
      POLYPOST_OWNER_KEY: key,
      POLYPOST_SANDBOX: 'off',
      POLYPOST_ALLOW_HTTP_WEBHOOKS: 'true',
      LOG_LEVEL: 'fatal',
    },
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  while (!(await isReady(`${base}/readyz`))) {
    if (child.exitCode !== null) throw new Error('The service stopped while it was starting.')
    await sleep(50)
  }
  return {
    base,
    resident: () => residentMegabytes(child.pid),
    usedMemory: async () => {
      child.send('measure')
      const [usedMemory] = await once(child, 'message')
      return usedMemory
    },
    stop: async () => {
      process.off('exit', end)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function measureMinute({ resident, usedMemory }: Service): Promise<MinuteSample> {
  const samples: number[] = []
  for (const end = performance.now() + minute; performance.now() < end; await sleep(sampleEvery))
    samples.push(await resident())
  return { ...(await usedMemory()), resident: median(samples) }
}

const megabytes = (bytes: number): string => (bytes / mebibyte).toFixed(1)

const cellsOf = ({ resident, heap, external, buffers, descriptors, handles }: MinuteSample): string[] => [
  `${resident.toFixed(0)} MB`,
  `${megabytes(heap)} MB`,
  `${megabytes(external)} MB`,
  `${megabytes(buffers)} MB`,
  String(descriptors),
  Object.entries(handles)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', '),
]

const figures: Readonly<Record<string, (one: MinuteSample) => number>> = {
  'resident memory': ({ resident }) => resident,
  'heap after a collection': ({ heap }) => heap / mebibyte,
  'external memory': ({ external }) => external / mebibyte,
}

const counts: Readonly<Record<string, (one: MinuteSample) => number>> = {
  descriptors: ({ descriptors }) => descriptors,
  handles: ({ handles }) => Object.values(handles).reduce((sum, count) => sum + count, 0),
}

/** Compares the medians of the last two quarters: by then everything that is kept once is there. */
function verdict(measured: readonly MinuteSample[]): number {
  const quarter = Math.floor(measured.length / 4)
  const [third, last] = [measured.slice(-2 * quarter, -quarter), measured.slice(-quarter)]
  const failed: string[] = []
  for (const [what, of] of [...Object.entries(figures), ...Object.entries(counts)]) {
    const [from, to] = [median(third.map(of)), median(last.map(of))]
    const most = what in counts ? from + toleratedMore : from * (1 + tolerated) + 1
    const grown = `${what}: ${from.toFixed(1)} in the third quarter, ${to.toFixed(1)} in the last`
    console.log(grown)
    if (to > most) failed.push(grown)
  }
  console.log(failed.length === 0 ? '— nothing grows' : `— grows: ${failed.join('; ')}`)
  return failed.length === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const directory = await mkdtemp(join(tmpdir(), 'polypost soak '))
process.exit(await soak())
