import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { platformFetch } from '../../../../src/app/open-sandbox.ts'
import type { AccountContext } from '../../../../src/platforms/shared/context.ts'
import { simulator } from '../../../../src/sandbox/platforms/instagram/index.ts'
import { createSandbox, type Sandbox } from '../../../../src/sandbox/server/server.ts'
import { createLog } from '../../../../src/system/log.ts'
import { startOrigin } from '../../../harness/servers/origin.ts'
import { slowed } from '../../../harness/slowed.ts'
import { film } from '../../../media/fixtures.ts'
import { type Login, signIn } from '../signed-in.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

const files: Readonly<Record<string, Buffer>> = {
  'good.jpg': await picture(400, 400).jpeg().toBuffer(),
  'wide.jpg': await picture(800, 100).jpeg().toBuffer(),
  'flat.png': await picture(400, 400).png().toBuffer(),
  'film.mp4': slowed(film('plain.mp4'), 10),
}

let sandbox: Sandbox
let base = ''
let passed = 0
let stopFiles: () => Promise<unknown>
before(async () => {
  const origin = await startOrigin((socket, request) => {
    const file = files[/^GET \/(\S+)/.exec(request)?.[1] ?? '']
    const head = file
      ? `HTTP/1.1 200 OK\r\ncontent-length: ${file.length}`
      : 'HTTP/1.1 404 Not Found\r\ncontent-length: 0'
    socket.end(Buffer.concat([Buffer.from(`${head}\r\nconnection: close\r\n\r\n`), file ?? Buffer.alloc(0)]))
  })
  base = `http://127.0.0.1:${origin.port}`
  stopFiles = async () => origin.stop()
  sandbox = await createSandbox({
    platforms: [{ name: 'instagram', load: async () => simulator }],
    file: null,
    port: 0,
    scale: 1,
    growth: false,
    fetch: platformFetch(),
    clock: { now: () => Date.now() + passed },
    log: createLog({ level: 'error', pretty: false }),
  })
})
after(async () => {
  await sandbox.stop()
  await stopFiles()
})

const pass = (seconds: number) => {
  passed += seconds * 1_000
}

const said = z.looseObject({
  id: z.string().optional(),
  status_code: z.string().optional(),
  status: z.string().optional(),
  error: z.looseObject({ code: z.number(), error_subcode: z.number().optional(), message: z.string() }).optional(),
})

/** A client of the simulated Instagram without our adapter. */
class Caller {
  readonly host: string
  readonly token: string
  readonly id: string

  constructor({ account, credentials }: AccountContext, login: Login) {
    this.host = login === 'facebook' ? 'graph' : 'api'
    this.token = credentials.accessToken
    this.id = account.remoteId
  }

