import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepted, appForm, redirectUri, startAllSimulated } from '../../../harness/all-simulated.ts'
import { picture } from '../../../media/fixtures.ts'
import { signIn } from '../sign-in.ts'

const image_url = 'https://client.test/a.jpg'
const jpeg = await picture().jpeg().toBuffer()
const all = await startAllSimulated({ [image_url]: jpeg })
after(() => all.stop())

const graph = 'instagram/graph/v20.0'

/** The token of a person who signed in with Facebook Login. */
async function signedIn(person: string, scope: string): Promise<string> {
  const query = { client_id: appForm.client_id, redirect_uri: redirectUri, state: 'abc', scope }
  const url = `${all.host('instagram/dialog/v20.0/dialog/oauth')}?${new URLSearchParams(query)}`
  const code = await all.codeFor('instagram', person, url)
  const exchange = { ...appForm, redirect_uri: redirectUri, code }
  return accepted(await all.call('GET', `${graph}/oauth/access_token`, { query: exchange })).access_token
}

test('Postiz reads a Page by its ID with the token of the person, and their businesses', async () => {
  const access_token = await signedIn('reading', 'instagram_basic,pages_show_list,business_management')
  const get = async (path: string, fields: string) =>
    accepted(await all.call('GET', `${graph}/${path}`, { query: { fields, access_token } }))
  const [listed] = (await get('me/accounts', 'id,name,access_token')).data
  const page = await get(listed.id, 'access_token,name,instagram_business_account')
  assert.deepEqual(
    [page.access_token, page.name, page.instagram_business_account],
    [listed.access_token, listed.name, listed.instagram_business_account],
  )
  assert.deepEqual((await get('me/businesses', 'id,name')).data, [])
})

test('a 31st hashtag, and collaborators of an item of a carousel, are refused', async () => {
  const token = await all.signIn(signIn, 'strict')
  const make = async (more: Record<string, string>) => {
    const form = { image_url, access_token: token, ...more }
    const { status, body } = await all.call('POST', 'instagram/api/v25.0/me/media', { form })
    return status === 200 ? 200 : body.error.code
  }
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ')
  assert.deepEqual([await make({ caption: tags(30) }), await make({ caption: tags(31) })], [200, 100])
  const item = { is_carousel_item: 'true' }
  assert.deepEqual([await make(item), await make({ ...item, collaborators: '["ana"]' })], [200, 100])
})

test('a version that does not exist is refused, and one that was switched off works', async () => {
  const token = await all.signIn(signIn, 'versions')
  const read = async (version: string) => (await all.call('GET', `instagram/api/${version}/me`, { token })).status
  assert.deepEqual(
    [await read('v26.0'), await read('v20.0'), await read('v27.0'), await read('v99.0')],
    [200, 200, 400, 400],
  )
})
