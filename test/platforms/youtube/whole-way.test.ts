import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type InstanceData, makeInstanceData } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startMediaInstance } from '../../harness/media.ts'
import { createPost, readJob, upload } from '../../harness/posts.ts'
import { type SeenRequest, type SimulatedPlatforms, startSimulated } from '../../harness/simulated.ts'
import { film, picture } from '../../media/fixtures.ts'
import { piece } from './scripted.ts'

/** A video, followed by bytes that no player reads. */
const longFilm = (size: number): Buffer => {
  const plain = film('plain.mp4')
  const free = Buffer.alloc(size - plain.length)
  free.writeUInt32BE(free.length)
  free.write('free', 4, 'latin1')
  return Buffer.concat([plain, free])
}
const size = 2 * piece + 100

let simulated: SimulatedPlatforms
let instance: Instance
let instanceData: InstanceData
before(async () => {
  simulated = await startSimulated({ scale: 200 })
  instanceData = await makeInstanceData('sqlite')
  const env = {
    ...simulated.env,
    POLYPOST_TIME_SCALE: '20',
    // Reading followers would meet the faults that are for a post.
    POLYPOST_READ_METRICS: 'none',
  }
  instance = await startMediaInstance('sqlite', { env, data: instanceData })
})
after(async () => {
  await instance.stop()
  await instanceData.remove()
  await simulated.stop()
})

interface Somebody extends User {
  readonly channel: string
}

async function newcomer(prefix = ''): Promise<Somebody> {
  const user = await instance.newUser()
  await simulated.connect(user.ask, 'youtube', `${prefix} ${randomBytes(4).toString('hex')}`)
  const [profile] = (await user.ask('GET', '/profiles')).body.data.profiles
  return { ...user, channel: profile.platform_profiles.youtube.account_id }
}

interface Wanted {
  readonly bytes?: Buffer
  readonly cover?: Buffer
  readonly options?: object
}

/** Publishes a video, and waits until nothing is left to do. */
async function publish(who: Somebody, message: string, { bytes = film('plain.mp4'), cover, options }: Wanted = {}) {
  const { publicUrl: url } = await upload(who, bytes, 'video/mp4')
  const thumbnail = cover && (await upload(who, cover, 'image/png')).publicUrl
  const { jobIds } = await createPost(who, {
    message,
    platforms: ['youtube'],
    media: [{ url, ...(thumbnail && { thumbnail_url: thumbnail }) }],
    ...(options && { platform_options: { youtube: options } }),
    comments_under_post: [`Under ${message}`],
  })
  const id = jobIds[0] ?? 0
  const job = await eventually('the comment is there, or a warning', async () => {
    const read = await readJob(who, id)
    const posts = await simulated.posts('youtube')
    const isOver = posts.some(({ text }) => text === `Under ${message}`) || read.status === 'failed'
    return isOver && read
  })
  const { warnings } = (await who.ask('GET', `/jobs/${id}`)).body.data
  const codes: readonly string[] = warnings.map(({ code }: { code: string }) => code)
  return { job, codes }
}

const callsOf = async (word: string): Promise<SeenRequest[]> => {
  const all = await simulated.requests('youtube')
  return all.filter(({ path, query, body }) => path.includes(word) || query.includes(word) || body?.includes(word))
}

const putsSince = async (since: string) =>
  (await simulated.requests('youtube'))
    .filter(({ method, at }) => method === 'PUT' && at >= since)
    .map(({ headers, status }) => `${headers['content-range']} ${status}`)

const wide = () => picture().resize(1_280, 720, { fit: 'fill' }).png().toBuffer()

