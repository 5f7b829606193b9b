import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { platforms } from '../../src/platforms/index.ts'
import type { Simulator } from '../../src/sandbox/shared/simulator.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import { createPost, readPost, upload } from '../harness/posts.ts'
import type { PlatformName } from '../harness/publishing.ts'
import { startSandbox, type TestSandbox } from '../harness/sandbox.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { png } from '../harness/small-media.ts'
import { smallPlatform } from '../harness/small-platform.ts'
import { film, largeFilm, longFilm } from '../media/fixtures.ts'
import { tested, testedNames } from '../platforms/index.ts'

const written = z.object({
  id: z.string(),
  text: z.string().default('Hello'),
  author: z.string().default('1'),
  media: z.number().default(0),
  replyTo: z.string().nullable().default(null),
  path: z.string().optional(),
})

const attack = `<script>alert("1")</script> & 'more'`
const names: Readonly<Record<string, string>> = { 1: 'Ana (@ana)', 2: `Bob ${attack}` }

/** Publishes and deletes on request. */
const simulator: Simulator = {
  ...smallPlatform(),
  nameOf: (_, id) => names[id],
  routes: [
    {
      method: 'POST',
      host: 'api',
      path: '/posts',
      operation: null,
      handle: ({ json }, world) => {
        const { id, text, author, media, replyTo, path = `/posts/${id}` } = written.parse(json())
        world.publish({
          id,
          account_id: author,
          text,
          media_count: media,
          reply_to: replyTo,
          url: `${world.address('web')}${path}`,
          created_at: '2026-11-21T10:00:00.000Z',
        })
        return { status: 200 }
      },
    },
    {
      method: 'DELETE',
      host: 'api',
      path: '/posts/:id',
      operation: null,
      handle: ({ params: { id = '' } }, world) => {
        world.unpublish(id)
        return { status: 200 }
      },
    },
    { method: 'GET', host: 'web', path: '/posts/own', operation: null, handle: () => ({ status: 200, body: 'Own' }) },
  ],
}

let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox({ small: simulator, silent: smallPlatform() })
})
after(() => sandbox.stop())
beforeEach(() => sandbox.control('POST', '/reset'))

const publish = (post: z.input<typeof written>) =>
  fetch(`${sandbox.address}/small/api/posts`, { method: 'POST', body: JSON.stringify(post) })

const open = async (path: string, init: RequestInit = { headers: { accept: 'text/html' } }) => {
  const response = await fetch(`${sandbox.address}${path}`, init)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const openPost = (id: string) => open(`/small/web/posts/${id}`)

/** The visible text, one line per piece; and the targets of the page's links. */
const readable = (html: string): string[] =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<\/?(?:a|strong|time)(?: [^>]*)?>/g, '')
    .split(/<[^>]*>|\n/)
    .flatMap((line) => line.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).trim() || [])
const linksIn = (html: string) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href)

const titles = new Map<string, string>(platforms.map(({ name, title }) => [name, title]))

const note = 'This is a simulation of small. Nothing leaves this machine.'

test('the address of a post shows its author, text, time and number of files, and says that it is a simulation', async () => {
  await publish({ id: 'a', text: 'Hello\n  world 👋', media: 2 })
  const { status, headers, html } = await openPost('a')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  assert.deepEqual(readable(html), [
    note,
    'Post by Ana (@ana)',
    'Hello',
    'world 👋',
    '2026-11-21 10:00:00 UTC, 2 files',
    'No replies',
    'All simulated posts',
  ])
  assert.ok(html.includes('>Hello\n  world 👋</p>'))
})

