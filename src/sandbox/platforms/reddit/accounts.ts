import { createHash } from 'node:crypto'
import { kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'
import { newId, type User, users } from './store.ts'

const maxUsername = 20
const hashLength = 6

const standings = ['suspended', 'untrusted', 'no_comments'] as const

/** The ID of the account with this name; it is created if it does not exist. */
export function accountOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const user: User = {
    id: newId(world),
    name,
    username: usernameOf(name),
    standing: kindIn(name, standings) ?? 'good',
    createdAt: world.now(),
    followers: 0,
  }
  users(world).put(user)
  world.documents('names').put(name, user.id)
  world.documents('usernames').put(user.username.toLowerCase(), user.id)
  return user.id
}

export function userNamed(username: string, world: World): User | undefined {
  const id = world.documents('usernames').get(username.toLowerCase())
  return typeof id === 'string' ? users(world).get(id) : undefined
}

/** A username that Reddit allows, different for every name. */
function usernameOf(name: string): string {
  if (/^[\w-]{3,20}$/.test(name)) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const plain = name.replaceAll(/[^\w-]/g, '_')
  return `${plain.slice(0, maxUsername - hashLength - 1)}_${hash}`
}
