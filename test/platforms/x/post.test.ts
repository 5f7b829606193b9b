import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { OutboundFault } from '../../../src/outbound/http-client.ts'
import { RefusedCall, Unreadable } from '../../../src/platforms/shared/call.ts'
import { discover } from '../../../src/platforms/x/account.ts'
import { comment } from '../../../src/platforms/x/comment.ts'
import { post } from '../../../src/platforms/x/post.ts'
import { now, scripted } from './scripted.ts'

const created = { status: 201, body: { data: { id: '21', text: 'Hi https://t.co/m', edit_history_tweet_ids: ['21'] } } }

describe('a post has the necessary fields and nothing more', () => {
  const upload = (id: string) => ({ id, checkAfterSeconds: null })
  const results = {
    'upload-1': upload('188'),
    'upload-2': upload('189'),
    post: { id: '20' },
    'comment-2': { id: '22' },
  }
  const cases = [
    ['text', post, { text: 'Hi', uploads: [] }, { text: 'Hi' }],
    ['media', post, { text: '', uploads: ['upload-1'] }, { media: { media_ids: ['188'] } }],
    [
      'both',
      post,
      { text: 'Hi', uploads: ['upload-1', 'upload-2'] },
      { text: 'Hi', media: { media_ids: ['188', '189'] } },
    ],
    ['a comment', comment, { text: 'One', after: ['post'] }, { text: 'One', reply: { in_reply_to_tweet_id: '20' } }],
    [
      'a comment on a comment',
      comment,
      { text: 'Three', after: ['comment-2', 'comment-1', 'post'] },
      { text: 'Three', reply: { in_reply_to_tweet_id: '22' } },
    ],
    [
      'a comment on what there is, where the one between failed',
      comment,
      { text: 'Two', after: ['comment-1', 'post'] },
      { text: 'Two', reply: { in_reply_to_tweet_id: '20' } },
    ],
  ] as const
  for (const [what, action, input, body] of cases)
    test(what, async () => {
      const { asked, context } = await scripted(() => created)
      const outcome = await action.perform({ ...input, plannedAt: now }, context({ results }))
      assert.deepEqual(
        asked.map(({ call }) => call),
        ['POST /x/api/2/tweets'],
      )
      assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), body)
      assert.equal(outcome.type === 'done' && outcome.published?.id, '21')
    })
})

const input = { text: 'Hi', uploads: [], plannedAt: now }

test('the URL of a post is built from its ID and the account’s name', async () => {
  const { context } = await scripted(() => created)
  const urls = [null, 'ada'].map(async (username) => {
    const { hosts, ...rest } = context()
    const account = { ...rest.account, username }
    const outcome = await post.perform(input, { ...rest, account, hosts: { ...hosts, web: 'https://x.com' } })
    return outcome.type === 'done' && outcome.published?.url
  })
  assert.deepEqual(await Promise.all(urls), ['https://x.com/i/status/21', 'https://x.com/ada/status/21'])
})

test('a reply to a post that can’t be read is not a separate outcome', async () => {
  const odd = await scripted(() => ({ status: 201, body: '<html>' }))
  await assert.rejects(post.perform(input, odd.context()), Unreadable)
  const empty = await scripted(() => ({ status: 201, body: { errors: [] } }))
  await assert.rejects(post.perform(input, empty.context()), z.ZodError)
  const gone = await scripted(() => created)
  const hosts = { api: 'http://127.0.0.1:1', web: 'https://x.com' }
  await assert.rejects(post.perform(input, gone.context({ hosts })), OutboundFault)
})

describe('the account that a login can publish as', () => {
  const user = { id: '11', name: 'Ada', username: 'ada', profile_image_url: 'https://pbs.example/a_normal.jpg' }
  const cases: readonly (readonly [what: string, fields: object, accountType: string | null, eligible: boolean])[] = [
    ['neither', { verified: false, verified_type: 'none', subscription_type: 'None' }, null, false],
    ['no subscription type', {}, null, false],
    ['Basic', { subscription_type: 'Basic' }, 'Basic', true],
    ['Premium', { subscription_type: 'Premium', verified: true, verified_type: 'blue' }, 'Premium', true],
    ['a verified business', { subscription_type: 'None', verified_type: 'business' }, 'business', true],
    ['verified of old', { verified: true }, null, true],
  ]
  for (const [what, fields, accountType, eligible] of cases)
    test(what, async () => {
      const { asked, context } = await scripted(() => ({ body: { data: { ...user, ...fields } } }))
      const step = context()
      const scopes = ['tweet.read', 'tweet.write', 'users.read', 'offline.access']
      const found = await discover({ ...step, credentials: { ...step.credentials, scopes } })
      assert.equal(asked[0]?.path, '/x/api/2/users/me')
      assert.deepEqual(found, [
        {
          kind: 'account',
          remoteId: '11',
          username: 'ada',
          displayName: 'Ada',
          avatarUrl: user.profile_image_url,
          profileUrl: `${step.hosts.web}/ada`,
          accountType,
          eligible,
          missingPermissions: ['media.write'],
        },
      ])
    })

  test('a login that X refuses is reported', async () => {
    const { context } = await scripted(() => ({ status: 403, body: { detail: 'No such app' } }))
    await assert.rejects(
      discover(context()),
      (error) => error instanceof RefusedCall && /No such app/.test(error.message) && error.outcome.type === 'rejected',
    )
  })
})
