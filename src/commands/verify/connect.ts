import { CommandFault } from '../fault.ts'
import type { Api } from './api.ts'
import { failed, type Outcome, works } from './result.ts'
import { answers, type ConnectedAccount, type PlatformRules } from './schemas.ts'

const checkEvery = 2_000

export interface FoundAccount {
  readonly profileId: string
  readonly account: ConnectedAccount | null
}

/** The account of the profile; of the default profile if none is named. */
export async function findAccount(api: Api, platform: string, profile: string | undefined): Promise<FoundAccount> {
  const { data } = await api.ask(answers.profiles, 'GET', '/profiles')
  const profileId = profile ?? data.default_profile_id
  const found = data.profiles.find(({ id, name }) => id === profileId || name === profileId)
  if (!found) throw new CommandFault(`There is no profile ${profileId}. “polypost profiles list” shows all.`)
  return { profileId: found.id, account: found.platform_profiles[platform] ?? null }
}

export async function findPlatform(api: Api, name: string): Promise<PlatformRules> {
  const { data } = await api.ask(answers.platforms, 'GET', '/platforms')
  const found = data.platforms.find((one) => one.name === name || one.aliases.includes(name))
  if (found) return found
  throw new CommandFault(
    `There is no platform ${name}. Choose one of ${data.platforms.map((one) => one.name).join(', ')}.`,
  )
}

interface SignIn {
  /** Connect a simulated account. */
  readonly sandbox: boolean
  readonly print: (text: string) => void
}

/** Connects an account: prints the address of the sign-in, and waits until a person has signed in. */
export async function connect(
  api: Api,
  { name, title }: PlatformRules,
  profileId: string,
  { sandbox, print }: SignIn,
): Promise<Outcome> {
  const body = { platform: name, profile_id: profileId, ...(sandbox && { environment: 'sandbox' }) }
  let { data } = await api.ask(answers.connection, 'POST', '/connect', body)
  if (data.url !== null) print(`No account is connected. Open this address in a browser and sign in:\n\n${data.url}\n`)
  while (data.status === 'waiting' || data.status === 'choosing') {
    await api.pause(checkEvery)
    ;({ data } = await api.ask(answers.connection, 'GET', `/connect/${data.connection_id}`))
  }
  if (data.status === 'connected') return works()
  const { error, failure } = data
  const advice = failure === null ? [] : [failure.advice, `See ${failure.guide}.`]
  const why = error?.message ?? 'Nobody signed in in time.'
  return failed([`${title} is not connected.`, why, ...advice].filter((one) => one !== null).join(' '))
}

/** Without a developer app, nobody can sign in to the real platform. */
export function checkApp({ name, title, configured }: PlatformRules, { sandbox }: Pick<SignIn, 'sandbox'>): void {
  if (configured || sandbox) return
  throw new CommandFault(
    `This instance has no developer app of ${title}. Follow docs/platforms/${name}.md, restart Polypost, and run this command again.`,
  )
}
