import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './engine/database.ts'
import { textsIn } from './engine/listed.ts'
import type { Tables } from './tables.ts'

/** The profiles of a user that a list spans, sorted; null: all. */
export interface ProfileScope {
  readonly userId: number
  readonly profileIds: readonly string[] | null
}

/** A table whose rows say whose they are. */
type OwnedTable = {
  readonly [T in keyof Tables]: 'user_id' | 'profile_id' extends keyof Tables[T] ? T : never
}[keyof Tables]

/** The rows of these profiles. One profile is found by its index, and all by that of the user. */
export function inScope(db: Reader, { userId, profileIds }: ProfileScope, table: OwnedTable): RawBuilder<boolean> {
  const ofUser = sql<boolean>`${sql.ref(`${table}.user_id`)} = ${userId}`
  if (profileIds === null) return ofUser
  const profile = sql.ref(`${table}.profile_id`)
  const [only, ...others] = profileIds
  if (only !== undefined && others.length === 0) return sql<boolean>`${profile} = ${only}`
  return sql<boolean>`(${ofUser} and ${profile} in ${textsIn(db, profileIds)})`
}

/** The same for a table that names only the profile. */
export function ofProfiles(
  db: Reader,
  { userId, profileIds }: ProfileScope,
  table: 'auto_replies',
): RawBuilder<boolean> {
  const profile = sql.ref(`${table}.profile_id`)
  return profileIds === null
    ? sql<boolean>`${profile} in (select profiles.id from profiles where profiles.user_id = ${userId})`
    : sql<boolean>`${profile} in ${textsIn(db, profileIds)}`
}
