import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { newApiKey } from '../crypto/api-key.ts'
import { day } from '../domain/time.ts'
import type { Reader } from '../store/engine/database.ts'
import { listKeys, revokeKey } from '../store/keys.ts'
import { findUserByEmail, type UserRow } from '../store/users.ts'
import { isoTimeOrNull, systemClock } from '../system/clock.ts'
import { newKey } from '../usecases/admin/new-key.ts'
import { CommandFault } from './fault.ts'
import { parseEmail } from './users.ts'
import { withStore } from './with-store.ts'

const scopesSchema = z.array(z.enum(['read', 'write', 'admin'])).min(1)
type Scopes = z.output<typeof scopesSchema>
const defaultScopes: Scopes = ['read', 'write']

interface NewKeyOptions {
  readonly name: string
  readonly scopes: Scopes
  readonly policy: 'publish' | 'drafts'
  readonly days?: number
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage the API keys of a user')
  keys
    .command('create')
    .argument('<email>', 'the email address of the user', parseEmail)
    .requiredOption('--name <name>', 'a name for the key, such as the program that uses it', parseName)
    .option('--scopes <list>', 'read, write and admin, separated by commas', parseScopes, defaultScopes)
    .addOption(
      new Option('--policy <policy>', 'what it may publish; drafts: nothing without an approval, as for an assistant')
        .choices(['publish', 'drafts'])
        .default('publish'),
    )
    .option('--days <number>', 'days until the key expires; without it the key does not expire', parseDays)
    .description('create a key and print it; it cannot be printed again')
    .action((email: string, options: NewKeyOptions) =>
      withStore(async ({ database }) => {
        if (options.policy !== 'publish' && options.scopes.includes('admin'))
          throw new CommandFault('A key with the scope admin can create other keys, so its policy must be publish.')
        const made = newApiKey()
        const now = systemClock.now()
        await database.transaction(async (tx) => {
          const { id } = await userNamed(tx, email)
          const expiresAt = options.days === undefined ? null : now + options.days * day
          const { name, scopes, policy } = options
          await newKey(tx, made, { userId: id, name, scopes, policy: { type: policy }, expiresAt, now })
        })
        console.log(made.key)
      }),
    )
  keys
    .command('list')
    .argument('<email>', 'the email address of the user', parseEmail)
    .description('list a user’s keys, without their secrets')
    .action((email: string) =>
      withStore(async ({ database }) => {
        const rows = await listKeys(database.read, (await userNamed(database.read, email)).id)
        console.table(
          rows.map((key) => ({
            id: key.id,
            name: key.name,
            prefix: key.prefix,
            scopes: key.scopes,
            expires: isoTimeOrNull(key.expires_at),
            'last used': isoTimeOrNull(key.last_used_at),
            revoked: isoTimeOrNull(key.revoked_at),
          })),
        )
      }),
    )
  keys
    .command('revoke')
    .argument('<id>', 'the ID of the key, from “keys list”', parseId)
    .description('revoke a key; it stops working at once')
    .action((id: number) =>
      withStore(async ({ database }) => {
        const revokedAt = await database.transaction((tx) => revokeKey(tx, id, systemClock.now()))
        if (revokedAt === undefined)
          throw new CommandFault(`There is no key ${id}. “polypost keys list EMAIL” shows a user’s keys.`)
        console.log(`Key ${id} is revoked.`)
      }),
    )
}

export async function userNamed(db: Reader, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new CommandFault(`There is no user ${email}. “polypost users list” shows all.`)
  return user
}

function parseId(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw new InvalidArgumentError('It must be a whole number.')
  return id
}

function parseName(text: string): string {
  const name = text.trim()
  if (name.length < 1 || name.length > 80) throw new InvalidArgumentError('It must have 1 to 80 characters.')
  return name
}

function parseScopes(text: string): Scopes {
  const { data } = scopesSchema.safeParse(text.split(',').map((part) => part.trim()))
  if (!data) throw new InvalidArgumentError('They must be read, write or admin, separated by commas.')
  return data
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new InvalidArgumentError('It must be a whole number of days.')
  return days
}
