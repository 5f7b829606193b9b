import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { after, before, test } from 'node:test'
import { freePort } from '../../scripts/free-port.ts'
import { onEachDatabase } from '../harness/database.ts'
import { upload } from '../harness/posts.ts'
import { isAtRest, type PlatformName, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { largeFilm, noise } from '../media/fixtures.ts'
import { optionsFor } from '../platforms/needs.ts'

interface Fetched {
  readonly platform: PlatformName
  readonly what: string
  readonly media: () => Promise<readonly [type: string, bytes: Buffer]>
}

const film = async () => ['video/mp4', Buffer.from(largeFilm())] as const
const photo = async () => ['image/jpeg', await noise(400, 400).jpeg().toBuffer()] as const

/** The media that the platforms fetch from the media host, and report as failed in different ways. */
const fetched: readonly Fetched[] = [
  { platform: 'threads', what: 'a video', media: film },
  { platform: 'threads', what: 'an image', media: photo },
  { platform: 'instagram', what: 'a video', media: film },
  { platform: 'instagram', what: 'an image', media: photo },
  { platform: 'tiktok', what: 'a photo', media: photo },
]

/** As often as the media host does not respond; more often than a short pause would outlast. */
const failures = 3

onEachDatabase((kind) => {
  let bench: PublishingInstance
  let host: Awaited<ReturnType<typeof startHost>>
  /** How often the media host still does not respond. */
  let down = 0
  before(async () => {
    const port = String(await freePort())
    host = await startHost(Number(port), () => {
      if (down === 0) return false
      down -= 1
      return true
    })
    bench = await startPublishing(kind, { scale: 200, env: { PORT: port, POLYPOST_PUBLIC_URL: host.origin } })
  })
  after(async () => {
    await bench.stop()
    await host.stop()
  })

  for (const { platform, what, media } of fetched)
    test(`${what} that ${platform} could not fetch while the media host was down is published once the host is back`, async () => {
      const who = await bench.newcomer(platform)
      const [type, bytes] = await media()
      const { storageKey } = await upload(who, bytes, type)
      down = failures
      const { jobIds } = await who.post({
        message: `Of ${who.accountId}`,
        media: [{ storageKey }],
        platform_options: optionsFor([platform]) ?? {},
      })
      const job = await bench.until('it is published', jobIds[0] ?? 0, isAtRest)
      assert.equal(job.status, 'completed', `${job.failed_reason}`)
      assert.equal(down, 0)
      assert.equal((await who.published()).length, 1)
    })
})

/** The public address of a media host at a port. It drops the connections for which it is down. */
async function startHost(port: number, isDown: () => boolean) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (isDown()) return socket.resetAndDestroy()
    const inner = connect(port, '127.0.0.1')
    pipeline(socket, inner, () => inner.destroy())
    pipeline(inner, socket, () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this type; only pipes have another.
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${own}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