  async ask(method: string, path: string, json?: object) {
    const response = await fetch(`${sandbox.address}/instagram/${this.host}/v25.0${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, ...said.parse(JSON.parse(text)), text }
  }

  make = (fields: object) => this.ask('POST', `/${this.id}/media`, fields)
  publish = (creation_id: string | undefined) => this.ask('POST', `/${this.id}/media_publish`, { creation_id })
  state = async (id: string | undefined) => (await this.ask('GET', `/${id}?fields=status_code,status`)).status_code
}

async function caller(name: string, login: Login = 'instagram'): Promise<Caller> {
  const [context] = await signIn(sandbox.address, name, login)
  assert.ok(context)
  return new Caller(context, login)
}

const fault = ({ error }: { error?: { code: number; error_subcode?: number | undefined } | undefined }) =>
  error && (error.error_subcode === undefined ? String(error.code) : `${error.code}/${error.error_subcode}`)

const image = () => ({ image_url: `${base}/good.jpg` })
const reel = () => ({ media_type: 'REELS', video_url: `${base}/film.mp4` })

describe('a container', () => {
  let ada: Caller
  let page: Caller
  before(async () => {
    ada = await caller('ada')
    page = await caller('page person', 'facebook')
  })

  const refused: readonly (readonly [what: string, by: 'ada' | 'page', fields: () => object, expected: string])[] = [
    ['without media', 'ada', () => ({ caption: 'Nothing.' }), '100'],
    ['of an unknown kind', 'ada', () => ({ ...image(), media_type: 'FEED' }), '100/2207023'],
    [
      'of a video of the feed, which there is no more',
      'ada',
      () => ({ ...reel(), media_type: 'VIDEO' }),
      '100/2207023',
    ],
    ['of an address where nothing is', 'ada', () => ({ image_url: `${base}/none.jpg` }), '9004/2207052'],
    ['with an unreachable URL', 'ada', () => ({ image_url: 'http://127.0.0.1:9/a.jpg' }), '9004/2207052'],
    ['of a PNG', 'ada', () => ({ image_url: `${base}/flat.png` }), '36001/2207005'],
    ['of another shape', 'ada', () => ({ image_url: `${base}/wide.jpg` }), '36003/2207009'],
    ['with too long a caption', 'ada', () => ({ ...image(), caption: 'a'.repeat(2_201) }), '36004/2207010'],
    ['with a cover that is a PNG', 'ada', () => ({ ...reel(), cover_url: `${base}/flat.png` }), '36001/2207005'],
    [
      'with trial parameters of an image',
      'ada',
      () => ({ ...image(), trial_params: { graduation_strategy: 'MANUAL' } }),
      '100',
    ],
    ['with an unknown strategy', 'ada', () => ({ ...reel(), trial_params: { graduation_strategy: 'SOON' } }), '100'],
    ['of a carousel with one item', 'ada', () => ({ media_type: 'CAROUSEL', children: ['1'] }), '100/2207028'],
    ['of a carousel of strangers', 'ada', () => ({ media_type: 'CAROUSEL', children: '1,2' }), '24/2207008'],
    ['with bytes, by Instagram Login', 'ada', () => ({ media_type: 'REELS', upload_type: 'resumable' }), '100'],
    ['with the label, by Instagram Login', 'ada', () => ({ ...image(), is_paid_partnership: true }), '100'],
    [
      'of a story with the label',
      'page',
      () => ({ ...image(), media_type: 'STORIES', is_paid_partnership: true }),
      '100',
    ],
    ['with three sponsors', 'page', () => ({ ...image(), branded_content_sponsor_ids: ['1', '2', '3'] }), '100'],
    ['with an unknown sponsor', 'page', () => ({ ...image(), branded_content_sponsor_ids: ['1'] }), '100'],
  ]
  for (const [what, by, fields, expected] of refused)
    test(`${what} is refused`, async () => {
      const answer = await { ada, page }[by].make(fields())
      assert.deepEqual([answer.status, fault(answer)], [400, expected], answer.text)
    })

  test('is processed for a while, then ready, and deleted after a day', async () => {
    const { id } = await ada.make({ ...reel(), cover_url: `${base}/good.jpg` })
    assert.equal(await ada.state(id), 'IN_PROGRESS')
    assert.equal(fault(await ada.publish(id)), '9007/2207027')
    pass(10)
    assert.equal(await ada.state(id), 'FINISHED')
    pass(86_400)
    assert.equal(await ada.state(id), 'EXPIRED')
    assert.equal(fault(await ada.publish(id)), '-2/2207020')
  })

  test('of a file that is not a video fails after processing', async () => {
    const { id } = await ada.make({ media_type: 'REELS', video_url: `${base}/good.jpg` })
    pass(10)
    const answer = await ada.ask('GET', `/${id}?fields=status_code,status`)
    assert.deepEqual([answer.status_code, /2207026/.test(answer.text)], ['ERROR', true])
  })

  test('belongs to its account only', async () => {
    const ben = await caller('ben')
    const { id } = await ada.make(image())
    pass(5)
    assert.equal(fault(await ben.publish(id)), '24/2207008')
    assert.equal(fault(await ben.ask('GET', `/${id}?fields=status_code`)), '100/33')
  })

  test('accepts bytes from the current offset, and only in order', async () => {
    const made = await page.make({ media_type: 'REELS', upload_type: 'resumable' })
    const { uri } = z.looseObject({ uri: z.url() }).parse(JSON.parse(made.text))
    const bytes = files['film.mp4'] ?? Buffer.alloc(0)
    const send = (from: number, to: number, headers: Record<string, string> = {}) =>
      fetch(uri, {
        method: 'POST',
        headers: {
          authorization: `OAuth ${page.token}`,
          offset: String(from),
          file_size: String(bytes.length),
          ...headers,
        },
        body: new Uint8Array(bytes.subarray(from, to)),
      })
    assert.equal((await send(0, 10, { authorization: `Bearer ${page.token}` })).status, 401)
    assert.equal((await send(5, 10)).status, 409)
    assert.equal((await send(0, 100)).status, 400)
    const { text } = await page.ask('GET', `/${made.id}?fields=video_status`)
    assert.match(text, /"bytes_transferred":100/)
    assert.equal((await send(100, bytes.length)).status, 200)
    pass(10)
    assert.equal(await page.state(made.id), 'FINISHED')
  })
})

describe('publishing', () => {
  test('twice creates two posts, which is the worst case', async () => {
    const who = await caller('twice')
    const { id } = await who.make(image())
    pass(5)
    const [one, other] = [await who.publish(id), await who.publish(id)]
    assert.ok(one.id && other.id && one.id !== other.id)
    assert.equal(await who.state(id), 'PUBLISHED')
  })

  test('returns a post ID that differs from the container’s, and the post has no status', async () => {
    const who = await caller('ids')
    const { id } = await who.make(image())
    pass(5)
    const post = await who.publish(id)
    assert.notEqual(post.id, id)
    assert.equal(fault(await who.ask('GET', `/${post.id}?fields=status_code`)), '100')
    const { text } = await who.ask('GET', `/${post.id}?fields=permalink,media_product_type,timestamp`)
    assert.match(text, /\/instagram\/web\/p\/[\w-]{11}\//)
    assert.match(text, /"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000"/)
  })

  test('a story is in the list of stories for a day, and in no other list', async () => {
    const who = await caller('stories')
    const { id } = await who.make({ ...image(), media_type: 'STORIES' })
    pass(5)
    const post = await who.publish(id)
    const has = async (edge: string) =>
      (await who.ask('GET', `/${who.id}/${edge}?fields=id`)).text.includes(post.id ?? '-')
    assert.deepEqual([await has('stories'), await has('media')], [true, false])
    pass(86_400)
    assert.equal(await has('stories'), false)
  })
})

describe('tokens', () => {
  test('a call to Facebook’s host with a wrong appsecret_proof is refused', async () => {
    const who = await caller('proof', 'facebook')
    assert.equal(fault(await who.ask('GET', `/${who.id}?fields=id&appsecret_proof=${'0'.repeat(64)}`)), '100')
  })

  test('a token younger than a day is not renewed, an older one is, and the old one stays valid', async () => {
    const who = await caller('renewing')
    const renew = async () => {
      const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: who.token })
      return (await fetch(`${sandbox.address}/instagram/api/refresh_access_token?${query}`)).status
    }
    assert.equal(await renew(), 400)
    pass(86_401)
    assert.equal(await renew(), 200)
    assert.equal((await who.ask('GET', '/me?fields=user_id')).status, 200)
  })

  test('every response reports the usage', async () => {
    const who = await caller('usage')
    const { headers } = await who.ask('GET', `/${who.id}?fields=id`)
    assert.ok(headers.get('x-app-usage') && headers.get('x-business-use-case-usage'))
  })
})
