import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keyUnattended } from '../../src/store/migrations/0048-key-unattended.ts'
import { onEachDatabase } from '../harness/database.ts'
import { connectAssistant, disconnectAssistants } from '../harness/mcp.ts'
import { startNamed, tokensFor } from '../harness/oauth.ts'
import { becomeOwner } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

onEachDatabase((kind) => {
  test('of the keys from before the migration, only those of assistants that a person authorized need a yes', async (t) => {
    const instance = await startNamed(kind)
    t.after(async () => {
      await disconnectAssistants(instance.base)
      await instance.stop()
    })
    const owner = await becomeOwner(instance)
    const plain = (await owner.ask('POST', '/keys', { body: { name: 'old', unattended: false } })).body.data
    const granted = await tokensFor(instance, owner, { policy: 'publish', unattended: 'yes' })
    await withDatabase(instance.data, async (kysely) => {
      for (const table of ['api_keys', 'oauth_grants'])
        await sql`alter table ${sql.table(table)} drop column unattended`.execute(kysely)
      await kysely.transaction().execute((tx) => keyUnattended(tx, kind))
    })
    const { keys } = (await owner.ask('GET', '/keys')).body.data
    const shown = keys.filter(
      ({ id, application }: { id: number; application: object }) => id === plain.id || application,
    )
    assert.deepEqual(
      shown.map(({ unattended }: { unattended: boolean }) => unattended),
      [true, false],
    )
    const seenBy = async (key: string) =>
      (await (await connectAssistant(instance.base, key)).use('get_overview')).unattended
    assert.deepEqual([await seenBy(plain.key), await seenBy(granted.key)], [true, false])
  })
})