test('replies stand below their post, with pages of their own that link back', async () => {
  await publish({ id: 'a' })
  await publish({ id: 'b', text: 'First', author: '2', replyTo: 'a', media: 1 })
  await publish({ id: 'c', text: 'Deeper', author: 'unnamed', replyTo: 'b' })
  await publish({ id: 'd', text: 'Second', replyTo: 'a' })
  const { html } = await openPost('a')
  const lines = readable(html)
  assert.deepEqual(
    lines.filter((line) => ['First', 'Deeper', 'Second', '3 replies', 'unnamed'].includes(line)),
    ['3 replies', 'First', 'unnamed', 'Deeper', 'Second'],
  )
  assert.match(html, /First<\/p>[\s\S]*<ol>[\s\S]*Deeper<\/p>[\s\S]*<\/ol>[\s\S]*Second<\/p>/)
  assert.deepEqual(linksIn(html), ['/small/web/posts/b', '/small/web/posts/c', '/small/web/posts/d', '/'])
  const reply = await openPost('b')
  assert.deepEqual(linksIn(reply.html), ['/small/web/posts/a', '/small/web/posts/c', '/'])
  assert.ok(readable(reply.html).includes('Reply to a post by Ana (@ana).'))
})

test('a page shows the first hundred replies, and says that there may be more', async () => {
  await publish({ id: 'a' })
  for (let index = 0; index < 101; index += 1) await publish({ id: `r${index}`, text: `Reply ${index}`, replyTo: 'a' })
  const lines = readable((await openPost('a')).html)
  assert.equal(lines.filter((line) => /^Reply \d+$/.test(line)).length, 100)
  assert.ok(lines.includes('There may be more replies. This page shows at most 100.'))
})

test('texts and names of users are text on every page and never markup', async () => {
  await publish({ id: 'a', text: attack, author: '2', path: '/posts/a?x=%22%3E&y=1' })
  await publish({ id: 'b', text: attack, author: '2', replyTo: 'a' })
  await publish({ id: 'c', text: attack, author: attack, replyTo: 'b' })
  for (const path of ['/', '/small/web/posts/a?x=%22%3E&y=1', '/small/web/posts/b', '/small/web/posts/c']) {
    const { status, headers, html } = await open(path)
    assert.equal(status, 200, path)
    assert.ok(!/<script|<b>|"1"|'more'/.test(html), html)
    assert.ok(readable(html).some((line) => line.includes(attack)))
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
  }
})

test('an address may have a query', async () => {
  await publish({ id: 'a', text: 'By query', path: '/watch?v=a' })
  assert.ok(readable((await open('/small/web/watch?v=a')).html).includes('By query'))
  assert.equal((await open('/small/web/watch?v=b')).status, 404)
  assert.equal((await open('/small/web/watch')).status, 404)
  assert.equal((await open('/silent/web/watch?v=a')).status, 404)
})

test('a platform’s own route comes first', async () => {
  await publish({ id: 'own' })
  assert.equal((await openPost('own')).html, 'Own')
})

test('the address of a deleted post shows a page to a browser, and JSON to a program', async () => {
  await publish({ id: 'a' })
  await fetch(`${sandbox.address}/small/api/posts/a`, { method: 'DELETE' })
  const { status, html } = await openPost('a')
  assert.equal(status, 404)
  assert.ok(readable(html).includes('Nothing is here'))
  const program = await open('/small/web/posts/a', {})
  assert.deepEqual([program.status, program.headers.get('content-type')], [404, 'application/json; charset=utf-8'])
})

test('the first page lists the platforms with their newest posts, and links to them', async () => {
  for (let index = 1; index <= 12; index += 1) await publish({ id: `p${index}`, text: `Number ${index}` })
  await publish({ id: 'reply', text: 'A reply', replyTo: 'p1' })
  await publish({ id: 'long', text: `${'👍 '.repeat(200)}` })
  await publish({ id: 'empty', text: ' ', media: 1 })
  const { status, html } = await open('/')
  assert.equal(status, 200)
  const lines = readable(html)
  assert.deepEqual(lines.slice(0, 6), [
    'This is a simulation. Nothing leaves this machine.',
    'Simulated platforms',
    'The newest posts on each of them.',
    'small',
    '(no text)',
    'Ana (@ana), 2026-11-21 10:00:00 UTC, 1 file',
  ])
  assert.equal(lines[6], `${'👍 '.repeat(60)}…`)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('Number')),
    [12, 11, 10, 9, 8, 7, 6, 5].map((index) => `Number ${index}`),
  )
  assert.ok(!lines.includes('A reply'))
  assert.deepEqual(lines.slice(-3), ['silent', 'No posts yet.', 'For programs: /__sandbox/silent/posts'])
  for (const href of linksIn(html)) assert.equal((await open(href ?? '')).status, 200, href)
})

