import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { newOneTime } from '../../crypto/one-time.ts'
import { commandLine, pastedCode } from '../../domain/application.ts'
import { Exit, exitCodes } from '../client/exit.ts'
import type { Login } from '../client/login-file.ts'
import { openBrowser } from '../client/open-browser.ts'
import { receiveCode } from './receive-code.ts'
import { askTokens, TokenRefused } from './tokens.ts'

/** Signs in at the instance in a browser. Without one on this machine, the person pastes a code. */
export async function loginByBrowser(url: string, { browser }: { readonly browser: boolean }): Promise<Login> {
  const verifier = newOneTime()
  const state = newOneTime()
  const receiver = browser ? await receiveCode(state) : null
  const redirectUri = receiver?.redirectUri ?? pastedCode
  const address = addressOf(url, { redirectUri, state, verifier })
  console.error(
    `${receiver ? 'Allow the access in your browser. If it does not open, go to' : 'Open this address'}:\n\n  ${address}\n`,
  )
  if (receiver) openBrowser(address)
  const code = receiver ? await receiver.code() : await askCode()
  const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
  return askTokens(url, fields).catch((error) => {
    throw error instanceof TokenRefused
      ? new Exit(exitCodes.signIn, `The code is wrong, or older than a minute. Run “polypost login ${url}” again.`)
      : error
  })
}

function addressOf(
  url: string,
  { redirectUri, state, verifier }: Record<'redirectUri' | 'state' | 'verifier', string>,
) {
  const address = new URL('/oauth/authorize', url)
  const parameters = {
    response_type: 'code',
    client_id: commandLine.id,
    redirect_uri: redirectUri,
    scope: 'read write admin',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

async function askCode(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const code = (await Promise.race([lines.question('The code that the page shows: '), ended])).trim()
  lines.close()
  if (code === '') throw new Exit(exitCodes.signIn, 'There was no code, so nobody is signed in.')
  return code
}
