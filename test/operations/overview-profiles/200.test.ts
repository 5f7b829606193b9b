import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { saveDraft } from '../../harness/drafts.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { setJob, startAccepting } from '../../harness/posts.ts'
import { insertAccount, insertAutoReply, withDatabase } from '../../harness/rows.ts'

interface Overview {
  readonly id: string
  readonly name: string
  readonly color: number
}

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  async function overview({ ask }: Pick<User, 'ask'>, query: Readonly<Record<string, string>> = {}) {
    const { status, body, text } = await ask('GET', `/profiles/overview?${new URLSearchParams(query)}`)
    assert.equal(status, 200, text)
    return body.data
  }
  const namesOf = async (user: User, query: Readonly<Record<string, string>>): Promise<string[]> =>
    (await overview(user, query)).profiles.map(({ name }: Overview) => name)
  const make = async (user: User, name: string): Promise<string> =>
    (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id

  test('each profile has the counts of its own accounts, posts, comments, drafts and approvals', async () => {
    const user = await newCommentedJob(instance)
    const { profileId, jobId } = user
    const other = await make(user, 'A quiet one')
    await user.comment()
    await user.comment({ read_at: Date.now() })
    await user.comment({ is_own: 1 as const })
    await saveDraft(user)
    await saveDraft(user, { template: true })
    await insertAutoReply(instance.data, { profileId, jobId })
    await insertAutoReply(instance.data, { profileId, jobId, status: 'posted' })
    await setJob(instance.data, jobId, { status: 'failed', finished_at: Date.now() })
    await withDatabase(instance.data, (db) =>
      db.updateTable('accounts').set({ status: 'needs_reconnect' }).where('profile_id', '=', profileId).execute(),
    )
    await user.ask('PUT', `/profiles/${profileId}/slots`, { body: { timezone: 'Europe/Warsaw', slots: [] } })
    const { profiles, meta } = await overview(user)
    const accounts = profiles[1].accounts
    assert.ok(accounts > 0)
    assert.deepEqual(meta, { page: 1, per_page: 50, total: 2 })
    const quiet = { picture_url: null, timezone: null, accounts: 0, to_reconnect: 0, attention: 0, unread: 0 }
    assert.deepEqual(profiles[0], {
      ...{ id: other, name: 'A quiet one', is_default: false, color: profiles[0].color },
      ...{ ...quiet, drafts: 0, approvals: 0 },
    })
    assert.deepEqual(profiles[1], {
      ...{ id: profileId, name: 'Default', is_default: true, color: profiles[1].color, picture_url: null },
      ...{ timezone: 'Europe/Warsaw', accounts, to_reconnect: accounts, attention: accounts + 1 },
      ...{ unread: 1, drafts: 1, approvals: 1 },
    })
    const notices = (await user.ask('GET', `/notices?profile_id=${profileId}`)).body.data.notices
    const wanting = notices.filter(({ type }: { type: string }) => /^(post|account)_/.test(type))
    assert.equal(profiles[1].attention, wanting.length)
  })

  test('profiles are listed by name, page by page, and nobody sees those of another user', async () => {
    const user = await instance.newUser()
    await make(await instance.newUser(), 'Foreign')
    for (const name of ['zebra', 'Élan', 'apple', 'Banana']) await make(user, name)
    const pages = []
    for (const page of ['1', '2', '3']) pages.push(await namesOf(user, { page, per_page: '2' }))
    assert.deepEqual(pages, [['apple', 'Banana'], ['Default', 'zebra'], ['Élan']])
    assert.equal((await overview(user, { page: '9' })).meta.total, 5)
  })

  test('a search finds part of the name, and the name of an account', async () => {
    const user = await instance.newUser()
    const bakery = await make(user, 'Café Orzeł')
    const hotel = await make(user, 'Hotel')
    await insertAccount(instance.data, { profile_id: hotel, platform: 'x', username: 'Bristol_Live' })
    await insertAccount(instance.data, { profile_id: bakery, platform: 'x', username: null })
    assert.deepEqual(await namesOf(user, { search: 'ORZEŁ' }), ['Café Orzeł'])
    assert.deepEqual(await namesOf(user, { search: 'bristol' }), ['Hotel'])
    assert.deepEqual(await namesOf(user, { search: '%' }), [])
  })

  test('some profiles are read by their IDs, and an unknown, deleted or foreign one is left out', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const [kept, deleted] = [await make(user, 'Kept'), await make(user, 'Deleted')]
    await make(user, 'Another')
    await user.ask('DELETE', `/profiles/${deleted}`)
    const ids = ['unknownOne12', kept, deleted, other.profileId].join(',')
    assert.deepEqual(await namesOf(user, { ids }), ['Kept'])
  })
})
