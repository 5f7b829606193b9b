import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { accepted, redirectUri, startAllSimulated } from '../../../harness/all-simulated.ts'

const all = await startAllSimulated()
after(() => all.stop())

const { clientId: client_key, clientSecret: client_secret } = simulatedApp

/** Signs in with a client's additional parameters. */
async function signIn(account: string, asked: Record<string, string>, code_verifier: string) {
  const query = {
    client_key,
    redirect_uri: redirectUri,
    state: code_verifier,
    response_type: 'code',
    scope: 'video.list,user.info.basic,video.publish,video.upload,user.info.profile,user.info.stats',
    ...asked,
  }
  const url = `${all.host('tiktok/auth/v2/auth/authorize/')}?${new URLSearchParams(query)}`
  const code = await all.codeFor('tiktok', account, url)
  const form = {
    client_key,
    client_secret,
    code,
    grant_type: 'authorization_code',
    code_verifier,
    redirect_uri: redirectUri,
  }
  return accepted(await all.call('POST', 'tiktok/api/v2/oauth/token/', { form }))
}

const isSignedIn = ({ access_token }: { access_token?: string }) => assert.ok(access_token)

test('Postiz sends a code_verifier without a challenge', async () => {
  isSignedIn(await signIn('postiz', {}, 'abcdefghij'))
})

test('Login Kit for Desktop sends the challenge in hexadecimal digits', async () => {
  const verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(verifier).digest('hex')
  isSignedIn(await signIn('desktop', { code_challenge, code_challenge_method: 'S256' }, verifier))
})
