import { call, jsonIn } from '../platforms/shared/call.ts'
import type { Sandbox } from './contexts.ts'

export interface SandboxAnswer {
  readonly status: number
  readonly body: unknown
}

/** A call to the control API of the sandbox, which may run in another process. Throws if that does not answer. */
export type AskSandbox = (asked: {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly json?: object
}) => Promise<SandboxAnswer>

export const createAskSandbox =
  ({ origin, client }: Sandbox): AskSandbox =>
  async ({ path, ...asked }) => {
    const answer = await call({ http: client }, { ...asked, url: `${origin}/__sandbox/${path}` })
    return { status: answer.status, body: jsonIn(answer) }
  }
