import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { minute } from '../../domain/time.ts'
import { Exit, exitCodes } from '../client/exit.ts'

const patience = 10 * minute

export interface CodeReceiver {
  readonly redirectUri: string
  /** Waits until the browser comes back, and stops listening. */
  readonly code: () => Promise<string>
}

/** Listens on this machine for the browser that comes back from the consent page. */
export async function receiveCode(state: string): Promise<CodeReceiver> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // It may fail before somebody waits for it.
  promise.catch(() => {})
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    if (pathname !== '/callback' || searchParams.get('state') !== state) return say(response, 404, 'Nothing is here.')
    const code = searchParams.get('code')
    if (code !== null) {
      say(response, 200, 'You are signed in. You can close this page and go back to the terminal.')
      return resolve(code)
    }
    say(response, 200, 'You are not signed in. You can close this page.')
    const reason = searchParams.get('error_description') ?? 'The instance gave no reason.'
    reject(new Exit(exitCodes.signIn, `You are not signed in. ${reason}`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const overdue = setTimeout(
    () => reject(new Exit(exitCodes.signIn, 'Nobody answered in the browser for 10 minutes. Run the command again.')),
    patience,
  )
  return {
    redirectUri: `http://127.0.0.1:${address.port}/callback`,
    code: () =>
      promise.finally(() => {
        clearTimeout(overdue)
        server.close()
      }),
  }
}

const say = (response: ServerResponse, status: number, words: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${words}\n`)
}
