import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { pass } from '../../harness/measured.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

const scale = 50
const minute = 60_000 / scale
/** Calendar days, whatever the time scale of this instance. */
const realDay = 86_400_000

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale, measures: true })
  })
  after(() => bench.stop())

  const read = async ({ ask }: Newcomer, query = '') => {
    const { status, body, text } = await ask('GET', `/audience?${query}`)
    assert.equal(status, 200, text)
    return body.data
  }

  test('a profile without accounts has no audience', async () => {
    const { ask, profileId } = await bench.instance.newUser(1)
    const { body } = await ask('GET', '/audience')
    assert.deepEqual(body.data, { profile_id: profileId, days: 30, accounts: [] })
  })

  test('an account’s followers are returned once they were counted', async () => {
    const who = await bench.newcomer('bluesky')
    const [before] = (await read(who)).accounts
    assert.deepEqual(before, {
      ...{ platform: 'bluesky', account_id: who.accountId, username: who.username },
      ...{ followers: null, captured_at: null, history: [] },
    })
    await pass(bench, who.profileId, 6 * minute)
    await eventually('they are counted', async () => (await read(who)).accounts[0].captured_at !== null)
    const [after] = (await read(who)).accounts
    assert.deepEqual([after.followers, after.history], [0, [{ followers: 0, captured_at: after.captured_at }]])
  })

  test('the history has one count per requested day, and the latest count is returned however old it is', async () => {
    const who = await bench.newcomer('x')
    const { db, change } = bench.rows
    const { id } = await db
      .selectFrom('measured_accounts')
      .select('id')
      .where('profile_id', '=', who.profileId)
      .executeTakeFirstOrThrow()
    const now = Date.now()
    const ages = [100, 80, 40, 20, 5, 2]
    const counts = ages.map((age) => ({
      ...{ account_id: id, day: 20_000 - age, captured_at: now - age * realDay, followers: 1_000 - age },
    }))
    await change((on) => on.insertInto('audience_counts').values(counts).execute())
    const shown = async (days: number) => {
      const [{ followers, history }] = (await read(who, `days=${days}`)).accounts
      assert.equal(followers, 998)
      return history.map((row: { followers: number }) => 1_000 - row.followers)
    }
    assert.deepEqual(await shown(7), [5, 2])
    assert.deepEqual(await shown(30), [20, 5, 2])
    assert.deepEqual(await shown(90), [80, 40, 20, 5, 2])

    // A platform that no longer returns the number.
    await change((on) =>
      on
        .insertInto('audience_counts')
        .values({ account_id: id, day: 20_000, captured_at: now, followers: null })
        .execute(),
    )
    const [{ followers, history }] = (await read(who)).accounts
    assert.deepEqual([followers, history.length], [null, 3])
  })
})
