import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mostProfilesNamed, profileScope, profileScopeOrAll } from '../../src/contract/common.ts'
import { operationList } from '../harness/client.ts'
import { newCommentedJob } from '../harness/commented-job.ts'
import { onEachDatabase } from '../harness/database.ts'
import { saveDraft } from '../harness/drafts.ts'
import type { Instance, User } from '../harness/instance.ts'
import { uploadNamed } from '../harness/library.ts'
import { connectOnce, schedulePost, startAccepting } from '../harness/posts.ts'
import { insertAutoReply, insertComment } from '../harness/rows.ts'

/** Where to find the rows of each list, whose rows name their profile. */
const lists = {
  '/posts': 'posts',
  '/posts/export': 'posts',
  '/drafts': 'drafts',
  '/inbox': 'entries',
  '/auto-replies': 'auto_replies',
  '/notices': 'notices',
  '/analytics/posts': 'groups',
} as const

const scopes: readonly unknown[] = [profileScope.unwrap(), profileScopeOrAll.unwrap()]
/** The operations that take several profiles, with what else they need. */
const spanning = operationList.flatMap(([name, { method, path, query, body }]) => {
  const field = (query ?? body)?.shape.profile_id
  const takesSeveral =
    field && 'unwrap' in field && typeof field.unwrap === 'function' && scopes.includes(field.unwrap())
  return takesSeveral ? [{ name, method, path, inQuery: query !== undefined }] : []
})
const needed: Readonly<Record<string, object>> = {
  summarizeAnalytics: { from: '2026-11-02', to: '2026-11-02' },
  markInbox: { until: '2026-11-02T10:20:00.000Z' },
}

