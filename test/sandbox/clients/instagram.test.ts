import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepted, appForm, redirectUri, startAllSimulated } from '../../harness/all-simulated.ts'

const all = await startAllSimulated()
after(() => all.stop())

const graph = 'instagram/graph/v20.0'

/** The token of a person who signed in by Facebook Login. */
async function signIn(person: string, scope: string): Promise<string> {
  const query = { client_id: appForm.client_id, redirect_uri: redirectUri, state: 'abc', scope }
  const url = `${all.host('instagram/dialog/v20.0/dialog/oauth')}?${new URLSearchParams(query)}`
  const code = await all.codeFor('instagram', person, url)
  const exchange = { ...appForm, redirect_uri: redirectUri, code }
  return accepted(await all.call('GET', `${graph}/oauth/access_token`, { query: exchange })).access_token
}

test('Postiz reads a Page by its ID with the token of the person, and their businesses', async () => {
  const access_token = await signIn('reading', 'instagram_basic,pages_show_list,business_management')
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
