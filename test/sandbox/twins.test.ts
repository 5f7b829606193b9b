import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { minute } from '../../src/domain/time.ts'
import type { Simulator } from '../../src/sandbox/shared/simulator.ts'
import { accepted, startAllSimulated } from '../harness/all-simulated.ts'
import { startSandbox } from '../harness/sandbox.ts'
import { png } from '../harness/small-media.ts'
import { smallPlatform } from '../harness/small-platform.ts'
import { film, picture } from '../media/fixtures.ts'
import { collection, postOf, recordKey } from '../platforms/bluesky/simulator/start.ts'

const mp4 = film('plain.mp4')
const jpeg = await picture().jpeg().toBuffer()
const image_url = 'https://client.test/a.jpg'
const video_url = 'https://client.test/a.mp4'
const all = await startAllSimulated({ [image_url]: jpeg, [video_url]: mp4 })
after(() => all.stop())

const text = 'The same words'

async function facebookPage(): Promise<{ id: string; token: string }> {
  const token = await all.signIn('facebook', 'twins')
  const [page] = accepted(
    await all.call('GET', 'facebook/graph/v25.0/me/accounts', { token, query: { fields: 'id,access_token' } }),
  ).data
  return { id: page.id, token: page.access_token }
}

/** Publishes one post; every call uses the same account and the same content. */
const publishers: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  bluesky: async () => {
    const { handle, password } = (await all.control('POST', '/bluesky/login', { account: 'twins' })).body
    const session = { json: { identifier: handle, password } }
    const method = (name: string) => `bluesky/pds/xrpc/com.atproto.${name}`
    const { did, accessJwt: token } = accepted(await all.call('POST', method('server.createSession'), session))
    const json = () => ({ repo: did, collection, rkey: recordKey(), record: postOf(text) })
    return async () => accepted(await all.call('POST', method('repo.putRecord'), { token, json: json() }))
  },
  'facebook (photos)': async () => {
    const { id, token } = await facebookPage()
    return async () => {
      const form = new FormData()
      form.set('message', text)
      form.set('source', new Blob([png]), 'a.png')
      accepted(await all.call('POST', `facebook/graph/v25.0/${id}/photos`, { token, form }))
    }
  },
  'facebook (videos)': async () => {
    const { id, token } = await facebookPage()
    const form = { file_url: video_url, description: text }
    return async () => accepted(await all.call('POST', `facebook/graph/v25.0/${id}/videos`, { token, form }))
  },
  'facebook (text, with another post between)': async () => {
    const { id, token } = await facebookPage()
    const post = async (message: string) =>
      accepted(await all.call('POST', `facebook/graph/v25.0/${id}/feed`, { token, form: { message } }))
    return async () => {
      await post(text)
      await post('Other words')
    }
  },
  instagram: async () => {
    const token = await all.signIn('instagram', 'twins')
    const { user_id: id } = accepted(
      await all.call('GET', 'instagram/api/v25.0/me', { token, query: { fields: 'user_id' } }),
    )
    const post = (path: string, form: Record<string, string>) =>
      all.call('POST', `instagram/api/v25.0/${id}/${path}`, { token, form })
    return async () => {
      const { id: creation_id } = accepted(await post('media', { image_url, caption: text }))
      all.pass(minute)
      accepted(await post('media_publish', { creation_id }))
    }
  },
  'linkedin (after its window)': async () => {
    const token = await all.signIn('linkedin', 'twins')
    const { sub } = accepted(await all.call('GET', 'linkedin/api/v2/userinfo', { token }))
    const headers = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' }
    const json = {
      author: `urn:li:person:${sub}`,
      commentary: text,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    }
    return async () => {
      all.pass(11 * minute)
      accepted(await all.call('POST', 'linkedin/api/rest/posts', { token, headers, json }))
    }
  },
  pinterest: async () => {
    const token = await all.signIn('pinterest', 'twins')
    const { items } = accepted(await all.call('GET', 'pinterest/api/v5/boards', { token }))
    const media_source = { source_type: 'image_base64', content_type: 'image/jpeg', data: jpeg.toString('base64') }
    const json = { board_id: items[0].id, description: text, media_source }
    return async () => accepted(await all.call('POST', 'pinterest/api/v5/pins', { token, json }))
  },
  'reddit (text)': async () => {
    const token = await all.signIn('reddit', 'twins')
    const form = { api_type: 'json', kind: 'self', sr: 'test', title: 'A title', text }
    return async () => {
      const { json } = accepted(await all.call('POST', 'reddit/api/api/submit', { token, form }))
      assert.deepEqual(json.errors, [])
    }
  },
  'reddit (links, sent again on purpose)': async () => {
    const token = await all.signIn('reddit', 'twins')
    const url = 'https://client.test/'
    const form = { api_type: 'json', kind: 'link', sr: 'test', title: text, url, resubmit: 'true' }
    return async () => {
      const { json } = accepted(await all.call('POST', 'reddit/api/api/submit', { token, form }))
      assert.deepEqual(json.errors, [])
    }
  },
  threads: async () => {
    const token = await all.signIn('threads', 'twins')
    const post = (path: string, form: Record<string, string>) =>
      all.call('POST', `threads/graph/v1.0/me/${path}`, { token, form })
    return async () => {
      const { id: creation_id } = accepted(await post('threads', { media_type: 'TEXT', text }))
      all.pass(minute)
      accepted(await post('threads_publish', { creation_id }))
    }
  },
  tiktok: async () => {
    const token = await all.signIn('tiktok', 'twins')
    const post_info = { privacy_level: 'PUBLIC_TO_EVERYONE', title: text }
    const source_info = { source: 'PULL_FROM_URL', video_url }
    return async () => {
      all.pass(minute)
      const json = { post_info, source_info }
      accepted(await all.call('POST', 'tiktok/api/v2/post/publish/video/init/', { token, json }))
    }
  },
  'x (a day later)': async () => {
    const name = 'twins'
    return async () => {
      all.pass(25 * 60 * minute)
      const token = await all.signIn('x', name)
      accepted(await all.call('POST', 'x/api/2/tweets', { token, json: { text } }))
    }
  },
  youtube: async () => {
    const token = await all.signIn('youtube', 'twins')
    const query = { uploadType: 'resumable', part: 'snippet,status' }
    const headers = { 'x-upload-content-length': String(mp4.length), 'x-upload-content-type': 'video/mp4' }
    const json = { snippet: { title: 'A film', description: text }, status: { privacyStatus: 'public' } }
    return async () => {
      const begun = await all.call('POST', 'youtube/api/upload/youtube/v3/videos', { token, query, headers, json })
      accepted(begun)
      const place = begun.headers.get('location') ?? ''
      const range = { 'content-range': `bytes 0-${mp4.length - 1}/${mp4.length}` }
      accepted(await all.call('PUT', place, { token, headers: range, bytes: mp4 }))
    }
  },
}