onEachDatabase((kind) => {
  let instance: Instance
  let user: User
  let ids: readonly [string, string, string]
  before(async () => {
    instance = await startAccepting(kind)
    const commented = await newCommentedJob(instance)
    user = commented
    const others = await Promise.all(['Second', 'Third'].map((name) => addProfile(name)))
    ids = [user.profileId, others[0] ?? '', others[1] ?? '']
    for (const [at, profileId] of ids.entries()) {
      const job = at === 0 ? commented.jobId : await post(profileId)
      const { publicUrl } = await uploadNamed(user, `${at}.png`)
      await saveDraft(user, { profile_id: profileId, message: `Draft ${at}`, media: [{ url: publicUrl }] })
      await insertComment(instance.data, { userId: user.id, profileId, jobId: job, comment_id: `c-${at}` })
      await insertAutoReply(instance.data, { profileId, jobId: job, comment_id: `c-${at}` })
    }
    await uploadNamed(user, 'free.png')
    // Somebody else, of whom nothing may be seen.
    await (await newCommentedJob(instance)).comment()
  })
  after(() => instance.stop())

  const addProfile = async (name: string): Promise<string> =>
    (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id
  async function post(profileId: string): Promise<number> {
    await connectOnce(instance, profileId, ['x'])
    return (await schedulePost(user, { profile_id: profileId, platforms: ['x'] })).jobIds[0] ?? 0
  }

  const ask = (path: string, query: Readonly<Record<string, string>>) =>
    user.ask('GET', `${path}?${new URLSearchParams(query)}`)
  async function read(path: string, query: Readonly<Record<string, string>>) {
    const { status, body, text } = await ask(path, query)
    assert.equal(status, 200, text)
    return body.data
  }

  for (const [path, rows] of Object.entries(lists))
    test(`GET ${path} lists one profile, some profiles, or all, and each row says whose it is`, async () => {
      const owners = async (profile_id: string): Promise<string[]> => {
        const found: { profile_id: string }[] = (await read(path, { profile_id }))[rows]
        return found.map((row) => row.profile_id).toSorted()
      }
      const [first, second, third] = ids
      const one = await owners(second)
      assert.ok(one.length > 0)
      assert.deepEqual([...new Set(one)], [second])
      assert.deepEqual(
        await owners(`${third},${first}`),
        [...(await owners(first)), ...(await owners(third))].toSorted(),
      )
      assert.deepEqual(await owners(`${first},${first}`), await owners(first))
      assert.deepEqual(await owners('all'), (await Promise.all(ids.map(owners))).flat().toSorted())
    })

  for (const [path, rows] of Object.entries(lists).filter(([name]) => name !== '/notices'))
    test(`GET ${path}: a cursor continues the same profiles in any order, and no others`, async () => {
      const [first, second, third] = ids
      const begun = await read(path, { profile_id: `${third},${first}`, limit: '1' })
      assert.equal(typeof begun.next_cursor, 'string')
      const next = { cursor: begun.next_cursor, limit: '1' }
      const rest = await read(path, { profile_id: `${first},${third}`, ...next })
      const found = [...begun[rows], ...rest[rows]].map((row: { profile_id: string }) => row.profile_id)
      assert.deepEqual(found.toSorted(), [first, third].toSorted())
      for (const profile_id of [first, 'all', `${first},${second}`]) {
        const { status, body } = await ask(path, { profile_id, ...next })
        assert.deepEqual([status, body.error?.code], [400, 'invalid_cursor'], profile_id)
      }
    })

  test('counts, sums and files are those of the named profiles', async () => {
    const [first, second] = ids
    const count = async (profile_id: string) => read('/inbox/count', { profile_id })
    assert.deepEqual(await count(first), { unread: 1, needs_approval: 1 })
    assert.deepEqual(await count(`${first},${second}`), { unread: 2, needs_approval: 2 })
    assert.deepEqual(await count('all'), { unread: 3, needs_approval: 3 })
    const names = async (query: Readonly<Record<string, string>>): Promise<string[]> =>
      (await read('/media', query)).media.map(({ name }: { name: string }) => name).toSorted()
    assert.deepEqual(await names({ profile_id: second }), ['1.png', 'free.png'])
    assert.deepEqual(await names({ profile_id: `${first},${second}` }), ['0.png', '1.png', 'free.png'])
    for (const query of [{}, { profile_id: 'all' }])
      assert.deepEqual(await names(query), ['0.png', '1.png', '2.png', 'free.png'])
    const sums = { from: '2026-11-02', to: '2026-11-02' }
    assert.equal((await read('/analytics/summary', { ...sums, profile_id: second })).profile_id, second)
    assert.equal((await read('/analytics/summary', { ...sums, profile_id: `${first},${second}` })).profile_id, null)
  })

  test('only the comments of the named profiles are marked as read', async () => {
    const [first, second, third] = ids
    const body = { until: new Date().toISOString(), profile_id: `${first},${third}` }
    assert.equal((await user.ask('POST', '/inbox/read', { body })).body.data.changed, 2)
    const unread = (await read('/inbox', { unread: 'true' })).entries
    assert.deepEqual(
      unread.map((entry: { profile_id: string }) => entry.profile_id),
      [second],
    )
    await user.ask('POST', '/inbox/read', { body: { ...body, read: false } })
  })

  test('numbered pages of the metrics need one profile', async () => {
    const [first, second] = ids
    const refused = await ask('/analytics/posts', { profile_id: `${first},${second}`, page: '1' })
    assert.deepEqual([refused.status, refused.body.error.details[0].message], [400, 'Numbered pages need one profile.'])
    assert.equal((await ask('/analytics/posts', { profile_id: first, page: '1' })).status, 200)
  })

  test('the metrics of several profiles are sorted together', async () => {
    const { groups, total } = await read('/analytics/posts', { profile_id: 'all', sort: 'oldest' })
    const made = groups.map(({ created_at }: { created_at: string }) => created_at)
    assert.deepEqual(made, made.toSorted())
    assert.deepEqual([groups.length, total], [3, 3])
    const { groups: newest } = await read('/analytics/posts', { profile_id: 'all', limit: '2' })
    assert.deepEqual(
      newest.map(({ post_id }: { post_id: number }) => post_id),
      groups
        .map(({ post_id }: { post_id: number }) => post_id)
        .toReversed()
        .slice(0, 2),
    )
  })

  test('the operations that take several profiles are those that are documented', () => {
    assert.deepEqual(spanning.map(({ name }) => name).toSorted(), [
      'browseAnalytics',
      'countInbox',
      'exportPosts',
      'listAutoReplies',
      'listDates',
      'listDrafts',
      'listInbox',
      'listMedia',
      'listNotices',
      'listPosts',
      'markInbox',
      'refreshInbox',
      'summarizeAnalytics',
    ])
  })

  for (const { name, method, path, inQuery } of spanning) {
    const send = (who: User, profile_id: string) => {
      const given = { profile_id, ...needed[name] }
      return inQuery ? who.ask(method, `${path}?${new URLSearchParams(given)}`) : who.ask(method, path, { body: given })
    }

    test(`${name}: one unknown, deleted or foreign profile among others is refused as unknown`, async () => {
      const stranger = await instance.newUser()
      const deleted = await addProfile(`Deleted for ${name}`)
      await user.ask('DELETE', `/profiles/${deleted}`)
      for (const other of ['unknownOne12', deleted, stranger.profileId]) {
        const { status, body } = await send(user, `${ids[0]},${other}`)
        assert.deepEqual([status, body.error.code], [404, 'not_found'], other)
      }
    })

    test(`${name}: more profiles than ${mostProfilesNamed}, and what is no list of IDs, are refused`, async () => {
      const many = Array.from({ length: mostProfilesNamed + 1 }, (_, at) => `profile${at}`).join(',')
      const { status, body } = await send(user, many)
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.equal(body.error.details[0].message, 'At most 60 profiles, or `all`.')
      for (const wrong of ['', ',', `${ids[0]},`, `all,${ids[0]}`, `${ids[0]} ${ids[1]}`])
        assert.equal((await send(user, wrong)).status, 400, wrong)
    })
  }
})