test('pages are only for browsers on this machine: other web sites cannot read what was published', async () => {
  await publish({ id: 'a', text: 'Secret' })
  for (const path of ['/', '/small/web/posts/a']) {
    const elsewhere = await open(path, { headers: { origin: 'https://elsewhere.example' } })
    assert.ok(elsewhere.status >= 400 && !elsewhere.html.includes('Secret'), path)
    assert.ok((await open(path)).html.includes('Secret'), path)
  }
  assert.equal((await open('/', { method: 'POST' })).status, 405)
})

test('pages still work after a restart on another port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polypost-pages-'))
  try {
    const file = join(folder, 'sandbox.db')
    const first = await startSandbox({ small: simulator }, { file })
    await fetch(`${first.address}/small/api/posts`, { method: 'POST', body: JSON.stringify({ id: 'a' }) })
    const second = await first.stop().then(() => startSandbox({ small: simulator }, { file }))
    const [, href = ''] = /href="(\/small\/[^"]*)"/.exec(await (await fetch(second.address)).text()) ?? []
    assert.equal((await fetch(`${second.address}${href}`)).status, 200)
    await second.stop()
  } finally {
    await rm(folder, { recursive: true })
  }
})

const files = { image: () => png, video: () => film('plain.mp4'), 'long video': longFilm, 'large video': largeFilm }

test('the address of every simulated job leads to its post on this machine, with its replies and files', async () => {
  const instance: SandboxInstance = await startSandboxed('sqlite')
  try {
    const user = await instance.newUser()
    await user.ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
    const [profile] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.deepEqual(profile.connected_platforms.toSorted(), testedNames.toSorted())
    await Promise.all(testedNames.map((platform) => checkPage(instance, user, platform, profile)))
  } finally {
    await instance.stop()
  }
})

/** Publishes content that the platform accepts, and opens its page. */
async function checkPage(
  instance: SandboxInstance,
  user: User,
  platform: PlatformName,
  profile: { readonly platform_profiles: Readonly<Record<string, { readonly profile_url: string | null }>> },
): Promise<void> {
  const { media = 'image', options } = tested[platform].faults.way({ operation: 'create', kind: 'reset' })
  const { id } = await createPost(user, {
    message: 'Fish & chips today',
    platforms: [platform],
    media: [{ url: (await upload(user, files[media](), media === 'image' ? 'image/png' : 'video/mp4')).publicUrl }],
    comments_under_post: ['Here is more.'],
    ...(options && { platform_options: { [platform]: options } }),
  })
  const url: string = await eventually(`it is published on ${platform}`, async () => {
    const { status, jobs } = await readPost(user, id)
    return status === 'successful' && jobs[0].platform_post_url
  })
  assert.equal(new URL(url).origin, instance.sandbox)
  const takesComments = platforms.some(({ name, supports }) => name === platform && supports.firstComments > 0)
  const lines = await eventually('the comment is there', async () => {
    const found = readable(await (await fetch(url)).text())
    return (!takesComments || found.includes('Here is more.')) && found
  })
  assert.equal(lines[0], `This is a simulation of ${titles.get(platform)}. Nothing leaves this machine.`)
  assert.match(lines[1] ?? '', /^Post by \D/)
  assert.equal(lines[2], 'Fish & chips today')
  assert.match(lines[3] ?? '', / UTC, 1 file$/)
  if (takesComments) assert.equal(lines[4], '1 reply')
  const { profile_url: address } = profile.platform_profiles[platform] ?? assert.fail(`${platform} has no profile`)
  // For most apps LinkedIn does not return a person's profile URL.
  if (platform === 'linkedin') assert.equal(address, null)
  else assert.equal(URL.parse(address ?? '')?.origin, instance.sandbox)
}
