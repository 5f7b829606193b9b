import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { discover } from '../../../src/platforms/tiktok/account.ts'
import { creator } from '../../../src/platforms/tiktok/creator.ts'
import { refusal } from '../../../src/platforms/tiktok/errors.ts'
import { readAudience, readMetrics } from '../../../src/platforms/tiktok/metrics.ts'
import { statusOf } from '../../../src/platforms/tiktok/wire.ts'
import { callOf, now, ok, refusing, scripted } from './scripted.ts'

const post = { url: null, postType: 'video', result: null }

const answerOf = (text: string, status = 200) => ({ status, headers: {}, text, json: () => JSON.parse(text) })

describe('the ID of a post', () => {
  for (const ids of [
    '[7512345678901234567]',
    '["7512345678901234567"]',
    '[ 7512345678901234567 , 7512345678901234569 ]',
  ])
    test(`keeps all its digits: ${ids}`, () => {
      const text = `{"data":{"status":"PUBLISH_COMPLETE","uploaded_bytes":7512345,"publicaly_available_post_id":${ids}},"error":{"code":"ok"}}`
      const { publicaly_available_post_id: read, uploaded_bytes } = statusOf(answerOf(text))
      assert.deepEqual(read, ids.match(/\d+/g))
      assert.equal(uploaded_bytes, 7_512_345)
    })
})

describe('metrics', () => {
  test('are TikTok’s numbers, null if a number is missing, and none for a missing post', async () => {
    const counted = { id: '100001', view_count: 10, like_count: 0, comment_count: null, share_count: 2 }
    const { context, asked } = await scripted(() => ok({ videos: [counted] }))
    const read = await readMetrics.read(
      [
        { ...post, id: '100001' },
        { ...post, id: '100002' },
      ],
      context(),
    )
    assert.ok(read.type === 'read')
    assert.deepEqual([...read.value.keys()], ['100001'])
    const metrics = read.value.get('100001')
    assert.deepEqual(
      [metrics?.views, metrics?.likes, metrics?.comments, metrics?.shares, metrics?.reach, metrics?.engagement],
      [10, 0, null, 2, null, 2],
    )
    assert.deepEqual(JSON.parse(`${asked[0]?.body}`), { filters: { video_ids: ['100001', '100002'] } })
  })

  test('of a post that was published without an ID are found by its `publish_id`', async () => {
    const { context } = await scripted(({ path }) =>
      callOf(path) === 'status'
        ? { body: '{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7512345678901234567]}}' }
        : ok({ videos: [{ id: '7512345678901234567', view_count: 3 }] }),
    )
    const known = { ...post, id: 'v_pub_file~1', result: { publishId: 'v_pub_file~1', id: null } }
    const read = await readMetrics.read([known], context())
    assert.equal(read.type === 'read' && read.value.get('v_pub_file~1')?.views, 3)
  })

  test('of followers are requested only if the scope was granted', async () => {
    const { context, asked } = await scripted(() => ok({ user: { open_id: 'a', follower_count: 12 } }))
    const credentials = { ...context().credentials, scopes: ['user.info.basic', 'user.info.stats'] }
    const read = await readAudience(context({ credentials }))
    assert.deepEqual(read, { type: 'read', value: { followers: 12 } })
    assert.equal(asked[0]?.query.fields, 'open_id,union_id,avatar_url,display_name,follower_count')
  })
})

describe('a connected account', () => {
  const scopes = ['user.info.basic', 'video.publish']
  const levels = ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
  const info = { privacy_level_options: levels, creator_username: 'ada', max_video_post_duration_sec: 3_600 }

  test('has its name, its missing scopes and its privacy levels', async () => {
    const { context } = await scripted(({ path }) =>
      path.includes('creator_info') ? ok(info) : ok({ user: { open_id: 'open-id', display_name: 'Ada' } }),
    )
    const [identity] = await discover(context({ credentials: { ...context().credentials, scopes } }))
    assert.deepEqual(
      [identity?.username, identity?.displayName, identity?.accountType, identity?.eligible],
      ['ada', 'Ada', 'private', true],
    )
    assert.deepEqual(identity?.missingPermissions, [
      'user.info.profile',
      'user.info.stats',
      'video.upload',
      'video.list',
    ])
  })

  test('can be connected on a day on which it may not post', async () => {
    const { context } = await scripted(({ path }) =>
      path.includes('creator_info') ? refusing(200, 'spam_risk_too_many_posts') : ok({ user: { open_id: 'open-id' } }),
    )
    const [identity] = await discover(context({ credentials: { ...context().credentials, scopes } }))
    assert.deepEqual([identity?.remoteId, identity?.accountType, identity?.eligible], ['open-id', null, false])
  })

  test('is checked before a post for duration and privacy level', async () => {
    const { context } = await scripted(() => ok({ ...info, max_video_post_duration_sec: 60 }))
    const ask = (privacyLevel: string, seconds: number | null) => creator.perform({ privacyLevel, seconds }, context())
    const [level, length, good] = [
      await ask('PUBLIC_TO_EVERYONE', null),
      await ask('SELF_ONLY', 61),
      await ask('SELF_ONLY', 60),
    ]
    assert.ok(level.type === 'rejected' && length.type === 'rejected')
    assert.deepEqual([level.error, length.error, good.type], ['content_rejected', 'media_rejected', 'done'])
    for (const one of levels) assert.match(level.message, new RegExp(one))
  })
})

describe('a refusal', () => {
  const told = ({ status, body }: ReturnType<typeof refusing>) =>
    refusal(answerOf(JSON.stringify(body), status), 'post', { clock: { now: () => now } })

  const cases: readonly [status: number, code: string, outcome: string][] = [
    [401, 'access_token_invalid', 'expired'],
    [401, 'scope_not_authorized', 'reconnect permission_missing'],
    [400, 'scope_permission_missed', 'reconnect permission_missing'],
    [400, 'invalid_param', 'rejected content_rejected'],
    [400, 'invalid_params', 'rejected content_rejected'],
    [403, 'privacy_level_option_mismatch', 'rejected content_rejected'],
    [403, 'unaudited_client_can_only_post_to_private_accounts', 'rejected permission_missing'],
    [403, 'url_ownership_unverified', 'rejected permission_missing'],
    [200, 'spam_risk_too_many_posts', 'retry quota_exhausted'],
    [403, 'spam_risk_too_many_posts', 'retry quota_exhausted'],
    [200, 'reached_active_user_cap', 'retry quota_exhausted'],
    [403, 'spam_risk_too_many_pending_share', 'rejected quota_exhausted'],
    [200, 'spam_risk_user_banned_from_posting', 'rejected platform_rejected'],
    [429, 'rate_limit_exceeded', 'retry rate_limited'],
    [500, 'internal_error', 'unknown'],
    [200, 'internal_error', 'unknown'],
    [403, 'something_new', 'rejected content_rejected'],
  ]
  for (const [status, code, outcome] of cases)
    test(`${code} with status ${status} means ${outcome}`, () => {
      const said = told(refusing(status, code))
      assert.equal('error' in said ? `${said.type} ${said.error}` : said.type, outcome)
    })
})
