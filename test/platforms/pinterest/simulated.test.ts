import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { z } from 'zod'
import type { ContentMedia } from '../../../src/domain/content.ts'
import { pinterest } from '../../../src/platforms/pinterest/index.ts'
import { content, media } from '../../harness/content.ts'
import { startHttp } from '../../harness/servers/http-server.ts'
import { gif, png } from '../../harness/small-media.ts'
import { film, picture } from '../../media/fixtures.ts'
import { files, publish, startPinterest, stepsAs } from './simulated.ts'

const { live } = pinterest

const broken = Buffer.from('This is no film at all.'.repeat(10))
Object.assign(files, {
  'a.png': png,
  'a.jpg': await picture().jpeg().toBuffer(),
  'a.webp': await picture().webp().toBuffer(),
  'a.gif': gif,
  'a.mp4': film('plain.mp4'),
  'large.mp4': Buffer.concat([film('plain.mp4'), Buffer.alloc(17 * 1024 * 1024)]),
  'broken.mp4': broken,
  'broken.png': broken,
})

const mediaHost = await startHttp(({ url = '' }, response) => {
  const bytes = files[url.slice(1)]
  response.writeHead(bytes ? 200 : 404).end(bytes)
})
after(mediaHost.stop)

const simulated = await startPinterest()

const file = (name: string, contentType: ContentMedia['facts']['contentType'], more: object = {}): ContentMedia => ({
  ...media({ contentType, size: files[name]?.length ?? 0, seconds: contentType.startsWith('video/') ? 10 : null }),
  file: name,
  url: `${mediaHost.origin}/${name}`,
  ...more,
})
const image = (more: object = {}) => file('a.png', 'image/png', more)
const video = (more: object = {}) => file('a.mp4', 'video/mp4', more)
const cover = (name: string) => {
  const { url, facts } = file(name, 'image/png')
  return { file: name, url, facts }
}

const shownPin = z.looseObject({ board_id: z.string() })
const pinOf = async (as: Parameters<typeof simulated.ask>[0], id = '') =>
  shownPin.parse(await (await simulated.ask(as, `/pins/${id}`)).json())

describe('every kind of Pin is published once, and found on its board', () => {
  const cases = [
    ['a PNG', content({ postType: 'pin', media: [image()] })],
    ['a JPEG', content({ postType: 'pin', media: [file('a.jpg', 'image/pjpeg')] })],
    ['a WebP image', content({ postType: 'pin', media: [file('a.webp', 'image/webp')] })],
    ['a GIF', content({ postType: 'pin', media: [file('a.gif', 'image/gif')] })],
    [
      'an image that is too large to go along',
      content({ postType: 'pin', media: [image({ facts: { ...image().facts, size: 11 * 1024 ** 2 } })] }),
    ],
    ['an image without words', content({ postType: 'pin', text: ' ', media: [image()] })],
    ['a video', content({ postType: 'pin', media: [video()] })],
    ['a video with a cover', content({ postType: 'pin', media: [video({ thumbnail: cover('a.png') })] })],
    [
      'a video of more bytes than a simulator keeps',
      content({ postType: 'pin', media: [file('large.mp4', 'video/mp4')] }),
    ],
  ] as const
  for (const [what, wanted] of cases)
    test(what, async () => {
      const as = await simulated.account(what)
      const { published, outcomes } = await publish(as, wanted)
      const [only, ...others] = await simulated.posts(as)
      assert.deepEqual(others, [], JSON.stringify(outcomes))
      assert.ok(only, JSON.stringify(outcomes))
      assert.equal(only.id, published?.id)
      assert.equal(only.text, wanted.text.trim())
      assert.match(published?.url ?? '', new RegExp(`/pinterest/web/pin/${only.id}/$`))
    })
})

test('a Pin has the given title, link, description and alternative text', async () => {
  const as = await simulated.account('describes')
  const options = { title: 'A title', link: 'https://example.com/page?a=1' }
  const { published } = await publish(as, content({ text: 'Words', options, media: [image({ altText: 'A dot' })] }))
  const pin = await pinOf(as, published?.id)
  const wanted = { ...options, description: 'Words', alt_text: 'A dot', board_id: as.account.boardId }
  assert.deepEqual({ ...pin, ...wanted }, pin)
})

