import { readFile } from 'node:fs/promises'
import { Polypost } from '@polypost/sdk'
import { readConfig, readSecret } from '../../app/config.ts'
import { ownerKeyFile } from '../../app/data-dir.ts'
import { WrongUse } from '../fault.ts'
import { fetchSignedIn, freshLogin } from '../login/keep-fresh.ts'
import { Exit, exitCodes } from './exit.ts'
import { type Login, readLogin } from './login-file.ts'

/** Options of every command that talks to an instance. */
export interface InstanceOptions {
  readonly instance?: string
  readonly json?: true
}

export interface Instance extends Login {
  /** Where the key was found, for people. */
  readonly source: string
}

/**
 * Which instance, and with which key: the environment, then `polypost login`, then the instance of this machine, whose
 * owner’s key lies in its data directory.
 */
export async function findInstance({ instance }: InstanceOptions): Promise<Instance> {
  const { POLYPOST_URL } = process.env
  const givenKey = readSecret(process.env, 'POLYPOST_API_KEY')
  const login = await readLogin()
  const asked = instance ?? (POLYPOST_URL || undefined)
  if (asked !== undefined && !/^https?:$/.test(URL.parse(asked)?.protocol ?? ''))
    throw new WrongUse(`POLYPOST_URL must be an address such as https://polypost.example.com, not ${asked}.`)
  if (givenKey) return { url: asked ?? login?.url ?? localUrl(), key: givenKey, source: 'POLYPOST_API_KEY' }
  if (login && (asked === undefined || isSame(asked, login.url)))
    return { ...(await freshLogin(login)), source: 'polypost login' }
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

/** `onAnswer` is told every answer, with its headers. */
export function clientOf(login: Login, onAnswer?: (answer: Response) => void): Polypost {
  const send = login.session ? fetchSignedIn(login) : fetch
  return new Polypost({
    url: login.url,
    key: login.key,
    headers: { 'x-polypost-client': 'cli' },
    fetch: async (input, init) => {
      const answer = await send(input, init)
      onAnswer?.(answer)
      return answer
    },
  })
}

export const openClient = async (options: InstanceOptions): Promise<Polypost> => clientOf(await findInstance(options))
