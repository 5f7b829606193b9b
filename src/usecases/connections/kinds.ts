import { loginsOf } from '../../accounts/logins.ts'
import type { SimulatedKinds } from '../../accounts/sign-in.ts'
import { PublicError } from '../../contract/errors.ts'
import type { ProfileRow } from '../../store/accounts/profiles.ts'
import type { Call } from '../context.ts'
import { invalid, type Way } from './connectable.ts'

/** The ways with the requested kind of simulated account. A platform without the kind connects a standard account. */
export async function ofKind({ accounts, body }: Call<'connect'>, ways: readonly Way[]): Promise<readonly Way[]> {
  const { account: kind } = body
  if (kind === undefined) return ways
  const known = await Promise.all(ways.map(async (way) => ({ way, kinds: await kindsOf(accounts, way) })))
  const allowed = [...new Set(known.flatMap(({ kinds }) => Object.keys(kinds)))]
  if (!allowed.includes(kind))
    throw invalid({
      path: 'account',
      code: 'not_allowed',
      message: `There is no such kind of simulated account here. The kinds are ${allowed.join(', ')}.`,
      allowed,
    })
  return known.map(({ way, kinds }) => {
    const found = kinds[kind]
    return found ? { ...way, login: loginFor(way, body.login ?? found.login), kind } : way
  })
}

const loginFor = ({ platform, login }: Way, wanted: string | undefined): Way['login'] =>
  loginsOf(platform).find(({ name }) => name === wanted) ?? login

/**
 * The name of the simulated account of a profile, as previews show it. Two users may have profiles of one name, so it ends
 * with a part of the ID. The simulated platforms read kinds from names, so a name with the words of one is left out.
 */
export async function simulatedName(
  accounts: Call<'connect'>['accounts'],
  way: Way,
  { id, name }: Pick<ProfileRow, 'id' | 'name'>,
): Promise<string> {
  const kinds = Object.keys(await kindsOf(accounts, way))
  const isRead = kinds.some((kind) => lettersOf(name).includes(lettersOf(kind)))
  return `${isRead ? 'Profile' : [...name].slice(0, longestName).join('')} ${id.slice(0, 4)}`
}

/** In characters. The simulated platforms add to it. */
const longestName = 30

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

async function kindsOf({ signIn }: Call<'connect'>['accounts'], { platform }: Way): Promise<SimulatedKinds['kinds']> {
  const found = await signIn.simulatedKinds(platform)
  if (found.type === 'kinds') return found.kinds
  const { code, message } = found
  throw new PublicError('platform_error', message, {
    details: [{ path: 'platform', platform: platform.name, code, message }],
  })
}