describe('where a Pin goes', () => {
  test('a login with several boards offers each of them, as the same account', async () => {
    const { identities } = await simulated.signIn('many boards')
    assert.deepEqual(identities.map(({ displayName }) => displayName).toSorted(), ['Ideas', 'Places to see', 'Recipes'])
    assert.equal(new Set(identities.map(({ remoteId }) => remoteId)).size, 1)
    assert.equal(new Set(identities.map(({ boardId }) => boardId)).size, 3)
    for (const { kind, missingPermissions } of identities) assert.deepEqual([kind, missingPermissions], ['board', []])
  })

  test('a login without boards is the account alone, and its Pin has to name one', async () => {
    const as = await simulated.account('without boards')
    assert.deepEqual([as.account.boardId, 'kind' in as.account && as.account.kind], [undefined, 'account'])
    const { outcomes } = await publish(as, content({ media: [image()] }))
    assert.ok(outcomes.post?.type === 'rejected')
    assert.match(outcomes.post.message, /names no board/)
  })

  test('the board of the post takes precedence over that of the connection', async () => {
    const { context, identities } = await simulated.signIn('another of many boards')
    const [first, second] = identities
    assert.ok(first && second?.boardId)
    const options = { boardId: second.boardId }
    const { published } = await publish({ ...context, account: first }, content({ options, media: [image()] }))
    assert.equal((await pinOf(context, published?.id)).board_id, second.boardId)
  })

  test('a missing board is reported, for a video before the upload', async () => {
    const as = await simulated.account('wrong board')
    const options = { boardId: '999' }
    for (const [step, item] of [['post', image()] as const, ['board', video()] as const]) {
      const { outcomes } = await publishBlindly(as, content({ options, media: [item] }))
      const outcome = outcomes[step]
      assert.ok(outcome?.type === 'rejected', JSON.stringify(outcomes))
      assert.match(outcome.message, /cannot find the board/)
    }
  })
})

/** The list of Pins can't be read, so nobody checks whether the Pin exists. */
async function publishBlindly(as: Parameters<typeof publish>[0], wanted: Parameters<typeof publish>[1]) {
  const outcomes: Record<string, Awaited<ReturnType<typeof live.actions.post.perform>>> = {}
  for (const { name, action, input } of live.plan(wanted, as.account, { now: Date.now(), fraction: () => 0.5 })) {
    // The names of the actions are the keys.
    const { perform } = live.actions[action as keyof typeof live.actions]
    const outcome = await perform(input, stepsAs(as)())
    outcomes[name] = outcome
    if (outcome.type !== 'done') break
  }
  return { outcomes }
}

describe('a cover', () => {
  test('that Pinterest refuses is left out, with a warning', async () => {
    const as = await simulated.account('broken cover')
    const { published, outcomes } = await publish(as, content({ media: [video({ thumbnail: cover('broken.png') })] }))
    assert.equal((await simulated.posts(as)).length, 1)
    assert.ok(published)
    assert.ok(outcomes.cover?.type === 'rejected' && outcomes.cover.error === 'media_rejected')
  })

  test('that Pinterest accepts leaves no warning', async () => {
    const as = await simulated.account('good cover')
    const { outcomes } = await publish(as, content({ media: [video({ thumbnail: cover('a.png') })] }))
    assert.equal(outcomes.cover?.type, 'done')
  })
})

describe('content that Pinterest refuses is reported as such', () => {
  const cases = [
    ['a file that is not an image', file('broken.png', 'image/png'), 'post', 'rejected', 'media_rejected'],
    ['a file that is not a video', file('broken.mp4', 'video/mp4'), 'processing', 'rejected', 'media_rejected'],
    ['a GIF that can’t be fetched', file('gone.gif', 'image/gif'), 'post', 'retry', 'media_unavailable'],
  ] as const
  for (const [what, item, step, type, error] of cases)
    test(what, async () => {
      const as = await simulated.account(`${what} somebody`)
      const { outcomes } = await publish(as, content({ media: [item] }))
      const outcome = outcomes[step]
      assert.ok(outcome && 'error' in outcome, JSON.stringify(outcomes))
      assert.deepEqual([outcome.type, outcome.error], [type, error])
      assert.deepEqual(await simulated.posts(as), [])
    })
})