describe('two identical posts are two rows in the ledger, if the platform allows them', () => {
  for (const [name, begin] of Object.entries(publishers))
    test(name, async () => {
      await all.control('POST', '/reset')
      const publish = await begin()
      await publish()
      await publish()
      const [platform = ''] = name.split(' ')
      const twins = (await all.posts(platform)).filter((one) => one.text === text)
      assert.equal(twins.length, 2)
      assert.equal(new Set(twins.map(({ id }) => id)).size, 2)
      assert.equal(new Set(twins.map(({ account_id: account }) => account)).size, 1)
    })
})

test('a simulator that uses one ID for two posts fails, and does not change the first', async () => {
  const post = { id: 'one', account_id: 'ana', media_count: 0, reply_to: null, url: 'http://small.test/one' }
  const platform: Simulator = {
    ...smallPlatform(),
    routes: [
      {
        method: 'POST',
        host: 'api',
        path: '/posts/:text',
        operation: 'create',
        handle: ({ params }, world) => {
          world.publish({ ...post, text: params.text ?? '', created_at: new Date(world.now()).toISOString() })
          return { status: 201 }
        },
      },
    ],
  }
  const sandbox = await startSandbox({ small: platform })
  const publish = async (words: string) =>
    (await fetch(`${sandbox.address}/small/api/posts/${words}`, { method: 'POST' })).status
  assert.deepEqual([await publish('first'), await publish('second')], [201, 500])
  const posts = await sandbox.posts('small')
  await sandbox.stop()
  assert.deepEqual(
    posts.map((one) => one.text),
    ['first'],
  )
})
