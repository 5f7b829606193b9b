import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachOwnInstance(startInstance, (instance) => {
  test('a new instance has one user, its owner, on the Business plan', async () => {
    const { status, body } = await instance.owner('GET', '/admin/users')
    assert.equal(status, 200)
    assert.deepEqual(body.data.meta, { page: 1, per_page: 25, total: 1 })
    const [{ email, plan_id, tier, default_profile_id }] = body.data.users
    assert.deepEqual({ email, plan_id, tier }, { email: 'owner@localhost', plan_id: 4, tier: 'business' })
    assert.equal((await instance.owner('GET', '/profiles')).body.data.default_profile_id, default_profile_id)
  })

  test('pages hold every user once, oldest first, and meta counts all of them', async () => {
    const made = []
    for (let count = 0; count < 6; count++) made.push((await instance.newUser(1)).id)
    const ids: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await instance.owner('GET', `/admin/users?page=${page}&per_page=3`)
      assert.deepEqual(body.data.meta, { page, per_page: 3, total: 7 })
      ids.push(...body.data.users.map(({ id }: { id: number }) => id))
    }
    assert.deepEqual(ids.slice(1), made)
    assert.equal(ids.length, 7)
  })

  test('with next_cursor the list is read to its end, each user once, also while users are added', async () => {
    const ids: number[] = []
    let cursor: string | null = null
    do {
      const path: string = `/admin/users?limit=3${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const { body } = await instance.owner('GET', path)
      ids.push(...body.data.users.map(({ id }: { id: number }) => id))
      cursor = body.data.next_cursor
      if (ids.length === 3) await instance.newUser(1)
    } while (cursor !== null)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.equal(ids.length, 8)
  })

  test('a page beyond the last is empty and still has the total', async () => {
    const { body } = await instance.owner('GET', '/admin/users?page=100000&per_page=100')
    assert.deepEqual(body.data.users, [])
    assert.equal(body.data.meta.page, 100_000)
    assert.ok(body.data.meta.total > 0)
  })

  test('a page has 25 users by default and up to 100 on request', async () => {
    for (let count = 0; count < 26; count++) await instance.newUser(1)
    const sizeOf = async (query: string) => {
      const { users, meta } = (await instance.owner('GET', `/admin/users${query}`)).body.data
      return { size: users.length, perPage: meta.per_page, all: users.length === meta.total }
    }
    assert.deepEqual(await sizeOf(''), { size: 25, perPage: 25, all: false })
    assert.deepEqual(await sizeOf('?per_page=1'), { size: 1, perPage: 1, all: false })
    const { perPage, all } = await sizeOf('?per_page=100')
    assert.deepEqual({ perPage, all }, { perPage: 100, all: true })
  })
})
