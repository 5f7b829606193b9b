import { createHash } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { embeddedFile } from '../../src/app/open-store.ts'
import { laneKey } from '../../src/domain/lane.ts'
import type { MediaFacts } from '../../src/domain/media-facts.ts'
import { isBusy } from '../../src/store/engine/away.ts'
import { type Database, openDatabase } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import { randomText } from '../../src/system/random.ts'
import type { InstanceData } from './database.ts'
import { eventually } from './eventually.ts'

/** The instance's database, kept open for a test that reads it repeatedly. */
export interface Rows {
  readonly db: Kysely<Tables>
  /** One statement, repeated while the instance runs a transaction. */
  readonly change: (statement: (db: Kysely<Tables>) => Promise<unknown>) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openRows(instanceData: InstanceData): Promise<Rows> {
  const { kysely: db, close } = openInstanceData(instanceData)
  // Waiting here for a transaction of the instance would block it, because both run in this process.
  if (instanceData.kind === 'sqlite') await sql`pragma busy_timeout = 0`.execute(db)
  return {
    db,
    change: async (statement) => {
      await eventually('the statement is made', () =>
        statement(db).then(
          () => true,
          (error) => {
            if (!isBusy(error)) throw error
            return false
          },
        ),
      )
    },
    close,
  }
}

export function openInstanceData({ env }: InstanceData): Database {
  const config = readConfig(env)
  return openDatabase(config.databaseUrl === null ? { file: embeddedFile(config) } : { url: config.databaseUrl })
}

/** Reads and writes the instance's database, for states that no request can create or show. */
export async function withDatabase<T>(
  instanceData: InstanceData,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { kysely, close } = openInstanceData(instanceData)
  try {
    return await work(kysely)
  } finally {
    await close()
  }
}

type Account = Insertable<Tables['accounts']>

/** Connects an account with only the required values, and the given ones. */
export async function insertAccount(
  instanceData: InstanceData,
  { profile_id, platform, ...given }: Pick<Account, 'profile_id' | 'platform'> & Partial<Account>,
): Promise<void> {
  const row = {
    profile_id,
    platform,
    remote_id: createHash('sha256').update(`${profile_id} ${platform}`).digest('hex').slice(0, 12),
    environment: 'sandbox',
    status: 'connected',
    missing_permissions: '[]',
    connected_at: Date.now(),
    ...given,
  }
  const key = laneKey({ ...row, remoteId: row.remote_id })
  await withDatabase(instanceData, async (db) => {
    await db.insertInto('accounts').values(row).execute()
    await db
      .insertInto('lanes')
      .values({ key })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** A file of the media host without bytes, so that it can have any size; returns its `storageKey`. */
export async function insertFile(
  db: Kysely<Tables>,
  userId: number,
  given: Pick<MediaFacts, 'contentType'> & Partial<MediaFacts>,
): Promise<string> {
  const facts: MediaFacts = {
    size: 100_000,
    width: 1_280,
    height: 720,
    rotation: 0,
    seconds: given.contentType.startsWith('video/') ? 10 : null,
    frameRate: given.contentType.startsWith('video/') ? 30 : null,
    videoCodec: given.contentType.startsWith('video/') ? 'avc' : null,
    audioCodec: null,
    animated: false,
    frames: 1,
    ...given,
  }
  const key = `${randomText(32)}.bin`
  const row = {
    key,
    file: `media/${key}`,
    user_id: userId,
    state: 'ready',
    content_type: facts.contentType,
    size: facts.size,
    sha256: createHash('sha256').update(key).digest('hex'),
    facts: JSON.stringify(facts),
    created_at: Date.now(),
  }
  await db.insertInto('media').values(row).execute()
  return key
}

/** A connection whose person is at the platform; returns the connection's ID. */
export async function insertConnection(instanceData: InstanceData, userId: number, profileId: string): Promise<string> {
  const now = Date.now()
  const id = `conn_${randomText(24)}`
  const row = {
    id,
    user_id: userId,
    profile_id: profileId,
    platform: 'x',
    named: 'x',
    environment: 'live',
    status: 'waiting',
    url: 'https://x.com/i/oauth2/authorize',
    choices: '[]',
    connected: '[]',
    created_at: now,
    expires_at: now + 3_600_000,
  }
  await withDatabase(instanceData, (db) => db.insertInto('connections').values(row).execute())
  return id
}

/** A person without a password, who is a member of the user; returns the person's ID. */
export async function insertMember(instanceData: InstanceData, userId: number): Promise<number> {
  const now = Date.now()
  const row = { email: `${randomText(12)}@example.com`, name: 'Made for a test', created_at: now }
  const add = async (db: Kysely<Tables>) => {
    const { id } = await db.insertInto('people').values(row).returning('id').executeTakeFirstOrThrow()
    const member = { person_id: id, user_id: userId, role: 'editor', created_at: now } as const
    await db.insertInto('memberships').values(member).execute()
    return id
  }
  return withDatabase(instanceData, add)
}

/** An open invite; returns its ID. */
export async function insertInvite(instanceData: InstanceData, userId: number): Promise<number> {
  const now = Date.now()
  const text = randomText(12)
  const row = {
    hash: text,
    user_id: userId,
    email: `${text}@example.com`,
    role: 'editor',
    expires_at: now + 3_600_000,
    created_at: now,
  } as const
  const { id } = await withDatabase(instanceData, (db) =>
    db.insertInto('invites').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

/** A drafted reply to a comment; returns its ID. */
export const insertAutoReply = (
  instanceData: InstanceData,
  { profileId, jobId, ...given }: { profileId: string; jobId: number } & Partial<Insertable<Tables['auto_replies']>>,
): Promise<number> =>
  withDatabase(instanceData, async (db) => {
    const row = {
      profile_id: profileId,
      job_id: jobId,
      platform: 'x',
      comment_id: randomText(12),
      comment_author: 'Jo',
      comment_message: 'Do you ship?',
      message: 'We do.',
      status: 'awaiting_approval',
      created_at: Date.now(),
      ...given,
    }
    return (await db.insertInto('auto_replies').values(row).returning('id').executeTakeFirstOrThrow()).id
  })

/** An unread comment of another person; returns its ID. */
export const insertComment = (
  instanceData: InstanceData,
  {
    userId,
    profileId,
    jobId,
    ...given
  }: { userId: number; profileId: string; jobId: number } & Partial<Insertable<Tables['comments']>>,
): Promise<number> =>
  withDatabase(instanceData, async (db) => {
    const now = Date.now()
    const row = {
      user_id: userId,
      profile_id: profileId,
      job_id: jobId,
      platform: 'x',
      comment_id: randomText(12),
      author: JSON.stringify({ id: null, name: 'Jo', username: 'jo', avatarUrl: null, profileUrl: null }),
      message: 'Do you ship?',
      search: 'do you ship?\njo\njo',
      posted_at: now,
      is_own: 0 as const,
      can_reply: 1 as const,
      found_at: now,
      seen_at: now,
      ...given,
    }
    return (await db.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
