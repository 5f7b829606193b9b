import { createHash } from 'node:crypto'
import { newGraphId } from '../../shared/graph.ts'
import { isKind, kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'
import { type Person, people, type User, users } from './store.ts'

const standings = ['restricted_live', 'restricted', 'personal', 'no_trials'] as const

const idDigits = 17

/** The ID of the account with this name; it is created if it does not exist. */
export function accountOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const username = usernameOf(name)
  const made: User = {
    id: `784${newGraphId(world, idDigits - 3)}`,
    scopedId: newGraphId(world, idDigits),
    name,
    username,
    standing: kindIn(name, standings) ?? 'good',
    followers: 0,
  }
  users(world).put(made)
  world.documents('names').put(name, made.id)
  world.documents('usernames').put(username, made.id)
  return made.id
}

const maxUsername = 30
const hashLength = 6

/** A username that Instagram allows, different for every name. */
function usernameOf(name: string): string {
  if (/^[a-z0-9._]{1,30}$/.test(name)) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9._]/g, '_')
  return `${plain.slice(0, maxUsername - hashLength - 1)}_${hash}`
}

export function userNamed(username: string, world: World): User | undefined {
  const id = world.documents('usernames').get(username.toLowerCase())
  return typeof id === 'string' ? users(world).get(id) : undefined
}

/** A person who signs in to Facebook. The name can request two Pages, or one that is hard to find. */
export function personOf(name: string, world: World): string {
  const known = world.documents('person_names').get(name)
  if (typeof known === 'string') return known
  const names = isKind(name, 'two_pages') ? [name, `${name} too`] : [name]
  const made: Person = {
    id: newGraphId(world, idDigits),
    name,
    pages: names.map((one) => ({
      id: newGraphId(world),
      name: one,
      account: isKind(name, 'without_account') ? null : accountOf(one, world),
      business: isKind(name, 'business') ? newGraphId(world) : null,
      isListed: !isKind(name, 'unlisted'),
    })),
  }
  people(world).put(made)
  world.documents('person_names').put(name, made.id)
  for (const page of made.pages) world.documents('pages').put(page.id, made.id)
  return made.id
}

/** The Page with this ID, and its person. */
export function pageOf(id: string, world: World): Person['pages'][number] | undefined {
  const owner = world.documents('pages').get(id)
  const person = typeof owner === 'string' ? people(world).get(owner) : undefined
  return person?.pages.find((page) => page.id === id)
}
