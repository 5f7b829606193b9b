import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { sampleVideo } from '../../../src/app/open-sandbox.ts'
import { simulators } from '../../../src/sandbox/platforms/index.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startMediaInstance } from '../../harness/media.ts'
import { upload } from '../../harness/posts.ts'
import type { PlatformName } from '../../harness/publishing.ts'
import { openRows, type Rows } from '../../harness/rows.ts'
import { type SimulatedPlatforms, startSimulated } from '../../harness/simulated.ts'
import { picture } from '../../media/fixtures.ts'
import { tested, testedNames } from '../../platforms/index.ts'
import { optionsFor, takesComments } from '../../platforms/needs.ts'

const listOfKinds = z.object({ kinds: z.record(z.string(), z.object({ description: z.string() })) })

let simulated: SimulatedPlatforms
let instance: Instance
let rows: Rows
before(async () => {
  simulated = await startSimulated({ scale: 20 })
  const { port } = new URL(simulated.sandbox.address)
  const env = {
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: port,
    POLYPOST_TIME_SCALE: '20',
    POLYPOST_READ_METRICS: 'none',
    POLYPOST_READ_COMMENTS: 'none',
  }
  instance = await startMediaInstance('sqlite', { env })
  rows = await openRows(instance.data)
})
after(async () => {
  await rows.close()
  await instance.stop()
  await simulated.stop()
})

const connect = (user: User, platform: string, account: string, more: object = {}) =>
  user.ask('POST', '/connect', { body: { platform, environment: 'sandbox', account, ...more } })

