import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { comeBack, decide } from '../../harness/consent.ts'
import { eventually } from '../../harness/eventually.ts'
import type { User } from '../../harness/instance.ts'
import { mediaEnv } from '../../harness/media.ts'
import { createPost, readJob, upload } from '../../harness/posts.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'
import { gif, png } from '../../harness/small-media.ts'

let instance: SandboxInstance
before(async () => {
  instance = await startSandboxed('sqlite', { env: await mediaEnv() })
})
after(() => instance.stop())

/** A person signs in on the page, and chooses a board by its name. */
async function connect(user: User, name: string, board: string): Promise<string> {
  const body = { platform: 'pinterest', environment: 'sandbox', redirect_url: 'http://127.0.0.1:9/done' }
  const begun = (await user.ask('POST', '/connect', { body })).body.data
  await comeBack(await decide(begun.url, 'allow', name))
  const { choices } = (await user.ask('GET', `/connect/${begun.connection_id}`)).body.data
  const chosen = choices.find((one: { name: string }) => one.name === board)
  assert.ok(chosen, JSON.stringify(choices))
  assert.equal(chosen.kind, 'board')
  const select = { body: { choice_id: chosen.id } }
  const { status } = await user.ask('POST', `/connect/${begun.connection_id}/select`, select)
  assert.equal(status, 200)
  return chosen.id
}

const sent = z.object({ board_id: z.string(), media_source: z.object({ source_type: z.string() }) })

/** The request to Pinterest for the Pin with this text. */
async function pinned(user: User, message: string, file: Buffer, type: string) {
  const { publicUrl: url } = await upload(user, file, type)
  const { jobIds } = await createPost(user, { platforms: ['pinterest'], message, media: [{ url }] })
  const [id = 0] = jobIds
  await eventually('it is published', async () => (await readJob(user, id)).status === 'completed')
  const log = z
    .object({ requests: z.array(z.object({ path: z.string(), body: z.string().nullable() })) })
    .parse(await instance.control('GET', '/pinterest/requests?bodies=1'))
  const body = log.requests.find(({ path, body }) => path.endsWith('/v5/pins') && body?.includes(message))?.body
  return sent.parse(JSON.parse(body ?? 'null'))
}

test('a Pin goes to the board that was chosen when the account was connected, and to another after another choice', async () => {
  const user = await instance.newUser()
  for (const board of ['Recipes', 'Places to see']) {
    const id = await connect(user, 'somebody with many boards', board)
    const [profile] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.equal(profile.platform_profiles.pinterest.board_id, id)
    assert.equal((await pinned(user, `On ${board}`, png, 'image/png')).board_id, id)
  }
})

test('a GIF is fetched from the media host, an image goes along', async () => {
  const user = await instance.newUser()
  await connect(user, 'somebody else with many boards', 'Ideas')
  assert.equal((await pinned(user, 'A GIF', gif, 'image/gif')).media_source.source_type, 'image_url')
  assert.equal((await pinned(user, 'An image', png, 'image/png')).media_source.source_type, 'image_base64')
})
