import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { minute } from '../../../../src/domain/time.ts'
import { eventually } from '../../../harness/eventually.ts'
import { film, picture } from '../../../media/fixtures.ts'
import { type Answer, approved, type Person, selfServe, startSimulatedLinkedin } from './start.ts'

const linkedin = await startSimulatedLinkedin()
after(() => linkedin.stop())

const photo = await picture().jpeg().toBuffer()
const mp4 = film('plain.mp4')

const told = ({ status, body }: Answer): string => {
  const code = body?.code ?? body?.errorDetails?.inputErrors[0]?.code ?? body?.error
  return code === undefined ? String(status) : `${status} ${code}`
}

const postOf = (author: string, commentary = 'Hello', more: object = {}) => ({
  author,
  commentary,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
})

const post = ({ token }: Person, json: object, headers: Record<string, string | undefined> = {}) =>
  linkedin.ask(token, 'POST', '/rest/posts', { json, headers })

const read = ({ token }: Person, path: string) => linkedin.ask(token, 'GET', path)

const ledger = async (urn: string | null) => (await linkedin.posts('linkedin')).find(({ id }) => id === urn)

describe('the sign-in', () => {
  test('only a partner’s app gets a refresh token, which keeps its expiry', async () => {
    const { tokens: usual } = await linkedin.signIn('usual', selfServe)
    assert.deepEqual([usual.expires_in, usual.scope, usual.refresh_token], [5_184_000, selfServe, undefined])
    const { tokens } = await linkedin.signIn('partner')
    assert.equal(tokens.refresh_token_expires_in, 31_536_000)
    const renewed = await linkedin.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    assert.equal(renewed.body.refresh_token, tokens.refresh_token)
  })

  test('an invalid code, and an expired refresh token, are invalid requests', async () => {
    const asked = { grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://polypost.test/callback' }
    assert.equal(told(await linkedin.token(asked)), '400 invalid_request')
    const dead = await linkedin.token({ grant_type: 'refresh_token', refresh_token: 'none' })
    assert.equal(told(dead), '400 invalid_request')
  })

  test('an access token expires after sixty days', async () => {
    const person = await linkedin.signIn('sixty days')
    linkedin.pass(60 * 86_400_000)
    assert.equal(told(await read(person, '/v2/me')), '401 EXPIRED_ACCESS_TOKEN')
    assert.equal(told(await read({ ...person, token: 'none' }, '/v2/me')), '401 INVALID_ACCESS_TOKEN')
  })
})

describe('every call', () => {
  test('needs a version header with a supported version', async () => {
    const person = await linkedin.signIn('versions')
    const version = (value: string | undefined) => post(person, postOf(person.urn), { 'linkedin-version': value })
    assert.equal(told(await version(undefined)), '400 VERSION_MISSING')
    assert.equal(told(await version('202511')), '426 NONEXISTENT_VERSION')
    assert.equal(told(await version('203001')), '426 NONEXISTENT_VERSION')
    assert.equal((await version('202601')).status, 201)
  })

  test('needs encoded URNs in its path', async () => {
    const person = await linkedin.signIn('encoded')
    assert.equal(told(await read(person, '/rest/images/urn:li:image:C4')), '400 ILLEGAL_ARGUMENT')
    assert.equal(told(await read(person, '/rest/images/urn%3Ali%3Aimage%3AC4')), '404 NOT_FOUND')
  })
})

describe('a post', () => {
  test('returns a header and no body', async () => {
    const person = await linkedin.signIn('poster', selfServe)
    const { status, headers, body } = await post(person, postOf(person.urn))
    assert.deepEqual([status, body], [201, ''])
    assert.match(headers.get('x-restli-id') ?? '', /^urn:li:share:\d{19}$/)
  })

  test('is truncated at an unescaped reserved character, without an error', async () => {
    const person = await linkedin.signIn('cut off')
    const shown = async (commentary: string) => {
      const { headers } = await post(person, postOf(person.page, commentary))
      const urn = headers.get('x-restli-id') ?? ''
      return [(await ledger(urn))?.text, (await read(person, `/rest/posts/${encodeURIComponent(urn)}`)).body.commentary]
    }
    assert.deepEqual(await shown('One (two) three'), ['One ', 'One '])
    assert.deepEqual(await shown('One \\(two\\) three'), ['One (two) three', 'One \\(two\\) three'])
    assert.deepEqual(await shown('Big #news, @[Acme](urn:li:organization:1)'), [
      'Big #news, Acme',
      'Big {hashtag|\\#|news}, @[Acme](urn:li:organization:1)',
    ])
  })

  test('is refused for ten minutes if the author has the same post already, which is named', async () => {
    const person = await linkedin.signIn('twice', selfServe)
    const first = (await post(person, postOf(person.urn, 'Again'))).headers.get('x-restli-id')
    const again = await post(person, postOf(person.urn, 'Again'))
    assert.equal(told(again), '422 DUPLICATE_POST')
    assert.match(again.body.message, new RegExp(`is a duplicate of ${first}$`))
    linkedin.pass(10 * minute)
    assert.equal((await post(person, postOf(person.urn, 'Again'))).status, 201)
  })

  test('needs text or media, no more than 3,000 characters, and every field', async () => {
    const person = await linkedin.signIn('fields', selfServe)
    const sent = async (commentary: string, more: object = {}) =>
      told(await post(person, postOf(person.urn, commentary, more)))
    assert.equal(await sent(' '), '422 MISSING_FIELD')
    assert.equal(await sent('a'.repeat(3_001)), '400 FIELD_LENGTH_TOO_LONG')
    assert.equal(await sent('a'.repeat(3_000)), '201')
    assert.equal(await sent('b', { lifecycleState: undefined }), '422 MISSING_FIELD')
    assert.equal(await sent('b', { mood: 'good' }), '422 MISSING_FIELD')
  })

  test('by a Page needs its permission and a role there', async () => {
    const own = await linkedin.signIn('own page')
    const analyst = await linkedin.signIn('analyst')
    assert.equal((await post(own, postOf(own.page))).status, 201)
    assert.equal(told(await post(analyst, postOf(analyst.page))), '403 ACCESS_DENIED')
    assert.equal(told(await post(analyst, postOf(own.page))), '403 ACCESS_DENIED')
    const less = await linkedin.signIn('own page', approved.replace('w_organization_social ', ''))
    assert.equal(told(await post(less, postOf(own.page))), '403 ACCESS_DENIED')
  })
})

describe('what a self-serve app may not read:', () => {
  test('its posts, their comments and numbers, and its uploads', async () => {
    const person = await linkedin.signIn('blind', selfServe)
    const urn = (await post(person, postOf(person.urn))).headers.get('x-restli-id') ?? ''
    const begun = await upload(person, person.urn)
    for (const path of [
      `/rest/posts/${encodeURIComponent(urn)}`,
      `/rest/posts?q=author&author=${encodeURIComponent(person.urn)}`,
      `/rest/socialActions/${encodeURIComponent(urn)}/comments`,
      `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${encodeURIComponent(urn)})&queryType=IMPRESSION&aggregation=TOTAL`,
      `/rest/images/${encodeURIComponent(begun.image)}`,
      '/rest/memberFollowersCount?q=me',
      '/rest/organizationAcls?q=roleAssignee',
      '/v2/me',
    ])
      assert.equal(told(await read(person, path)), '403 ACCESS_DENIED', path)
  })
})

async function upload({ token }: Person, owner: string) {
  const json = { initializeUploadRequest: { owner } }
  return (await linkedin.ask(token, 'POST', '/rest/images?action=initializeUpload', { json })).body.value
}

const statusOf = async (person: Person, kind: string, urn: string) =>
  (await read(person, `/rest/${kind}/${encodeURIComponent(urn)}`)).body.status

describe('an image', () => {
  test('is uploaded to its URL with the token, is processed, and can then be shown by its owner', async () => {
    const person = await linkedin.signIn('painter')
    const { uploadUrl, image } = await upload(person, person.page)
    const show = () =>
      post(person, postOf(person.page, 'Look', { content: { media: { id: image, altText: 'A dot.' } } }))
    assert.equal(await statusOf(person, 'images', image), 'WAITING_UPLOAD')
    assert.equal(told(await show()), '400 MEDIA_ASSET_WAITING_UPLOAD')
    const put = (headers = {}) => linkedin.ask(person.token, 'PUT', uploadUrl, { bytes: photo, headers })
    assert.equal(told(await put({ authorization: undefined })), '401 EMPTY_ACCESS_TOKEN')
    assert.equal((await put()).status, 201)
    assert.equal(await statusOf(person, 'images', image), 'PROCESSING')
    assert.equal(told(await show()), '400 MEDIA_ASSET_WAITING_UPLOAD')
    linkedin.pass(minute)
    assert.equal(await statusOf(person, 'images', image), 'AVAILABLE')
    const media = { content: { media: { id: image } } }
    assert.equal(told(await post(person, postOf(person.urn, 'Look', media))), '400 INVALID_VALUE_FOR_FIELD')
    assert.equal((await show()).status, 201)
  })

  test('that is not an image can’t be shown', async () => {
    const person = await linkedin.signIn('forger')
    const { uploadUrl, image } = await upload(person, person.urn)
    await linkedin.ask(person.token, 'PUT', uploadUrl, { bytes: Buffer.from('no image') })
    linkedin.pass(minute)
    const shown = await post(person, postOf(person.urn, 'Look', { content: { media: { id: image } } }))
    assert.equal(told(shown), '400 MEDIA_ASSET_PROCESSING_FAILED')
  })
})

describe('a video', () => {
  const begin = async ({ token, page }: Person, more: object = {}) => {
    const json = {
      initializeUploadRequest: {
        owner: page,
        fileSizeBytes: mp4.length,
        uploadCaptions: false,
        uploadThumbnail: true,
        ...more,
      },
    }
    return linkedin.ask(token, 'POST', '/rest/videos?action=initializeUpload', { json })
  }
  const bare = { authorization: undefined }

  test('is uploaded in parts without the token, and exists when they are listed in their order', async () => {
    await linkedin.control('POST', '/linkedin/settings', { partBytes: Math.ceil(mp4.length / 2) })
    const person = await linkedin.signIn('filmer')
    const { video, uploadInstructions, thumbnailUploadUrl } = (await begin(person)).body.value
    const [first, second] = uploadInstructions
    assert.deepEqual([first.firstByte, second.lastByte, uploadInstructions.length], [0, mp4.length - 1, 2])
    const part = ({ firstByte, lastByte, uploadUrl }: typeof first, headers: object = bare) =>
      linkedin.ask('', 'PUT', uploadUrl, { bytes: mp4.subarray(firstByte, lastByte + 1), headers: { ...headers } })
    const elsewhere = { ...first, uploadUrl: first.uploadUrl.replace(/\/\d+$/, '/99') }
    assert.equal(told(await part(elsewhere)), '401 EXPIRED_UPLOAD_URL')
    const marks = [await part(first), await part(second)].map(({ headers }) => headers.get('etag'))
    const unquoted = marks.map((mark) => mark?.replaceAll('"', ''))
    const short = await linkedin.ask('', 'PUT', first.uploadUrl, { bytes: Buffer.from('short'), headers: bare })
    assert.equal(told(short), '400 INVALID_VALUE_FOR_FIELD')
    const still = (headers: object) =>
      linkedin.ask('', 'PUT', thumbnailUploadUrl, { bytes: photo, headers: { ...bare, ...headers } })
    assert.equal(told(await still({})), '400 INVALID_VALUE_FOR_FIELD')
    assert.equal((await still({ 'media-type-family': 'STILLIMAGE' })).status, 201)
    const finish = (uploadedPartIds: unknown) =>
      linkedin.ask(person.token, 'POST', '/rest/videos?action=finalizeUpload', {
        json: { finalizeUploadRequest: { video, uploadToken: '', uploadedPartIds } },
      })
    assert.equal(told(await finish(unquoted.toReversed())), '400 INVALID_VALUE_FOR_FIELD')
    assert.equal((await finish(unquoted)).status, 200)
    assert.equal(told(await finish(unquoted)), '400 UPDATING_ASSET_FAILED')
    assert.equal(await statusOf(person, 'videos', video), 'PROCESSING')
    linkedin.pass(minute)
    assert.equal(await statusOf(person, 'videos', video), 'AVAILABLE')
    const shown = await post(person, postOf(person.page, 'Film', { content: { media: { id: video } } }))
    assert.match(shown.headers.get('x-restli-id') ?? '', /^urn:li:ugcPost:\d{19}$/)
  })

  test('of more than 500 MB is refused', async () => {
    const person = await linkedin.signIn('long film')
    const size = (fileSizeBytes: number) => begin(person, { fileSizeBytes })
    assert.equal(told(await size(500 * 1_048_576 + 1)), '400 INVALID_VALUE_FOR_FIELD')
  })
})

describe('a comment', () => {
  const comment = ({ token, page }: Person, urn: string, more: object = {}) =>
    linkedin.ask(
      token,
      'POST',
      `/rest/socialActions/${encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29')}/comments`,
      {
        json: { actor: page, object: urn, message: { text: 'Hi (there)' }, ...more },
      },
    )

  test('is plain text, has two levels, and references the post by another number', async () => {
    const person = await linkedin.signIn('talker')
    const urn = (await post(person, postOf(person.page))).headers.get('x-restli-id') ?? ''
    const first = await comment(person, urn)
    assert.equal(first.status, 201)
    const { commentUrn, id, object, message } = first.body
    assert.deepEqual([commentUrn, message.text], [`urn:li:comment:(${object},${id})`, 'Hi (there)'])
    assert.match(object, /^urn:li:activity:\d{19}$/)
    assert.notEqual(object, urn.replace('share', 'activity'))
    assert.equal(first.headers.get('x-restli-id'), id)
    const answer = await comment(person, commentUrn, { object, parentComment: commentUrn })
    assert.equal(answer.status, 201)
    const third = await comment(person, answer.body.commentUrn, { object, parentComment: answer.body.commentUrn })
    assert.equal(told(third), '400 INVALID_VALUE_FOR_FIELD')
    assert.equal(told(await comment(person, commentUrn, { object })), '422 MISSING_FIELD')
    const listed = await read(person, `/rest/socialActions/${encodeURIComponent(urn)}/comments?start=0&count=100`)
    assert.deepEqual(
      listed.body.elements.map((one: { id: string }) => one.id),
      [id],
    )
    assert.equal(listed.body.elements[0].commentsSummary.totalFirstLevelComments, 1)
  })

  test('by the control API comes from another person, and numbers are set there', async () => {
    const person = await linkedin.signIn('visited')
    const urn = (await post(person, postOf(person.page))).headers.get('x-restli-id') ?? ''
    const door = `/linkedin/posts/${encodeURIComponent(urn)}`
    const statistics = async () =>
      (
        await read(
          person,
          `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(person.page)}&shares=List(${encodeURIComponent(urn)})`,
        )
      ).body.elements
    assert.deepEqual(await statistics(), [])
    await linkedin.control('POST', `${door}/comments`, { author: 'Ada', message: 'Hello' })
    await linkedin.control('POST', `${door}/metrics`, { impressions: 12 })
    const [{ totalShareStatistics }] = await statistics()
    assert.deepEqual([totalShareStatistics.impressionCount, totalShareStatistics.commentCount], [12, 1])
    const listed = await read(person, `/rest/socialActions/${encodeURIComponent(urn)}/comments`)
    assert.notEqual(listed.body.elements[0].actor, person.page)
  })
})

test('growth: numbers rise and comments appear automatically', async () => {
  const growing = await startSimulatedLinkedin({ scale: 2_000, growth: true })
  after(() => growing.stop())
  const person = await growing.signIn('growing')
  const made = await growing.ask(person.token, 'POST', '/rest/posts', { json: postOf(person.page) })
  const urn = encodeURIComponent(made.headers.get('x-restli-id') ?? '')
  const page = encodeURIComponent(person.page)
  const finder = 'q=organizationalEntity&organizationalEntity='
  await eventually('somebody has seen it, and said something', async () => {
    const path = `/rest/organizationalEntityShareStatistics?${finder}${page}&shares=List(${urn})`
    const [counted] = (await growing.ask(person.token, 'GET', path)).body.elements
    const { impressionCount = 0, commentCount = 0 } = counted?.totalShareStatistics ?? {}
    return impressionCount > 0 && commentCount > 0
  })
})
