import { z } from 'zod'
import { loginsOf } from '../../accounts/logins.ts'
import { toOpenapi } from '../../contract/json-schema.ts'
import { optionsOf } from '../../contract/platform-options.ts'
import { platformDescription } from '../../contract/platforms.ts'
import type { FormField } from '../../platforms/shared/connect.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { UseCase } from '../context.ts'

export const listPlatforms: UseCase<'listPlatforms'> = async ({ database, caller, offered, accounts: { apps } }) => {
  const accounts = await listAccounts(database.read, caller.userId)
  const set = await apps.sources()
  return {
    status: 'ok',
    data: {
      platforms: offered.map((platform) => ({
        ...describePlatform(platform),
        ...loginsWith(platform, set),
        connected_profiles: accounts.flatMap((account) =>
          account.platform === platform.name ? [account.profile_id] : [],
        ),
      })),
    },
  }
}

/** Whether this instance has a developer app for the platform. One is enough. */
function loginsWith(platform: Platform, set: ReadonlyMap<string, unknown>) {
  const isSetUp = (app: string | null) => app === null || set.has(app)
  const connect = loginsOf(platform).map(({ name, app, connect: { kind, ...how } }) => ({
    login: name,
    kind,
    fields: ('fields' in how ? how.fields : []).map(shownField),
    needs_app: app !== null,
    configured: isSetUp(app),
  }))
  const logins = connect.map(({ login, configured }) => ({ name: login, configured }))
  return {
    connect,
    ...(logins.length > 1 ? { logins } : {}),
    configured: logins.some(({ configured }) => configured),
  }
}

const shownField = ({ name, kind, title, hint, max }: FormField) => ({ name, kind, title, hint, max })

type Description = z.output<typeof platformDescription>

const described = new Map<Platform, Description>()

/** The data of the platform in the form of the API: the same tables that posts are checked against. */
function describePlatform(platform: Platform): Description {
  const known = described.get(platform)
  if (known) return known
  const { name, aliases, title, addition, postTypes, requires = [], supports, comment, live } = platform
  // A fresh object has no name, so that it is written out here and not as a reference into the whole description.
  const options = toOpenapi(z.strictObject(optionsOf(platform).shape), 'input').schema
  const data = renamed({ name, aliases, title, ...(addition && { addition }), postTypes, supports, comment })
  const made = platformDescription.parse({ ...data, options, requires, choices: Object.keys(live.choices ?? {}) })
  described.set(platform, made)
  return made
}

/** Names in the API have underscores. */
function renamed(value: unknown): object {
  if (Array.isArray(value)) return value.map(renamedValue)
  const fields = Object.entries(value ?? {}).map(([name, field]) => [underscored(name), renamedValue(field)])
  return Object.fromEntries(fields)
}

const renamedValue = (value: unknown): unknown => (value !== null && typeof value === 'object' ? renamed(value) : value)

const underscored = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
