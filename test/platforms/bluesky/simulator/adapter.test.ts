import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { bluesky as platform } from '../../../../src/platforms/bluesky/index.ts'
import { simulator } from '../../../../src/sandbox/platforms/bluesky/index.ts'
import { createSandbox, type Sandbox } from '../../../../src/sandbox/server/server.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { createLog } from '../../../../src/system/log.ts'
import { type ConnectedPublisher, createPublisher, type Publisher } from '../../../harness/publisher.ts'
import { jsonOf } from '../../../harness/sandbox.ts'
import { picture } from '../../../media/fixtures.ts'

let sandbox: Sandbox
let publisher: Publisher
let author: ConnectedPublisher
before(async () => {
  sandbox = await createSandbox({
    platforms: [{ name: platform.name, load: async () => simulator }],
    file: null,
    port: 0,
    scale: 20,
    growth: false,
    clock: systemClock,
    log: createLog({ level: 'error', pretty: false }),
  })
  const hosts = Object.keys(platform.live.hosts).map((name) => [name, `${sandbox.address}/${platform.name}/${name}`])
  publisher = createPublisher(platform.live, Object.fromEntries(hosts))
  const { fields } = await door('POST', '/login', { account: 'Author' })
  author = await publisher.connect(fields.handle, fields.app_password)
})
after(() => sandbox.stop())

const door = async (method: string, path: string, body?: object) =>
  jsonOf(
    await fetch(`${sandbox.address}/__sandbox/${platform.name}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    }),
  )

test('the account’s own server is found and used, including the path of its URL', () => {
  assert.equal(author.credentials.extra.pds, `${sandbox.address}/bluesky/pds`)
  assert.match(author.identity.profileUrl ?? '', /\/bluesky\/web\/profile\//)
})

test('text, images, a video and a thread of replies are published once each, even if everything is sent twice', async () => {
  const image = await picture().png().toBuffer()
  const video = readFileSync(new URL('../../../media/fixtures/plain.mp4', import.meta.url))
  const media = [{ bytes: image, altText: 'a picture' }]
  for (const twice of [false, true]) {
    const words = twice ? 'twice' : 'once'
    const text = await publisher.publish(
      author,
      { text: `text ${words}`, comments: ['one', 'two', 'three'] },
      { twice },
    )
    assert.equal(text.status, 'completed')
    const pictures = await publisher.publish(
      author,
      { text: `images ${words}`, media: [...media, ...media] },
      { twice },
    )
    assert.equal(pictures.status, 'completed', JSON.stringify(pictures))
  }
  const film = await publisher.publish(author, { text: 'a film', media: [{ bytes: video }] })
  assert.equal(film.status, 'completed', JSON.stringify(film))
  const { posts } = await door('GET', '/posts')
  const told = posts.map(({ text, media_count }: { text: string; media_count: number }) => `${text} ${media_count}`)
  const thread = ['one 0', 'two 0', 'three 0']
  assert.deepEqual(told, [
    ...['text once 0', ...thread, 'images once 2', 'text twice 0', ...thread, 'images twice 2', 'a film 1'],
  ])
})
