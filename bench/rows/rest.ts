import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import type { Bench, Row } from '../kit/bench.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { always, residentMegabytes, type Server, serve } from '../kit/servers.ts'

/** After a start, until nothing of it is left to do. */
const untilRest = 5_000 // milliseconds

const root = fileURLToPath(new URL('../../', import.meta.url))

export const rest: Row = {
  about: 'the time of a second start and the memory at rest, from the packed form and from a checkout, on SQLite',
  run: async (bench) => {
    const packed = await pack(bench)
    const checkout = { title: 'checkout', file: join(root, 'scripts/launch.mjs'), args: ['start'] }
    // The first start of a checkout builds the service, too, beside the one that runs.
    execFileSync(process.execPath, [checkout.file, 'build'], { stdio: 'ignore' })
    const forms = [
      { ...packed, goals: { start: 400, memory: 100, withSandbox: 115 } },
      { ...checkout, goals: { start: 800, memory: null, withSandbox: null } },
    ]
    for (const { title, goals, ...program } of forms) {
      const data = await bench.makeData('sqlite')
      await (await start(program, data, {})).stop()
      const times: number[] = []
      for (let round = 0; round < bench.rounds; round += 1) {
        const server = await start(program, data, {})
        times.push(server.startTime)
        await server.stop()
      }
      bench.print({
        name: `second start until it is ready, ${title}`,
        ours: '',
        values: times,
        unit: ' ms',
        digits: 0,
        goal: { atMost: goals.start },
      })
      for (const [what, env, goal] of [
        ['without the sandbox', { POLYPOST_SANDBOX: 'off' }, goals.memory],
        ['with the sandbox', {}, goals.withSandbox],
      ] as const)
        bench.print({
          name: `memory at rest ${what}, ${title}`,
          ours: '',
          values: [await memory(program, data, env)],
          unit: ' MB',
          digits: 0,
          ...(goal && { goal: { atMost: goal } }),
        })
    }
  },
}

interface Program {
  readonly file: string
  readonly args: readonly string[]
}

/** The package as npm would install it. Its dependencies are found in the folder around it. */
async function pack(bench: Bench): Promise<Program & { readonly title: string }> {
  const folder = mkdtempSync(join(root, '.runtime', 'bench-packed-'))
  bench.atEnd(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync(process.execPath, [...process.execArgv, join(root, 'scripts/pack.ts'), folder], { stdio: 'ignore' })
  const { bin } = JSON.parse(await readFile(join(folder, 'polypost', 'package.json'), 'utf8'))
  return { title: 'packed form', file: join(folder, 'polypost', bin.polypost), args: ['start'] }
}

/** As people start it: by the launcher, which chooses the settings of Node. */
const start = async (
  { file, args }: Program,
  data: InstanceData,
  env: Readonly<Record<string, string>>,
): Promise<Server> =>
  serve({
    file,
    args,
    env: {
      ...always,
      ...data.env,
      POLYPOST_DASHBOARD: 'off',
      POLYPOST_SANDBOX_PORT: String(await freePort()),
      HOME: tmpdir(),
      ...env,
    },
    ready: '/readyz',
    inherits: false,
  })

/** Of the service itself. The launcher waits beside it. */
async function memory(program: Program, data: InstanceData, env: Readonly<Record<string, string>>): Promise<number> {
  const server = await start(program, data, env)
  await sleep(untilRest)
  const { pid } = server.process
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  const used = await residentMegabytes(Number(children[0] ?? pid))
  await server.stop()
  return used
}
