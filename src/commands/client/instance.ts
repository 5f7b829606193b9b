import { readFile } from 'node:fs/promises'
import { Polypost } from '@polypost/sdk'
import { readConfig } from '../../app/config.ts'
import { ownerKeyFile } from '../../app/data-dir.ts'
import { Exit, exitCodes } from './exit.ts'
import { readLogin } from './login-file.ts'

/** Options of every command that talks to an instance. */
export interface InstanceOptions {
  readonly instance?: string
  readonly json?: true
}

export interface Instance {
  readonly url: string
  readonly key: string
  /** Where the key was found, for people. */
  readonly source: string
}

/**
 * Which instance, and with which key: the environment, then `polypost login`, then the instance of this machine, whose
 * owner’s key lies in its data directory.
 */
export async function findInstance({ instance }: InstanceOptions): Promise<Instance> {
  const { POLYPOST_API_KEY, POLYPOST_URL } = process.env
  const login = await readLogin()
  const asked = instance ?? (POLYPOST_URL || undefined)
  if (POLYPOST_API_KEY)
    return { url: asked ?? login?.url ?? localUrl(), key: POLYPOST_API_KEY, source: 'POLYPOST_API_KEY' }
  if (login && (asked === undefined || isSame(asked, login.url))) return { ...login, source: 'polypost login' }
  const { ownerKey, dataDir } = readConfig(process.env)
  const key = ownerKey ?? (await readFile(ownerKeyFile(dataDir), 'utf8').catch(() => null))?.trim()
  if (key && (asked === undefined || isSame(asked, localUrl())))
    return { url: asked ?? localUrl(), key, source: ownerKey ? 'POLYPOST_OWNER_KEY' : ownerKeyFile(dataDir) }
  throw new Exit(
    exitCodes.signIn,
    `There is no key for ${asked ?? 'any instance'}. Run “polypost login ${asked ?? 'URL'}”, set POLYPOST_API_KEY, or run this in the folder of the instance.`,
  )
}

const localUrl = (): string => readConfig(process.env).publicUrl

const isSame = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin

export const clientOf = ({ url, key }: Pick<Instance, 'url' | 'key'>): Polypost =>
  new Polypost({ url, key, headers: { 'x-polypost-client': 'cli' } })

export const openClient = async (options: InstanceOptions): Promise<Polypost> => clientOf(await findInstance(options))
