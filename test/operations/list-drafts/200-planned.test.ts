import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { onEachDatabase } from '../../harness/database.ts'
import { editDraft, saveDraft } from '../../harness/drafts.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  async function texts({ ask }: User, query: Readonly<Record<string, string>>): Promise<string[]> {
    const { status, body, text } = await ask('GET', `/drafts?${new URLSearchParams(query)}`)
    assert.equal(status, 200, text)
    assert.equal(body.data.meta.total, body.data.drafts.length)
    return body.data.drafts.map(({ message }: { message: string }) => message).toSorted()
  }

  test('a range finds the drafts that are planned in it: days of a time zone, or instants', async () => {
    const user = await instance.newUser()
    const plan = (message: string, planned_at: string | null) => saveDraft(user, { message, planned_at })
    await plan('none', null)
    await plan('before', '2026-12-03T22:59:59Z')
    await plan('first', '2026-12-03T23:00:00Z')
    await plan('last', '2026-12-04T22:59:59Z')
    await plan('after', '2026-12-04T23:00:00Z')
    const day = { planned_from: '2026-12-04', planned_to: '2026-12-04' }
    assert.deepEqual(await texts(user, { ...day, timezone: 'Europe/Warsaw' }), ['first', 'last'])
    assert.deepEqual(await texts(user, day), ['after', 'last'])
    assert.deepEqual(await texts(user, { planned_from: '2026-12-04T23:00:00Z' }), ['after'])
    assert.deepEqual(await texts(user, { planned_to: '2026-12-03T22:59:59Z' }), ['before'])
    assert.equal((await texts(user, {})).length, 5)
  })

  test('a search finds part of any text of a draft, in any case, and follows its edits', async () => {
    const user = await instance.newUser()
    const draft = await saveDraft(user, { message: 'Świeży chleb 100%' })
    const own = { x: { message: 'Krótko o RYBACH' } }
    await saveDraft(user, { message: 'Ryby', platforms: ['x'], platform_options: own })
    assert.deepEqual(await texts(user, { search: 'ŚWIEŻY' }), ['Świeży chleb 100%'])
    assert.deepEqual(await texts(user, { search: 'o rybach' }), ['Ryby'])
    assert.deepEqual(await texts(user, { search: '%' }), ['Świeży chleb 100%'])
    await editDraft(user, draft.id, { message: 'Bułki' })
    assert.deepEqual(await texts(user, { search: 'świeży' }), [])
    assert.deepEqual(await texts(user, { search: 'bułki' }), ['Bułki'])
  })

  test('a draft that an older process has saved or edited is found by its text', async () => {
    const user = await instance.newUser()
    const edited = await saveDraft(user, { message: 'Before' })
    const older = await saveDraft(user, { message: 'x' })
    await withDatabase(instance.data, async (db) => {
      // It does not know the column.
      await sql`update drafts set message = 'Afterwards' where id = ${edited.id}`.execute(db)
      await sql`update drafts set message = 'Older one', search = null where id = ${older.id}`.execute(db)
    })
    assert.deepEqual(await texts(user, { search: 'before' }), [])
    assert.deepEqual(await texts(user, { search: 'afterw' }), ['Afterwards'])
    assert.deepEqual(await texts(user, { search: 'OLDER' }), ['Older one'])
  })
})
