import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { createTurns } from '../../src/system/turns.ts'
import { onEachDatabase } from '../harness/database.ts'
import { upload } from '../harness/posts.ts'
import {
  isAtRest,
  type Newcomer,
  type Publishing,
  type SimulatedPlatform,
  startPublishing,
} from '../harness/publishing.ts'
import type { Fault } from '../harness/simulated.ts'
import { png } from '../harness/small-media.ts'
import { film, largeFilm, longFilm } from '../media/fixtures.ts'
import { tested, testedNames } from '../platforms/index.ts'
import type { Course, TestedPlatform } from '../platforms/shared/tested.ts'
import { type Body, endings, look, published, type Seen } from '../publish/seen.ts'

/** A sequence of faults, and the platforms on which it is the same. */
interface Shared extends Course {
  readonly on: readonly SimulatedPlatform[]
}

const both = ['bluesky', 'x'] as const
const { ended, failed, unknown, retried } = endings

/** Sequences of several faults, or of faults at the second and third calls of a step. */
const courses: readonly Shared[] = [
  {
    name: 'a post with four rate limit refusals is published by the fifth attempt, and reported as late once',
    on: both,
    text: '[[sandbox:rate_limit:4]]',
    seen: { attempts: 5, events: ['post.delayed', 'post.published'] },
  },
  {
    name: 'a post with five rate limit refusals fails',
    on: both,
    text: '[[sandbox:rate_limit:5]]',
    seen: { ...ended, status: 'failed', attempts: 5, error: 'rate_limited' },
  },
  {
    name: 'a commit that is lost three times is sent again each time, and published once',
    on: both,
    text: '[[sandbox:timeout_before]] [[sandbox:reset]] [[sandbox:server_error]]',
    seen: {},
  },
  {
    name: 'a commit whose responses are all lost is sent once',
    on: both,
    text: '[[sandbox:server_error_after:9]]',
    seen: {},
  },
  {
    name: 'a commit that never arrives requires a person',
    on: both,
    text: '[[sandbox:server_error:9]]',
    seen: { ...unknown, posts: 0 },
  },
  {
    name: 'a post that is refused first and lost then is published once',
    on: both,
    text: '[[sandbox:rate_limit]] [[sandbox:server_error_after]]',
    seen: retried,
  },
  {
    name: 'a post that is lost first and rate limited then stays in doubt, and is published once',
    on: both,
    text: '[[sandbox:server_error]] [[sandbox:rate_limit]]',
    seen: {},
  },
  {
    name: 'a post that is refused as a duplicate of its own possible first attempt does not fail',
    on: both,
    text: '[[sandbox:server_error]] [[sandbox:duplicate]]',
    seen: {},
  },
  {
    name: 'three comments, of which the second is lost and the third refused, leave one warning',
    on: both,
    comments: ['One.', 'Two. [[sandbox:server_error_after]]', 'Three. [[sandbox:media_rejected]]'],
    seen: { comments: [1, 1, 0], warnings: ['media_rejected'] },
  },
  {
    name: 'a comment that never arrives leaves a warning',
    on: both,
    comments: ['One. [[sandbox:server_error:9]]', 'Two.'],
    seen: { comments: [0, 1], warnings: ['platform_unavailable'] },
  },
  {
    name: 'a comment with five rate limit refusals leaves a warning',
    on: both,
    comments: ['One. [[sandbox:rate_limit:5]]', 'Two.'],
    seen: { comments: [0, 1], warnings: ['rate_limited'] },
  },
  {
    name: 'a post with media on X whose lost commit was not accepted requires a person',
    on: ['x'],
    text: '[[sandbox:server_error]]',
    media: 'image',
    seen: { ...unknown, posts: 0 },
  },
  {
    name: 'a post with media on X whose commit lost its response is found by its media',
    on: ['x'],
    text: '[[sandbox:server_error_after]]',
    media: 'image',
    seen: {},
  },
  {
    name: 'a post with media on Bluesky is sent again with its record key',
    on: ['bluesky'],
    text: '[[sandbox:server_error]]',
    media: 'image',
    seen: {},
  },
]

/** Calls of an upload to X: start, segments, end, and alternative text. */
const uploadCalls = [
  { call: 'begins', after: 0 },
  { call: 'is sent', after: 1 },
  { call: 'ends', after: 2 },
  { call: 'is described', after: 3 },
] as const

const uploadCourses = uploadCalls.flatMap(({ call, after }): Shared[] => {
  const course = (kind: Fault['kind'], seen: Partial<Seen>): Shared => ({
    name: `${kind} when an upload ${call}`,
    on: ['x'],
    media: 'described image',
    fault: { operation: 'upload', kind, after },
    seen,
  })
  return [
    course('server_error', retried),
    course('server_error_after', retried),
    course('malformed_json', call === 'is sent' || call === 'is described' ? {} : retried),
    course('reset', retried),
    // A post is more important than the alternative text of its image.
    course('media_rejected', call === 'is described' ? {} : { ...failed, error: 'media_rejected' }),
  ]
})

