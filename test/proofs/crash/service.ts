import { freePort } from '../../../scripts/free-port.ts'
import { readConfig } from '../../../src/app/config.ts'
import { embeddedFile } from '../../../src/app/open-store.ts'
import { type Database, type DatabaseKind, openDatabase } from '../../../src/store/engine/database.ts'
import { type Client, createClient } from '../../harness/client.ts'
import { type InstanceData, makeInstanceData } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { type Env, isReady, main as ownMain } from '../../harness/process.ts'
import { receiverEnv } from '../../harness/servers/receiver.ts'
import { type Member, type Role, startMember } from './member.ts'
import type { Platforms } from './platforms.ts'

/** Polypost on one database: with SQLite one process, with PostgreSQL an API and workers. */
export interface Service {
  readonly kind: DatabaseKind
  readonly data: InstanceData
  /** The address of the API. */
  readonly base: string
  /** Reads the stored data directly, without any process. */
  readonly database: Database
  /** All that run, or have ended unexpectedly. */
  readonly members: () => readonly Member[]
  readonly owner: Client
  readonly clientOf: (key: string) => Client
  /** `main` is the entry point of another version. */
  readonly add: (role: Role, main?: string) => Member
  /** Ends a member with the signal, without a replacement. */
  readonly remove: (member: Member, signal: NodeJS.Signals) => Promise<number | null>
  /** Replaces a member that has ended or is killed now, unless that was done already. */
  readonly replace: (member: Member) => Promise<void>
  readonly ready: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

export interface ServiceOptions {
  readonly scale: number
  /** On PostgreSQL. */
  readonly workers: number
  /** A separate PostgreSQL; if missing, that of all tests. */
  readonly server?: string
  /** Settings beyond the usual ones. */
  readonly env?: Env
  /** The entry point of another version, with which all processes start. */
  readonly main?: string
}

const wideLimits = '1000000,1000000,1000000,1000000'

export async function startService(
  kind: DatabaseKind,
  platforms: Platforms,
  { scale, workers, server, env: more = {}, main: first = ownMain }: ServiceOptions,
): Promise<Service> {
  const instanceData = await makeInstanceData(kind, { server })
  const port = String(await freePort())
  const base = `http://127.0.0.1:${port}`
  const env: Env = {
    ...instanceData.env,
    ...platforms.env,
    ...receiverEnv,
    PORT: port,
    POLYPOST_SANDBOX: 'off',
    POLYPOST_TIME_SCALE: String(scale),
    POLYPOST_RATE_LIMITS: wideLimits,
    LOG_LEVEL: 'warn',
    ...more,
  }
  let members: readonly Member[] = []
  let stopped = false
  const add = (role: Role, main = ownMain): Member => {
    if (stopped) throw new Error('The service has been stopped.')
    const member = startMember(role, env, main)
    members = [...members, member]
    return member
  }
  const remove = (member: Member, signal: NodeJS.Signals) => {
    members = members.filter((one) => one !== member)
    return member.end(signal)
  }
  const ready = () => eventually('the API is ready', () => failed(members) ?? isReady(base))

  const stop = async () => {
    stopped = true
    await Promise.all(members.map((member) => member.end('SIGKILL')))
    await database?.close()
    await instanceData.remove()
  }
  let database: Database | null = null
  try {
    const config = readConfig(instanceData.env)
    add(kind === 'sqlite' ? 'start' : 'api', first)
    await ready()
    database = openDatabase(config.databaseUrl === null ? { file: embeddedFile(config) } : { url: config.databaseUrl })
    if (kind === 'postgres') for (let count = 0; count < workers; count += 1) add('worker', first)
  } catch (error) {
    await stop()
    throw error
  }
  const clientOf = (key: string) => createClient(base, key, { older: first !== ownMain })
  return {
    kind,
    data: instanceData,
    base,
    database,
    members: () => members,
    owner: clientOf(ownerKey),
    clientOf,
    add,
    remove,
    replace: async (member) => {
      if (!members.includes(member)) return
      await remove(member, 'SIGKILL')
      if (!stopped) add(member.role, member.main)
    },
    ready,
    stop,
  }
}

/** Waiting for a process that can't start would be useless. */
function failed(members: readonly Member[]): undefined {
  for (const member of members)
    if (member.hasEnded()) throw new Error(`A process (${member.role}) ended by itself:\n${member.output()}`)
}
