import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startMediaInstance } from '../../harness/media.ts'
import { codesOf, createPost, readJob, readPost, textPost, upload } from '../../harness/posts.ts'
import { isAtRest } from '../../harness/publishing.ts'
import { openRows, type Rows } from '../../harness/rows.ts'
import { type PdsAccount, type PdsPost, type RealPds, startRealPds } from '../../harness/servers/real-pds.ts'
import { picture } from '../../media/fixtures.ts'

const put = 'com.atproto.repo.putRecord'
const uploadBlob = 'com.atproto.repo.uploadBlob'
const refresh = 'com.atproto.server.refreshSession'

/** No server listens there. */
const nowhere = 'http://127.0.0.1:9'

let pds: RealPds
before(async () => {
  pds = await startRealPds()
})
after(() => pds?.stop())

const facets = z.array(
  z.object({
    index: z.object({ byteStart: z.number(), byteEnd: z.number() }),
    features: z.tuple([z.looseObject({ $type: z.string() })]),
  }),
)

const images = z.array(
  z.object({
    alt: z.string(),
    aspectRatio: z.object({ width: z.number(), height: z.number() }),
    image: z.object({ ref: z.object({ $link: z.string() }), mimeType: z.string() }),
  }),
)
const imagesEmbed = z.object({ $type: z.literal('app.bsky.embed.images'), images })

interface Member extends User {
  readonly account: PdsAccount
  /** Posts, and waits until nothing is left to do. */
  readonly publish: (body: object) => Promise<Outcome>
}

interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
  readonly post: any
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly job: any
  /** All posts of the account, as Bluesky's own client reads them. */
  readonly posts: readonly PdsPost[]
}

const textsOf = (posts: readonly PdsPost[]) => posts.map(({ value }) => value.text)

/** Exactly the requested post exists: its root is the job's, and nothing exists twice. */
function assertPublished({ post, job, posts }: Outcome, texts: readonly string[]): void {
  assert.deepEqual([job.status, job.error, post.status], ['completed', null, 'successful'])
  assert.deepEqual(textsOf(posts), texts)
  assert.equal(job.platform_post_id, posts[0]?.uri)
}