test('a long video is uploaded in chunks, each once, although the access token expires meanwhile', async () => {
  const who = await newcomer()
  const since = new Date().toISOString()
  // The start of the session, and the first chunk, pass.
  await simulated.fault('youtube', { operation: 'upload', kind: 'token_expired', after: 2 })
  const { job, codes } = await publish(who, 'A long film', { bytes: longFilm(size) })
  assert.deepEqual([job.status, codes], ['completed', []])
  const range = (index: number) => `bytes ${index * piece}-${Math.min((index + 1) * piece, size) - 1}/${size}`
  assert.deepEqual(await putsSince(since), [
    `${range(0)} 308`,
    `${range(1)} 401`,
    `bytes */${size} 308`,
    `${range(1)} 308`,
    `${range(2)} 201`,
  ])
})

test('a video has its thumbnail, its playlist and its metadata', async () => {
  const who = await newcomer()
  const playlist_id = `PL${who.channel.slice(2)}`
  const options = {
    title: 'My title',
    tags: ['a', 'b c'],
    privacy_status: 'unlisted',
    containsSyntheticMedia: true,
    playlist_id,
  }
  const { job, codes } = await publish(who, 'Everything', { cover: await wide(), options })
  assert.deepEqual([job.status, codes], ['completed', []])
  const [begun] = await callsOf('My title')
  assert.deepEqual(JSON.parse(begun?.body ?? ''), {
    snippet: { title: 'My title', description: 'Everything', categoryId: '22', tags: ['a', 'b c'] },
    status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
  })
  const [thumbnail] = await callsOf(`videoId=${job.platform_post_id}`)
  assert.deepEqual([thumbnail?.path.endsWith('/thumbnails/set'), thumbnail?.status], [true, 200])
  const calls = (await callsOf(playlist_id)).map(({ method, status }) => `${method} ${status}`)
  assert.deepEqual(calls, ['GET 200', 'POST 200'])
  assert.match(job.platform_post_url ?? '', /\/watch\?v=[\w-]{11}$/)
})

test('a Short gets its thumbnail after processing', async () => {
  const who = await newcomer()
  const { job } = await publish(who, 'A Short', {
    cover: await wide(),
    bytes: film('rotated.mp4'),
    options: { post_type: 'shorts' },
  })
  assert.equal(job.status, 'completed')
  assert.match(job.platform_post_url ?? '', /\/shorts\/[\w-]{11}$/)
  const about = (await callsOf(String(job.platform_post_id))).map(({ path }) => path.replace(/.*v3\//, ''))
  const [last] = about.filter((path) => path !== 'commentThreads').slice(-1)
  assert.deepEqual([about[0], last], ['videos', 'thumbnails/set'])
})

describe('a failed follow-up leaves a warning, and the next ones run', () => {
  test('a cover of a channel that is not verified', async () => {
    const { job, codes } = await publish(await newcomer('unverified'), 'Unverified', { cover: await wide() })
    assert.deepEqual([job.status, codes], ['completed', ['thumbnail_rejected']])
  })

  test('a playlist that refuses the video', async () => {
    const who = await newcomer()
    const options = { playlist_id: `PL${who.channel.slice(2)}` }
    // The first call of this kind looks for the playlist, the second adds the video.
    await simulated.fault('youtube', { operation: 'account', kind: 'media_rejected', after: 1 })
    const { job, codes } = await publish(who, 'No playlist', { options })
    assert.deepEqual([job.status, codes], ['completed', ['playlist_failed']])
  })

  test('a playlist entry that was added despite an error is not added twice', async () => {
    const who = await newcomer()
    const options = { playlist_id: `PL${who.channel.slice(2)}` }
    await simulated.fault('youtube', { operation: 'account', kind: 'server_error_after', after: 1 })
    const { job, codes } = await publish(who, 'Said to fail', { options })
    assert.deepEqual([job.status, codes], ['completed', []])
    const inserts = (await callsOf(options.playlist_id)).filter(({ method }) => method === 'POST')
    assert.equal(inserts.length, 1)
  })
})

test('a playlist of another channel fails the job before the upload', async () => {
  const { job } = await publish(await newcomer(), 'Nowhere', { options: { playlist_id: 'PLnobodyhasthis' } })
  assert.deepEqual([job.status, job.error], ['failed', 'content_rejected'])
  assert.deepEqual(await callsOf('Nowhere'), [])
})
