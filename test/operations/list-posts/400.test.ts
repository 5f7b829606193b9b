import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  for (const query of [
    'page=0',
    'page=100001',
    'per_page=101',
    'status=done',
    'platform=friendster',
    'scheduled_from=tomorrow',
    'scheduled_to=2027-01-01T09:00:00',
    'search=',
    `search=${'s'.repeat(201)}`,
    'profile_id=a!',
    'profile_id=any',
    'status=scheduled,done',
    'status=',
    'from=2026-02-30',
    'to=2026-12-01T09:00:00',
    'sort=oldest',
    'timezone=Mars/Olympus',
    'cursor=x&page=2',
    'user_id=1',
  ])
    test(`?${query.slice(0, 40)} is refused, with the name of the parameter`, async () => {
      const { status, body } = await instance.owner('GET', `/posts?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.equal(body.error.details[0].path, query.split('=')[0])
    })

  test('a cursor that no list returned is refused', async () => {
    const { status, body } = await instance.owner('GET', '/posts?cursor=abc')
    assert.deepEqual([status, body.error.code], [400, 'invalid_cursor'])
  })

  test('a profile that is not the caller’s is not found', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    for (const id of ['doesNotExist', other.profileId])
      assert.equal((await user.ask('GET', `/posts?profile_id=${id}`)).status, 404)
  })
})
