import type { Collection } from './collection.ts'
import type { Simulator, World } from './simulator.ts'

interface NamedAccounts {
  /** Creates the account of this name if it does not exist. */
  readonly create: (name: string, world: World) => unknown
  readonly users: (world: World) => Pick<Collection<{ readonly name: string; readonly username: string }>, 'get'>
  /** The sign-in of the platform. */
  readonly login: (name: string) => ReturnType<Simulator['account']>
  /** The characters before a username, such as `@`. */
  readonly prefix: string
}

/** The parts of a simulator whose accounts have a name and a username. */
export const namedAccounts = ({
  create,
  users,
  login,
  prefix,
}: NamedAccounts): Pick<Simulator, 'account' | 'nameOf'> => ({
  account: (name, world) => {
    create(name, world)
    return login(name)
  },
  nameOf: (world, id) => {
    const user = users(world).get(id)
    return user && `${user.name} (${prefix}${user.username})`
  },
})
