import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { publicError } from '../calls/public-error.ts'
import { errorCatalogue, notFound } from '../contract/errors.ts'
import type { MessageContext, Operate } from './operate.ts'
import { showPost } from './show-post.ts'

interface ResourceServices {
  readonly operate: Operate
  readonly log: MessageContext['log']
}

/** The resources that a person can attach to a conversation. */
export function addResources(server: McpServer, { operate, log }: ResourceServices): void {
  const platforms = async () => (await operate('listPlatforms')).data.platforms

  /** Only what the caller may see of an error leaves the service. */
  async function read(uri: URL, load: () => Promise<unknown>) {
    const content = await load().catch((thrown: unknown) => {
      const { code, message, status } = publicError(thrown)
      if (status >= 500) log.error({ err: thrown }, 'resource failed')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${message}`)
    })
    return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(content) }] }
  }

  server.registerResource(
    'platform-rules',
    new ResourceTemplate('polypost://platforms/{name}', {
      list: async () => ({
        resources: (await platforms()).map(({ name, title }) => ({
          uri: `polypost://platforms/${name}`,
          name: `Rules of ${title}`,
          mimeType,
        })),
      }),
    }),
    { title: 'Platform rules', description: 'What a platform allows.', mimeType },
    (uri, { name }) =>
      read(uri, async () => {
        const found = (await platforms()).find((platform) => platform.name === name)
        if (!found) throw notFound('platform')
        return found
      }),
  )
  server.registerResource(
    'post',
    new ResourceTemplate('polypost://posts/{post_id}', { list: undefined }),
    { title: 'Post', description: 'A post and its status on each platform.', mimeType },
    (uri, { post_id }) =>
      read(uri, async () => showPost((await operate('getPost', { params: { id: String(post_id) } })).data)),
  )
  server.registerResource(
    'errors',
    'polypost://errors',
    { title: 'Errors', description: 'Every error code and its meaning.', mimeType },
    (uri) => read(uri, async () => meanings),
  )
}

const mimeType = 'application/json'

const meanings = Object.fromEntries(Object.entries(errorCatalogue).map(([code, [, meaning]]) => [code, meaning]))