onEachDatabase(
  (kind) => {
    let instance: Instance
    let rows: Rows
    before(async () => {
      instance = await startMediaInstance(kind, {
        env: {
          BLUESKY_ENTRYWAY_URL: pds.entryway,
          BLUESKY_PLC_URL: pds.plc,
          BLUESKY_APPVIEW_URL: nowhere,
          BLUESKY_VIDEO_URL: nowhere,
          POLYPOST_TIME_SCALE: '40',
        },
      })
      rows = await openRows(instance.data)
    })
    after(async () => {
      await rows?.close()
      await instance?.stop()
    })

    async function newMember(): Promise<Member> {
      const account = await pds.makeAccount()
      const user = await instance.newUser()
      const { handle, appPassword: app_password } = account
      const { body, text } = await user.ask('POST', '/connect', { body: { platform: 'bluesky', handle, app_password } })
      assert.equal(body.data?.status, 'connected', text)
      return { ...user, account, publish: (asked) => publish(user, account, asked) }
    }

    async function publish(user: User, account: PdsAccount, body: object): Promise<Outcome> {
      const { id, jobIds } = await createPost(user, { platforms: ['bluesky'], ...body })
      const [jobId = 0] = jobIds
      await eventually('nothing is left to do', async () => isAtRest(await rowOf(jobId)))
      return { post: await readPost(user, id), job: await readJob(user, jobId), posts: await pds.posts(account.did) }
    }

    const rowOf = (id: number) => rows.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

    const connected = async ({ ask }: User) =>
      (await ask('GET', '/profiles')).body.data.profiles[0].platform_profiles.bluesky

    test('a handle and an app password connect the account of that server', async () => {
      const member = await newMember()
      const { account_id, username, environment, status } = await connected(member)
      const { did, handle } = member.account
      assert.deepEqual([account_id, username, environment, status], [did, handle, 'live', 'connected'])
    })

    test('a link, a mention and a hashtag after emoji have the same targets as in Bluesky’s own client', async () => {
      const friend = await pds.makeAccount()
      const { account, publish } = await newMember()
      const parts = ['https://acme.example/launch/day-1?from=bluesky', `@${friend.handle}`, '#Przyjęcie']
      const [link, mention, tag] = parts
      const message = `👩‍👩‍👧‍👦🇵🇱 Wejdź: ${link} – with ${mention}. ${tag}`
      const options = { bluesky: { languages: ['pl', 'en'] } }
      const outcome = await publish({ message, platform_options: options })
      assertPublished(outcome, [message])
      const [post] = outcome.posts
      assert.deepEqual(post?.value.langs, ['pl', 'en'])
      const found = facets.parse(post?.value.facets)
      const bytes = Buffer.from(message)
      assert.deepEqual(
        found.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString()),
        parts,
      )
      assert.deepEqual(
        found.map(({ features: [{ uri, did, tag }] }) => uri ?? did ?? tag),
        [link, friend.did, 'Przyjęcie'],
      )
      assert.deepEqual(found, facets.parse(await pds.facets(message)))
      const key = post?.uri.split('/').at(-1)
      assert.equal(outcome.job.platform_post_url, `https://bsky.app/profile/${account.did}/post/${key}`)
    })

    test('images that were uploaded by PUT arrive unchanged, with their alt texts and dimensions', async () => {
      const { account, publish, ...user } = await newMember()
      const files = [
        { type: 'image/png', bytes: await picture().png().toBuffer(), alt: 'Ein „Bild“ 🖼️\nin zwei Zeilen' },
        { type: 'image/jpeg', bytes: await picture().jpeg().toBuffer(), alt: '' },
      ]
      const media = await Promise.all(
        files.map(async ({ type, bytes, alt }) => {
          const { publicUrl } = await upload(user, bytes, type)
          return { url: publicUrl, ...(alt !== '' && { alt_text: alt }) }
        }),
      )
      const outcome = await publish({ message: 'Two pictures', media })
      assertPublished(outcome, ['Two pictures'])
      const embed = imagesEmbed.parse(outcome.posts[0]?.value.embed)
      const got = await Promise.all(
        embed.images.map(async ({ alt, aspectRatio, image }) => ({
          alt,
          aspectRatio,
          mimeType: image.mimeType,
          ...(await pds.blob(account.did, image.ref.$link)),
        })),
      )
      const aspectRatio = { width: 40, height: 30 }
      assert.deepEqual(
        got,
        files.map(({ type, bytes, alt }) => ({ alt, aspectRatio, mimeType: type, type, bytes })),
      )
    })

    test('three comments under a post are a thread: each replies to the one before it', async () => {
      const { publish } = await newMember()
      const comments = ['First', 'Second #🧵', 'Third']
      const outcome = await publish({ message: 'The post', comments_under_post: comments })
      assertPublished(outcome, ['The post', ...comments])
      const places = outcome.posts.map(({ uri, cid }) => ({ uri, cid }))
      const [root] = places
      assert.deepEqual(
        outcome.posts.map(({ value }) => value.reply),
        [undefined, ...places.slice(0, -1).map((parent) => ({ root, parent }))],
      )
    })

    test('an expired session is renewed once during publishing, and is valid for the next post', async () => {
      const { publish, ...user } = await newMember()
      const before = { expired: pds.count(uploadBlob, 400), renewed: pds.count(refresh, 200) }
      await pds.endSessions()
      const { publicUrl } = await upload(user, await picture().png().toBuffer(), 'image/png')
      const first = await publish({
        message: 'Later',
        media: [{ url: publicUrl }],
        comments_under_post: ['Still later'],
      })
      assertPublished(first, ['Later', 'Still later'])
      assert.equal(first.job.attemptsMade, 1)
      const second = await publish({ message: 'After that' })
      assert.deepEqual(
        [second.job.status, textsOf(second.posts)],
        ['completed', ['Later', 'Still later', 'After that']],
      )
      assert.deepEqual(
        { expired: pds.count(uploadBlob, 400), renewed: pds.count(refresh, 200) },
        { expired: before.expired + 1, renewed: before.renewed + 1 },
      )
    })

    test('a post and a comment whose responses were lost are found, and nothing is sent twice', async () => {
      const { publish } = await newMember()
      const before = pds.count(put, 200)
      for (const _ of ['post', 'comment']) pds.loseAnswer(put)
      const outcome = await publish({ message: 'One', comments_under_post: ['Two', 'Three'] })
      assertPublished(outcome, ['One', 'Two', 'Three'])
      assert.equal(outcome.job.attemptsMade, 1)
      assert.equal(pds.count(put, 200), before + 3)
    })

    test('if the app password was revoked, the job fails, and a person is asked to connect again', async () => {
      const { account, publish, ...user } = await newMember()
      await pds.revoke(account)
      await pds.endSessions()
      const { job, post, posts } = await publish({ message: 'Never' })
      assert.deepEqual(
        [job.status, job.error, job.platform_post_id, post.status, posts],
        ['failed', 'reconnect_required', null, 'failed', []],
      )
      assert.equal((await connected(user)).status, 'needs_reconnect')
      const { warnings } = (await user.ask('GET', '/settings')).body.data
      assert.deepEqual(
        warnings.map(({ code, platform, scope }: Record<string, unknown>) => [code, platform, scope]),
        [['reconnect_required', 'bluesky', 'account']],
      )
      const refused = await user.ask('POST', '/post', { body: { ...textPost, platforms: ['bluesky'] } })
      assert.deepEqual(codesOf(refused), {
        status: 422,
        code: 'reconnect_required',
        details: ['reconnect_required'],
      })
    })
  },
  { inTurn: true },
)