describe('an app that Pinterest has not approved', () => {
  test('with trial access: its Pin is refused with the reason', async () => {
    const as = await simulated.account('on trial')
    const { outcomes } = await publish(as, content({ media: [image()] }))
    assert.ok(outcomes.post?.type === 'rejected' && outcomes.post.error === 'permission_missing')
    assert.match(outcomes.post.message, /standard access/)
  })

  test('without any access: nobody can sign in with it', async () => {
    await assert.rejects(simulated.signIn('unapproved'), /has not approved the app/)
  })
})

describe('a login', () => {
  test('is renewed with both tokens, and then with the new ones', async () => {
    const { context } = await simulated.signIn('renewed')
    const first = await live.refresh(context)
    assert.ok(first.type === 'renewed')
    assert.notEqual(first.credentials.refreshToken, context.credentials.refreshToken)
    assert.ok((first.credentials.renewFrom ?? 0) > Date.now())
    const second = await live.refresh({ ...context, credentials: first.credentials })
    assert.ok(second.type === 'renewed')
    assert.equal((await live.discover({ ...context, credentials: second.credentials })).length, 1)
  })

  test('with an expired refresh token needs a person', async () => {
    const { context } = await simulated.signIn('dead')
    const renewal = await live.refresh({ ...context, credentials: { ...context.credentials, refreshToken: 'dead' } })
    assert.ok(renewal.type === 'refused' && renewal.error === 'reconnect_required')
    assert.match(renewal.message, /invalid or has expired/)
  })

  test('is renewed later if Pinterest is unavailable', async () => {
    const { context } = await simulated.signIn('another time')
    await simulated.fault({ operation: 'token', kind: 'rate_limit' })
    const renewal = await live.refresh(context)
    assert.ok(renewal.type === 'retry' && (renewal.notBefore ?? 0) > Date.now() - 1_000)
  })

  test('with missing permissions reports them, and offers no boards', async () => {
    const { identities } = await simulated.signIn('few permissions', ['user_accounts:read', 'pins:read'])
    assert.deepEqual(
      identities.map(({ kind }) => kind),
      ['account'],
    )
    assert.deepEqual(identities[0]?.missingPermissions, ['boards:read', 'boards:write', 'pins:write'])
  })
})

describe('the numbers', () => {
  test('of an image and of a video are read, each its own', async () => {
    const as = await simulated.account('counted')
    const counts = { impression: 20, pin_click: 7, outbound_click: 3, save: 1, reaction: 2, comment: 4 }
    const common = {
      impressions: 20,
      clicks: 7,
      saves: 1,
      likes: 2,
      comments: 4,
      engagement: 17,
      reach: null,
      shares: null,
    }
    for (const [item, views] of [[image(), null] as const, [video(), 9] as const]) {
      const { published, outcomes } = await publish(as, content({ text: `${views} views`, media: [item] }))
      assert.ok(published && outcomes.post?.type === 'done')
      await simulated.metrics(published.id, { ...counts, video_view: 9 })
      const post = { ...published, postType: 'pin', result: outcomes.post.result }
      const read = await live.readMetrics.read([post], as)
      assert.ok(read.type === 'read', JSON.stringify(read))
      assert.deepEqual(read.value.get(published.id), { ...common, views })
    }
  })

  test('of a deleted Pin are missing', async () => {
    const as = await simulated.account('forgotten')
    const read = await live.readMetrics.read([{ id: '1', url: null, postType: 'pin', result: null }], as)
    assert.ok(read.type === 'read' && read.value.size === 0)
  })

  test('of an account are its followers', async () => {
    const read = await live.readAudience(await simulated.account('followed'))
    assert.deepEqual(read, { type: 'read', value: { followers: 0 } })
  })
})