/** The calls for a video on Bluesky besides its upload. */
const videoCourses = (['token', 'account'] as const).flatMap((operation): Shared[] =>
  [0, 1].flatMap((after) => {
    const course = (kind: Fault['kind'], seen: Partial<Seen>): Shared => ({
      name: `${kind} at call ${after + 1} of ${operation} for a video`,
      on: ['bluesky'],
      media: 'video',
      fault: { operation, kind, after },
      seen,
    })
    // If a server does not report its DID, it is derived by a rule.
    const isName = operation === 'account' && after === 1
    return [
      course('server_error', isName ? {} : retried),
      // Both are reads, which are sent again at once.
      course('reset', {}),
      course('malformed_json', retried),
      ...(operation === 'account' && after === 0
        ? [course('daily_quota', { ...failed, error: 'quota_exhausted' })]
        : []),
    ]
  }),
)

const quotaCourse: Shared = {
  name: 'a video beyond the daily limit fails with that reason, even if only the upload reports it',
  on: ['bluesky'],
  media: 'video',
  fault: { operation: 'upload', kind: 'daily_quota' },
  seen: { ...failed, error: 'quota_exhausted' },
}

/** Each platform's own cases are in its own file. */
const ownOn = (database: DatabaseKind): Shared[] =>
  testedNames.flatMap((name) => {
    const { courses = [], faults }: TestedPlatform = tested[name]
    const isSampled = database === 'postgres' && faults.onPostgres !== undefined
    return isSampled ? [] : courses.map((course) => ({ ...course, on: [name] }))
  })

const shared: readonly Shared[] = [...courses, ...uploadCourses, ...videoCourses, quotaCourse]

async function bodyFor({ name, text = '', comments = [], media, options }: Course, who: Newcomer): Promise<Body> {
  // A fault in a text affects everybody who sends that text, and X accepts 280 characters of it.
  const message = `${name.slice(0, 150)} ${text}`.trim()
  const films = { video: () => film('plain.mp4'), 'long video': longFilm, 'large video': largeFilm }
  const isFilm = media === 'video' || media === 'long video' || media === 'large video'
  const file = isFilm ? await upload(who, films[media](), 'video/mp4') : null
  const image = media && !file ? await upload(who, png, 'image/png') : null
  const url = (file ?? image)?.publicUrl
  return {
    message,
    ...(url && { media: [{ url, ...(media === 'described image' && { alt_text: 'One pixel.' }) }] }),
    ...(comments.length > 0 && { comments_under_post: comments }),
    ...(options && { platform_options: { [who.platform]: options } }),
  }
}

onEachDatabase((kind) => {
  let bench: Publishing
  const freely = createTurns(6)
  const connecting = createTurns(4)
  const oneByOne = new Map(testedNames.map((name) => [name, createTurns(1)]))

  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  // Those that set faults by the control API come after those with faults in their texts.
  for (const atDoor of [false, true])
    describe(atDoor ? 'at the second call and later' : 'several in a row', { concurrency: true }, () => {
      for (const course of [...shared, ...ownOn(kind)].filter(({ fault }) => (fault !== undefined) === atDoor))
        for (const platform of course.on)
          test(`${platform}: ${course.name}`, () =>
            ((atDoor && oneByOne.get(platform)) || freely)(() => run(course, platform)))
    })

  async function run(course: Course, platform: SimulatedPlatform): Promise<void> {
    const who = await connecting(() => bench.newcomer(platform, course.account))
    const body = await bodyFor(course, who)
    if (course.fault) await bench.simulated.fault(platform, course.fault)
    const { id, jobIds } = await who.post(body)
    const job = await bench.until('nothing is left to do', jobIds[0] ?? 0, isAtRest)
    const comments = course.comments?.map(() => 1) ?? []
    assert.deepEqual(await look(who, id, job, body), { ...published, comments, ...course.seen })
  }

  test('X: if a list never shows a post, a person has to check, and there is one post', async () => {
    const who = await bench.newcomer('x')
    await bench.simulated.fault('x', { operation: 'read', kind: 'list_lag', times: 1_000 })
    const body = { message: 'Never seen. [[sandbox:server_error_after]]' }
    const { id, jobIds } = await who.post(body)
    const job = await bench.until('nothing is left to do', jobIds[0] ?? 0, isAtRest)
    await bench.simulated.clear('x')
    assert.deepEqual(await look(who, id, job, body), { ...published, ...unknown })
  })
})
