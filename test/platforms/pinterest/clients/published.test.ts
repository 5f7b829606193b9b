import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepted, appForm, basic, redirectUri, startAllSimulated } from '../../../harness/all-simulated.ts'

const all = await startAllSimulated()
after(() => all.stop())

const token = 'pinterest/api/v5/oauth/token'
const headers = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }

async function codeFor(account: string): Promise<string> {
  const scope = 'boards:read,pins:read,pins:write,user_accounts:read'
  const query = { client_id: appForm.client_id, redirect_uri: redirectUri, response_type: 'code', scope, state: 'a' }
  return all.codeFor('pinterest', account, `${all.host('pinterest/web/oauth/')}?${new URLSearchParams(query)}`)
}

test('Published clients send the parameters of the token endpoint in the query', async () => {
  const query = { grant_type: 'authorization_code', code: await codeFor('in the query'), redirect_uri: redirectUri }
  const { refresh_token, response_type } = accepted(await all.call('POST', token, { query, headers }))
  assert.equal(response_type, 'authorization_code')
  const refresh = { grant_type: 'refresh_token', refresh_token }
  const renewed = accepted(await all.call('POST', token, { query: refresh, headers }))
  assert.ok(renewed.access_token)
  assert.equal(renewed.response_type, 'refresh_token')
})
