import { CommandFault } from '../fault.ts'
import type { Api } from './api.ts'
import { answers, type ConnectedAccount, type PlatformRules } from './schemas.ts'

const lookEvery = 2_000

export interface Found {
  readonly profileId: string
  readonly account: ConnectedAccount | null
}

/** The account of the profile; of the default profile if none is named. */
export async function findAccount(api: Api, platform: string, profile: string | undefined): Promise<Found> {
  const { data } = await api.ask(answers.profiles, 'GET', '/profiles')
  const profileId = profile ?? data.default_profile_id
  const found = data.profiles.find(({ id, name }) => id === profileId || name === profileId)
  if (!found) throw new CommandFault(`There is no profile ${profileId}. GET /profiles lists all.`)
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

/** Connects an account: prints the address of the sign-in, and waits until a person has signed in. */
export async function connect(
  api: Api,
  { name, title, configured }: PlatformRules,
  profileId: string,
  { sandbox, print }: { readonly sandbox: boolean; readonly print: (text: string) => void },
): Promise<void> {
  if (!configured && !sandbox)
    throw new CommandFault(
      `This instance has no developer app of ${title}. Follow docs/platforms/${name}.md, restart Polypost, and run this command again.`,
    )
  const body = { platform: name, profile_id: profileId, ...(sandbox && { environment: 'sandbox' }) }
  let { data } = await api.ask(answers.connection, 'POST', '/connect', body)
  if (data.url !== null) print(`No account is connected. Open this address in a browser and sign in:\n\n${data.url}\n`)
  while (data.status === 'waiting' || data.status === 'choosing') {
    await api.pause(lookEvery)
    ;({ data } = await api.ask(answers.connection, 'GET', `/connect/${data.connection_id}`))
  }
  if (data.status === 'connected') return
  throw new CommandFault(`${title} is not connected. ${data.error?.message ?? 'Nobody signed in in time.'}`)
}
