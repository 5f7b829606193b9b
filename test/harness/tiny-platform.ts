import { z } from 'zod'
import { defineAction } from '../../src/platforms/shared/action.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { startHttp } from './servers/http-server.ts'

export const tinyToken = 'tiny-token-1234'

const token = { name: 'token', kind: 'secret', title: 'Token', hint: 'Made by the server’s owner', max: 100 } as const

/** A network that no list in the service names: text alone, connected with a token, on a server of its own. */
export async function startTiny() {
  const posts: string[] = []
  const server = await startHttp(async (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${tinyToken}`
    let text = ''
    for await (const part of request) text += part
    if (isKnown && request.method === 'POST') posts.push(text)
    response.writeHead(isKnown ? 200 : 401).end()
  })
  const ask = async (
    { http, hosts }: Parameters<Platform['live']['discover']>[0],
    { method, accessToken, text }: { method: 'GET' | 'POST'; accessToken: string; text?: string },
  ): Promise<number> => {
    const { status, body } = await http.request({
      method,
      url: `${hosts.api}/`,
      headers: { authorization: `Bearer ${accessToken}` },
      ...(text !== undefined && { body: text }),
    })
    for await (const _ of body);
    return status
  }
  const tiny = {
    name: 'tiny',
    aliases: [],
    title: 'Tiny',
    addition: true,
    postTypes: [
      {
        name: 'post',
        text: { use: 'required', max: 200, unit: 'characters', overlong: 'refused', source: 'The test.' },
        media: [{}],
      },
    ],
    options: z.strictObject({}),
    supports: {
      readComments: false,
      reply: false,
      metrics: false,
      audience: false,
      firstComments: 0,
      thumbnails: false,
      altText: false,
    },
    comment: null,
    app: null,
    live: {
      hosts: { api: server.origin },
      connect: {
        kind: 'token',
        fields: [token],
        login: async ({ token: accessToken = '' }, context) => {
          const credentials = { accessToken, refreshToken: null, expiresAt: null, scopes: [], extra: {} }
          return (await ask({ ...context, credentials }, { method: 'GET', accessToken })) === 200
            ? { type: 'in', credentials }
            : { type: 'refused', message: 'The token is not known.' }
        },
      },
      discover: async () => [
        {
          kind: 'account',
          remoteId: '1',
          username: 'ana',
          eligible: false,
          displayName: 'Ana',
          avatarUrl: null,
          profileUrl: null,
          accountType: null,
          missingPermissions: [],
        },
      ],
      refresh: async ({ credentials }) => ({ type: 'renewed', credentials }),
      revoke: async () => {},
      plan: ({ text }) => [{ name: 'post', action: 'post', input: { text } }],
      actions: {
        post: defineAction({
          kind: 'commit',
          input: z.strictObject({ text: z.string() }),
          perform: async ({ text }, context) => {
            await ask(context, { method: 'POST', accessToken: context.credentials.accessToken, text })
            return { type: 'done', result: null, published: { id: '1', url: null } }
          },
          doubt: {
            reconcile: async () => ({ type: 'absent' }),
            repeatable: () => false,
            settleTime: 0,
            lookAt: () => [],
          },
        }),
      },
    },
  } as const satisfies Platform
  return { tiny, posts, stop: server.stop }
}