const accountsOf = async (user: User) => (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles

const files = {
  image: async () => [await picture().jpeg().toBuffer(), 'image/jpeg'] as const,
  video: async () => [readFileSync(sampleVideo), 'video/mp4'] as const,
}

async function mediaOf(user: User, platform: PlatformName): Promise<{ readonly url: string }[]> {
  const { media } = tested[platform].needs ?? {}
  if (!media) return []
  const [bytes, type] = await files[media]()
  return [{ url: (await upload(user, bytes, type)).publicUrl }]
}

const publish = async (user: User, platform: PlatformName) =>
  user.ask('POST', '/post', {
    body: {
      message: 'Hello',
      platforms: [platform],
      media: await mediaOf(user, platform),
      platform_options: optionsFor([platform]) ?? {},
      comments_under_post: takesComments(platform) ? ['First'] : [],
    },
  })

/** The job when it has this status, or has ended with its comment. */
const endOf = (jobId: number, status?: string) =>
  eventually(
    'the job has ended',
    async () => {
      const job = await rows.db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst()
      return (job?.due_at === null || job?.status === status) && job
    },
    Date.now() + 120_000,
  )

describe('on each platform', { concurrency: 4 }, () => {
  for (const platform of testedNames)
    describe(platform, { concurrency: true }, () => {
      test('every kind of account is in the list, with a description of one or two sentences', async () => {
        const simulator = await simulators[platform]?.()
        assert.deepEqual(
          Object.keys(tested[platform].kinds).toSorted(),
          ['standard', ...Object.keys(simulator?.kinds ?? {}).filter((kind) => kind !== 'expired_soon')].toSorted(),
        )
        const answer = await fetch(`${simulated.sandbox.address}/__sandbox/${platform}/kinds`)
        const listed = listOfKinds.parse(await answer.json()).kinds
        assert.ok('expired_soon' in listed)
        for (const [kind, { description }] of Object.entries(listed)) assert.match(description, /^[A-Z].+\.$/, kind)
      })

      for (const [kind, wanted] of Object.entries(tested[platform].kinds))
        test(`an account of the kind ${kind} behaves as the list says`, async () => {
          const user = await instance.newUser()
          const reply = await connect(user, platform, kind)
          if (wanted.refused) {
            assert.deepEqual([reply.status, reply.body.error.details[0].code], [502, wanted.refused])
            return
          }
          assert.equal(reply.status, 200, reply.text)
          const account = (await accountsOf(user))[platform]
          for (const scope of wanted.missing ?? []) assert.ok(account.missing_permissions.includes(scope), scope)
          if (wanted.type) assert.equal(account.account_type, wanted.type)
          const posted = await publish(user, platform)
          if (wanted.rejected) {
            assert.deepEqual([posted.status, posted.body.error.details[0].code], [422, wanted.rejected])
            return
          }
          assert.equal(posted.status, 200, posted.text)
          const job = await endOf(Number(posted.body.jobs[0].jobId), wanted.waits && 'retrying')
          if (wanted.waits) return assert.equal(job.status, 'retrying')
          assert.equal(job.error, wanted.post ?? null, `${job.failed_reason}`)
          if (wanted.post === 'reconnect_required')
            assert.equal((await accountsOf(user))[platform].status, 'needs_reconnect')
          const { warnings } = (await user.ask('GET', `/jobs/${job.id}`)).body.data
          assert.deepEqual(
            warnings.map(({ code }: { code: string }) => code),
            wanted.warns ? [wanted.warns] : [],
          )
        })
    })
})

test('every platform has a login that ends soon; then the account needs a new login', async () => {
  const user = await instance.newUser()
  const reply = await connect(user, 'all', 'expired_soon')
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(Object.keys(await accountsOf(user)).toSorted(), testedNames.toSorted())
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  for (const platform of testedNames) {
    const { status, body, text } = await publish(user, platform)
    assert.equal(status, 200, text)
    const { error } = await endOf(Number(body.jobs[0].jobId))
    assert.ok(error === 'reconnect_required' || error === 'token_expired', `${platform}: ${error}`)
    assert.equal((await accountsOf(user))[platform].status, 'needs_reconnect', platform)
    const again = await publish(user, platform)
    assert.deepEqual([again.status, again.body.error.details[0].code], [422, 'reconnect_required'])
  }
})

test('with all, a platform without the kind connects a standard account', async () => {
  const user = await instance.newUser()
  assert.equal((await connect(user, 'all', 'premium')).status, 200)
  const { x, bluesky } = await accountsOf(user)
  assert.deepEqual([x.account_type, bluesky.status], ['Premium', 'connected'])
  assert.match(x.display_name, /premium$/)
  assert.doesNotMatch(bluesky.display_name, /premium/)
})

test('the login of the request counts more than that of the kind', async () => {
  const user = await instance.newUser()
  await connect(user, 'linkedin', 'no_comments', { login: 'member' })
  assert.equal((await accountsOf(user)).linkedin.account_type, 'person')
})

test('a kind that the platform does not have is refused with the list of its kinds', async () => {
  const { status, body } = await connect(await instance.newUser(), 'reddit', 'premium')
  assert.equal(status, 400)
  assert.equal(body.error.code, 'validation_failed')
  const [{ path, code, allowed }] = body.error.details
  assert.deepEqual([path, code], ['account', 'not_allowed'])
  assert.deepEqual(allowed, ['standard', 'suspended', 'untrusted', 'no_comments', 'expired_soon'])
})

test('a kind that no platform has is refused for all of them', async () => {
  const { status, body } = await connect(await instance.newUser(), 'all', 'constructor')
  assert.deepEqual([status, body.error.details[0].path], [400, 'account'])
  assert.ok(body.error.details[0].allowed.includes('premium'))
})

const wrong: readonly (readonly [what: string, body: object])[] = [
  ['without the sandbox', { environment: 'live' }],
  ['with a handle', { platform: 'bluesky', handle: 'ada.bsky.test', app_password: 'abcd' }],
  ['with a sign-in page', { redirect_url: 'https://acme.example/' }],
]
for (const [what, body] of wrong)
  test(`a kind ${what} is refused`, async () => {
    const { status, body: answer } = await connect(await instance.newUser(), 'x', 'premium', body)
    assert.deepEqual([status, answer.error.details[0].path], [400, 'account'])
  })

test('with all, a platform that cannot connect the kind is left out and named; the others are connected', async () => {
  const user = await instance.newUser()
  const reply = await connect(user, 'all', 'no_pages')
  assert.equal(reply.status, 200, reply.text)
  const { status, connected_platforms, error, failure } = reply.body.data
  assert.deepEqual([status, error.code, failure], ['connected', 'no_account', null])
  assert.match(error.message, /^Facebook is not connected: /)
  const others = testedNames.filter((platform) => platform !== 'facebook')
  assert.deepEqual(connected_platforms.toSorted(), others.toSorted())
  assert.deepEqual(Object.keys(await accountsOf(user)).toSorted(), others.toSorted())
})
