import type { TestContext } from 'node:test'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { type InstanceData, makeInstanceData } from './database.ts'
import {
  type Env,
  freePort,
  type LaunchedProcess,
  launch,
  type RunningProcess,
  runCommand,
  startProcess,
} from './process.ts'

/** The data of an instance, and processes that use it. At the end of the test the processes are killed, and the data is removed. */
export interface Stage {
  readonly data: InstanceData
  /** Starts a role and waits until it is ready. */
  readonly start: (role?: 'start' | 'api', env?: Env) => Promise<RunningProcess>
  /** Starts a command on a free port and waits for nothing. */
  readonly launch: (args: readonly string[], env?: Env) => Promise<RunningProcess>
  /** Runs a command to its end. */
  readonly run: (args: readonly string[], env?: Env) => Promise<{ code: number | null; output: string }>
}

export async function setStage(t: TestContext, kind: DatabaseKind): Promise<Stage> {
  const instanceData = await makeInstanceData(kind)
  const launched: LaunchedProcess[] = []
  const kept = <T extends LaunchedProcess>(one: T): T => {
    launched.push(one)
    return one
  }
  t.after(async () => {
    await Promise.all(launched.map((one) => one.end('SIGKILL')))
    await instanceData.remove()
  })
  return {
    data: instanceData,
    start: async (role = 'start', env = {}) => kept(await startProcess(role, { ...instanceData.env, ...env })),
    launch: async (args, env = {}) => {
      const port = env.PORT ?? String(await freePort())
      return { ...kept(launch(args, { ...instanceData.env, ...env, PORT: port })), base: `http://127.0.0.1:${port}` }
    },
    run: (args, env = {}) => runCommand(args, { ...instanceData.env, ...env }),
  }
}
