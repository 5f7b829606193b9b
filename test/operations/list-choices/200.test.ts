import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import type { User } from '../../harness/instance.ts'
import { createPost } from '../../harness/posts.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

interface Choice {
  readonly value: string
  readonly name: string | null
}

let instance: SandboxInstance
let user: User
before(async () => {
  instance = await startSandboxed('sqlite')
  user = await instance.newUser()
  await user.ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
})
after(() => instance.stop())

async function choicesOf(platform: string, option: string): Promise<readonly Choice[]> {
  const { status, body, text } = await user.ask('GET', `/platforms/${platform}/choices?option=${option}`)
  assert.equal(status, 200, text)
  assert.deepEqual([body.data.platform, body.data.option], [platform, option])
  return body.data.choices
}

test('every option that GET /platforms names can be asked for', async () => {
  const { body } = await user.ask('GET', '/platforms')
  const named: [string, string][] = body.data.platforms.flatMap(
    ({ name, choices }: { name: string; choices: string[] }) => choices.map((option) => [name, option]),
  )
  assert.deepEqual(named, [
    ['youtube', 'playlist_id'],
    ['tiktok', 'privacy_level'],
    ['pinterest', 'boardId'],
    ['reddit', 'subreddit'],
  ])
  for (const [platform, option] of named) assert.ok((await choicesOf(platform, option)).length > 0, platform)
})

test('playlists and boards have names, and their values are accepted in a post', async () => {
  for (const [platform, option] of [
    ['youtube', 'playlist_id'],
    ['pinterest', 'boardId'],
  ] as const) {
    const [first] = await choicesOf(platform, option)
    assert.ok(first?.name, platform)
    const options = { [platform]: { [option]: first.value } }
    const body = { message: 'Hello', platforms: [platform], platform_options: options }
    const { body: checked } = await user.ask('POST', '/post/validate', { body })
    const paths = checked.data.findings.map(({ path }: { path?: string }) => path ?? '')
    assert.ok(!paths.some((path: string) => path.startsWith('platform_options')), platform)
  }
})

test('privacy levels are those that TikTok offers the creator, and no others', async () => {
  const values = (await choicesOf('tiktok', 'privacy_level')).map(({ value }) => value)
  assert.deepEqual(values, ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
})

test('communities are those of earlier posts, each once, and the account’s own profile', async () => {
  for (const title of ['One', 'Two'])
    await createPost(user, {
      message: title,
      platforms: ['reddit'],
      platform_options: { reddit: { subreddit: 'coffee', title } },
    })
  const places = async () => (await choicesOf('reddit', 'subreddit')).map(({ value }) => value)
  const listed = await eventually('the posts are listed', async () => {
    const now = await places()
    return now.includes('coffee') && now
  })
  assert.equal(listed.length, 2)
  assert.match(listed[1] ?? '', /^u_/)
})

test('an alias of a platform means the same platform', async () => {
  const { status, body } = await user.ask('GET', '/platforms/twitter/choices?option=anything')
  assert.equal(status, 400)
  assert.match(body.error.message, /X has no list of choices for `anything`\. It has no such options\./)
})
