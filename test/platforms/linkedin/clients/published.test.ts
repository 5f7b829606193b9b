import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepted, startAllSimulated } from '../../../harness/all-simulated.ts'
import { film } from '../../../media/fixtures.ts'
import { signIn } from '../sign-in.ts'

const mp4 = film('plain.mp4')
const all = await startAllSimulated()
after(() => all.stop())

const rest = 'linkedin/api/rest'
const headers = { 'linkedin-version': '202601', 'x-restli-protocol-version': '2.0.0' }

async function signedIn(name: string): Promise<{ urn: string; token: string }> {
  const token = await all.signIn(signIn, name)
  return { urn: `urn:li:person:${accepted(await all.call('GET', 'linkedin/api/v2/userinfo', { token })).sub}`, token }
}

const beginVideo = async ({ urn: owner, token }: { urn: string; token: string }) => {
  const json = { initializeUploadRequest: { owner, fileSizeBytes: mp4.length } }
  return accepted(await all.call('POST', `${rest}/videos?action=initializeUpload`, { token, headers, json })).value
}

test('published clients leave out isReshareDisabledByAuthor, uploadCaptions and uploadThumbnail', async () => {
  const person = await signedIn('leaving out')
  const json = {
    author: person.urn,
    commentary: 'Less',
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
  }
  const post = await all.call('POST', `${rest}/posts`, { token: person.token, headers, json })
  assert.deepEqual([post.status, post.text], [201, ''])
  const { uploadInstructions, thumbnailUploadUrl } = await beginVideo(person)
  assert.deepEqual([uploadInstructions.length, thumbnailUploadUrl], [1, undefined])
})

test('published clients send a Bearer token with a part, return the ETag with its quotation marks, and read their video', async () => {
  await all.settings('linkedin', { membersSeeUploads: true })
  const person = await signedIn('uploading')
  const { token } = person
  const { video, uploadInstructions } = await beginVideo(person)
  const [part] = uploadInstructions
  const put = await all.call('PUT', part.uploadUrl, { token, bytes: mp4 })
  assert.equal(put.status, 200)
  const etag = put.headers.get('etag') ?? ''
  assert.match(etag, /^"/)
  const json = { finalizeUploadRequest: { video, uploadToken: '', uploadedPartIds: [etag] } }
  accepted(await all.call('POST', `${rest}/videos?action=finalizeUpload`, { token, headers, json }))
  const read = await all.call('GET', `${rest}/videos/${encodeURIComponent(video)}`, { token, headers })
  assert.equal(accepted(read).status, 'PROCESSING')
})

test('LinkedIn’s own client writes the name of a finder in lower case, and joins scopes with commas', async () => {
  const token = await all.signIn(signIn, 'finding', 'r_basicprofile,rw_organization_admin,w_member_social')
  const finder = { ...headers, 'x-restli-method': 'finder' }
  const found = await all.call('GET', `${rest}/organizationAcls?q=roleAssignee`, { token, headers: finder })
  assert.equal(accepted(found).elements.length, 1)
})
