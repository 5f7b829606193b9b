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
  test('accesses that have ended, their keys, and applications that nobody uses are deleted, and nothing else', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const config = readConfig(instanceData.env)
    const { database, close } = await openStore(config, systemClock, { locks: true, migrates: true })
    try {
      const { kysely: db } = database
      const { id: user_id } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
      const person_id = await insertMember(instanceData, user_id)
      const now = systemClock.now()
      const grant = {
        ...({ person_id, user_id, name: 'Tester', host: 'app.example', audience: 'mcp', scopes: 'read' } as const),
        ...{ policy: 'drafts', challenge: 'c', redirect_uri: 'https://app.example/' },
      }
      for (const [client_id, redeemed_at, code_until, ends_at, revoked_at] of [
        ['kept', now, now, now + day, null],
        ['waiting', null, now + day, now + 90 * day, null],
        ['just-ended', now, now, now - day, null],
        ['never-redeemed', null, now - 8 * day, now + 90 * day, null],
        ['ended', now, now, now - 8 * day, null],
        ['revoked', now, now, now + day, now - 8 * day],
      ] as const) {
        const { id } = await db
          .insertInto('oauth_grants')
          .values({ ...grant, client_id, code: client_id, code_until, redeemed_at, created_at: now, ends_at })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (redeemed_at !== null)
          await db
            .insertInto('api_keys')
            .values({
              ...{ user_id, name: client_id, prefix: 'pp_', hash: client_id, scopes: 'read' },
              ...{ created_at: now, grant_id: id, revoked_at },
            })
            .execute()
      }
      for (const [id, created_at, used_at] of [
        ['kept', now - 100 * day, now - 99 * day],
        ['new', now, null],
        ['used', now - 80 * day, now - 80 * day],
        ['never-used', now - 2 * day, null],
        ['unused', now - 100 * day, now - 99 * day],
      ] as const)
        await db
          .insertInto('oauth_clients')
          .values({ id, name: id, redirect_uris: '[]', created_at, used_at })
          .execute()

      const { applicationGrants, applications } = tableTasks(config.keepDays)
      for (const task of [applicationGrants, applications])
        await pruneTable({ database, clock: systemClock }, task, withoutPauses)

      const names = async (rows: Promise<{ name: string }[]>) => (await rows).map(({ name }) => name).sort()
      assert.deepEqual(await names(db.selectFrom('oauth_grants').select('client_id as name').execute()), [
        'just-ended',
        'kept',
        'waiting',
      ])
      const keys = db.selectFrom('api_keys').select('name').where('grant_id', 'is not', null).execute()
      assert.deepEqual(await names(keys), ['just-ended', 'kept'])
      assert.equal(
        await db.selectFrom('api_keys').select('id').where('name', '=', 'revoked').executeTakeFirst(),
        undefined,
      )
      assert.deepEqual(await names(db.selectFrom('oauth_clients').select('id as name').execute()), [
        'kept',
        'new',
        'used',
      ])
    } finally {
      await close()
      await instanceData.remove()
    }
  })
})
