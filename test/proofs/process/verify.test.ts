import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { mask, maskText } from '../../../src/commands/verify/mask.ts'
import { type Verification, verify } from '../../../src/commands/verify/verify.ts'
import { platforms } from '../../../src/platforms/index.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { runCommand } from '../../harness/process.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

let instance: SandboxInstance
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-verify-'))
  instance = await startSandboxed('sqlite')
  await instance.owner('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
})
after(async () => {
  await instance.stop()
  await rm(folder, { recursive: true })
})

const postList = z.object({ posts: z.array(z.object({ id: z.string(), text: z.string() })) })
const postsOn = async (platform: string) => postList.parse(await instance.control('GET', `/${platform}/posts`)).posts

/** Runs the check; returns the exit code, what the terminal shows, and the report. */
async function check(platform: string, changes: Partial<Verification> = {}) {
  let shown = ''
  const code = await verify({
    base: instance.base,
    key: ownerKey,
    platform,
    yes: true,
    sandbox: false,
    options: {},
    picture: null,
    video: null,
    large: true,
    wait: 0,
    pollEvery: 50,
    folder,
    out: { write: (text) => (shown += text) },
    ask: null,
    clock: systemClock,
    signal: new AbortController().signal,
    ...changes,
  })
  const [name = ''] = /verify-\w+-\S+\.md/.exec(shown) ?? []
  return { code, shown, report: await readFile(join(folder, name), 'utf8') }
}

describe('a check of a simulated platform publishes marked posts, and its report has a verdict for each step and no secret:', () => {
  for (const { name } of platforms)
    test(name, async () => {
      const { code, shown, report } = await check(name)
      assert.equal(code, 0, report)
      assert.match(report, /^\| (Text|Picture|Video) post \| works \|/m)
      assert.match(report, /^\| Delete the test posts \| check by hand \|/m)
      assert.doesNotMatch(report, /\| failed \|/)
      const posts = await postsOn(name)
      assert.ok(posts.length > 0)
      for (const { text } of posts) assert.match(text, /^Polypost test .*, please ignore\.$/s)
      for (const text of [report, shown]) {
        assert.ok(!text.includes(ownerKey))
        assert.doesNotMatch(text, /signature=[^*]|expires=[^*]|Bearer [^*]/i)
      }
      for (const line of shown.split('\n'))
        assert.ok(line.length <= 80 || /https?:|verify-/.test(line), `longer than 80 columns: ${line}`)
    })
})

const supported = platforms.filter(
  // LinkedIn lets no new app read the comments of a person.
  ({ name, supports }) => supports.reply && supports.firstComments > 0 && name !== 'linkedin',
)

describe('a check replies to the comment of another person, if it may wait for one:', () => {
  for (const { name } of supported)
    test(name, async () => {
      const before = new Set((await postsOn(name)).map(({ id }) => id))
      const options = name === 'youtube' ? { privacy_status: 'unlisted' } : {}
      const checking = check(name, { wait: 120_000, large: false, options })
      const ended = checking.then(() => true)
      // A stranger comments on every new post until the check has ended.
      await eventually('the check has ended', async () => {
        for (const { id, text } of await postsOn(name)) {
          if (before.has(id) || !text.includes('(')) continue
          before.add(id)
          const path = `/${name}/posts/${encodeURIComponent(id)}/comments`
          await instance.control('POST', path, { author: 'stranger', message: 'Is this a test?' })
        }
        return Promise.race([ended, Promise.resolve(false)])
      })
      const { code, report } = await checking
      assert.equal(code, 0, report)
      for (const step of ['First comment', 'Read comments', 'Reply to a comment'])
        assert.match(report, new RegExp(`^\\| ${step} \\| works \\|`, 'm'), report)
    })
})

describe('nothing is published', () => {
  const run = (...args: string[]) =>
    runCommand(['verify', 'bluesky', '--url', instance.base, '--report', folder, ...args], {})

  test('without a terminal and without --yes; the exit code is 2', async () => {
    const before = await postsOn('bluesky')
    const reports = await readdir(folder)
    const { code, output } = await run()
    assert.equal(code, 2, output)
    assert.match(output, /Nothing was done: .* add --yes/)
    assert.deepEqual(await postsOn('bluesky'), before)
    assert.deepEqual(await readdir(folder), reports)
  })

  test('if the operator does not type yes', async () => {
    const before = await postsOn('bluesky')
    await assert.rejects(check('bluesky', { yes: false, ask: async () => false }), /Nothing was published/)
    assert.deepEqual(await postsOn('bluesky'), before)
  })

  test('with a wrong key or option, or on an unknown platform, or if nobody is at the address; the exit code is 2', async () => {
    const before = await postsOn('bluesky')
    const wrong = await run('--yes', '--key', 'pp_wrong')
    assert.deepEqual([wrong.code, wrong.output.split('\n').length], [2, 2], wrong.output)
    const away = await run('--yes', '--url', 'http://127.0.0.1:9')
    assert.equal(away.code, 2)
    assert.match(away.output, /does not respond/)
    for (const option of [['--wait', 'soon'], ['--nothing']]) assert.equal((await run('--yes', ...option)).code, 2)
    await assert.rejects(check('myspace'), /no platform myspace/)
    assert.deepEqual(await postsOn('bluesky'), before)
  })
})

test('a step that fails has the words of the platform, and the exit code is 1; the other steps go on', async () => {
  const { code, report } = await check('reddit', { options: { subreddit: 'nowhere' } })
  assert.equal(code, 1)
  assert.match(report, /^\| Text post \| failed \| .*doesn't exist/m)
  assert.match(report, /^\| Metrics \| skipped \|/m)
})

test('a failed sign-in writes its report: what the platform reported, and what to change; the exit code is 1', async () => {
  const { profileId, key } = await instance.newUser()
  await instance.control('POST', '/pinterest/faults', {
    operation: 'account',
    kind: 'server_error',
    times: 20,
    after: 0,
  })
  const { code, shown, report } = await check('pinterest', { key, profile: profileId, sandbox: true })
  await instance.control('DELETE', '/pinterest/faults')
  assert.equal(code, 1, shown)
  assert.match(report, /^\| Sign in \| failed \| .*Pinterest/m)
  assert.match(report, /^`POST \/connect` → 502/m)
  assert.doesNotMatch(report, /Text post|Picture post/)
})

test('a profile without an account gets a simulated one with --sandbox', async () => {
  const { profileId, key } = await instance.newUser()
  const { code, report } = await check('x', { key, profile: profileId, sandbox: true })
  assert.equal(code, 0, report)
  assert.match(report, /simulated platform/)
})

test('secrets in answers are masked, and addresses of posts stay readable', () => {
  const found = mask({
    access_token: 'EAAB1',
    error: { code: 'platform_error', state: 'waiting' },
    code: 'AQD-4x',
    headers: { 'x-amz': '1' },
    note: 'Bearer abcdefgh12345 at https://s3.example/a?X-Amz-Signature=abc&id=1#x=1',
  })
  assert.deepEqual(found, {
    access_token: '***',
    error: { code: 'platform_error', state: 'waiting' },
    code: '***',
    headers: '***',
    note: 'Bearer *** at https://s3.example/a?X-Amz-Signature=***&id=1#***',
  })
  assert.equal(maskText('https://www.youtube.com/watch?v=abc'), 'https://www.youtube.com/watch?v=abc')
})
