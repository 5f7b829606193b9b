import { newApiKey } from '../../crypto/api-key.ts'
import type { Policy } from '../../domain/policy.ts'
import { day } from '../../domain/time.ts'
import type { Reader } from '../../store/engine/database.ts'
import { listKeys } from '../../store/people/keys.ts'
import { findUserByEmail, type UserRow } from '../../store/people/users.ts'
import { systemClock } from '../../system/clock.ts'
import { endKey as revokeKey } from '../../usecases/admin/end-key.ts'
import { askedPolicy, keyTarget } from '../../usecases/admin/make-key.ts'
import { newKey } from '../../usecases/admin/new-key.ts'
import { showKey } from '../../usecases/admin/show-admin.ts'
import { audit, nobody, nobodyKnown } from '../../usecases/audit.ts'
import { type ListOptions, printRows } from '../client/print.ts'
import { CommandFault, WrongUse } from '../fault.ts'
import { withStore } from './with-store.ts'

export interface NewKeyOptions {
  readonly name: string
  readonly scopes: readonly ('read' | 'write' | 'admin')[]
  readonly policy: Policy['type']
  readonly minutes?: number
  readonly unattended?: boolean
  readonly days?: number
}

export async function createKey(email: string, options: NewKeyOptions): Promise<void> {
  const { name, scopes, policy, minutes, unattended = true, days } = options
  if ((policy === 'ahead') !== (minutes !== undefined))
    throw new WrongUse('--minutes belongs to --policy ahead, which needs it. Send both, or neither.')
  if (policy !== 'publish' && scopes.includes('admin'))
    throw new WrongUse('A key with the scope admin can create other keys, so its policy must be publish.')
  await withStore(async ({ database }) => {
    const made = newApiKey()
    const now = systemClock.now()
    await database.transaction(async (tx) => {
      const { id } = await userNamed(tx, email)
      const expiresAt = days === undefined ? null : now + days * day
      const key = await newKey(tx, made, {
        userId: id,
        name,
        scopes,
        policy: askedPolicy({ policy, minutes_ahead: minutes }),
        unattended,
        expiresAt,
        now,
      })
      await audit(tx, nobodyKnown(id), 'key.created', { now, target: keyTarget(key) })
    })
    console.log(made.key)
  })
}

export const showKeys = (email: string, options: ListOptions): Promise<void> =>
  withStore(async ({ database }) => {
    const rows = await listKeys(database.read, (await userNamed(database.read, email)).id)
    const keys = rows.map(showKey)
    printRows(
      options,
      { keys },
      keys.map(({ id, name, prefix, scopes, policy, unattended, expires_at, last_used_at, revoked_at }) => ({
        id,
        name,
        prefix,
        scopes,
        policy,
        unattended,
        expires_at,
        last_used_at,
        revoked_at,
      })),
    )
  })

export const endKey = (id: number): Promise<void> =>
  withStore(async ({ database }) => {
    const revokedAt = await database.transaction((tx) => revokeKey(tx, id, nobody, systemClock.now()))
    if (revokedAt === undefined)
      throw new CommandFault(`There is no key ${id}. “polypost keys list EMAIL” shows a user’s keys.`)
    console.log(`Key ${id} is revoked.`)
  })

export async function userNamed(db: Reader, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new CommandFault(`There is no user ${email}. “polypost users list” shows all.`)
  return user
}
