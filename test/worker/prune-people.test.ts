import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import { pruneTable, tableTasks } from '../../src/worker/pruning/prune-tables.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { withoutPauses } from '../harness/pauses.ts'
import { insertMember } from '../harness/rows.ts'

onEachDatabase((kind) => {
  test('ended sessions, expired links and invites, and old entries of the audit list are deleted, and nothing else', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const config = readConfig({ ...instanceData.env, POLYPOST_KEEP_AUDIT_DAYS: '30' })
    const { database, close } = await openStore(config, systemClock, { locks: true, migrates: true })
    try {
      const { kysely: db } = database
      const { id: user_id } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
      const person_id = await insertMember(instanceData, user_id)
      const now = systemClock.now()
      const session = { person_id, user_id, label: 'a browser', address: '203.0.113.9', proven_at: now }
      for (const [hash, seen_at, created_at] of [
        ['kept', now - 13 * day, now - 89 * day],
        ['idle', now - 15 * day, now - 20 * day],
        ['long', now, now - 91 * day],
      ] as const)
        await db
          .insertInto('sessions')
          .values({ ...session, hash, seen_at, created_at })
          .execute()
      for (const [hash, expires_at] of [
        ['kept', now + day],
        ['over', now - 1],
      ] as const) {
        await db.insertInto('sign_in_links').values({ hash, person_id, expires_at }).execute()
        const invite = { hash, user_id, email: `${hash}@acme.example`, role: 'viewer', created_at: now } as const
        await db
          .insertInto('invites')
          .values({ ...invite, expires_at })
          .execute()
      }
      // The first user has a row of its own.
      await db.deleteFrom('audit').execute()
      for (const [by_name, created_at] of [
        ['kept', now - 29 * day],
        ['over', now - 31 * day],
      ] as const)
        await db.insertInto('audit').values({ user_id, action: 'session.ended', by_name, created_at }).execute()

      const { sessions, invites, signInLinks, audit } = tableTasks(config.keepDays)
      for (const task of [sessions, invites, signInLinks, audit])
        await pruneTable({ database, clock: systemClock }, task, withoutPauses)

      const left = [
        await db.selectFrom('sessions').select('hash as name').execute(),
        await db.selectFrom('invites').select('hash as name').execute(),
        await db.selectFrom('sign_in_links').select('hash as name').execute(),
        await db.selectFrom('audit').select('by_name as name').execute(),
      ]
      for (const rows of left)
        assert.deepEqual(
          rows.map(({ name }) => name),
          ['kept'],
        )
    } finally {
      await close()
      await instanceData.remove()
    }
  })
})
