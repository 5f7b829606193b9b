import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Calls } from '../calls/calls.ts'
import { apiPrefix, openapiDocument } from '../contract/openapi.ts'
import type { Operations } from '../contract/operations.ts'
import { version } from '../system/version.ts'
import { accepts, toGzip } from './encodings.ts'
import { entityTag, names } from './entity-tag.ts'
import { sendAdmission } from './rate-headers.ts'
import { withoutSchemas } from './without-schemas.ts'

/** The page loads nothing from other origins, and this policy enforces it. */
const pagePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Polypost API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <script src="${apiPrefix}/docs/reference.js"></script>
  </body>
</html>
`

const settings = JSON.stringify({
  url: `${apiPrefix}/openapi.json`,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})

/** A text as it is kept: compressed, because it is large and seldom read. */
interface CompressedText {
  readonly gzip: Buffer
  readonly tag: string
}

/** Document and script need some megabytes while they are created, so each is created at the first request for it. */
export function addReference(server: FastifyInstance, operations: Operations, calls: Calls): void {
  const document = onFirstUse(async () => keep(JSON.stringify(openapiDocument(operations, version), null, 2)))
  const script = onFirstUse(async () => keep(`${await loadScript()}\nScalar.createApiReference('#app', ${settings})\n`))
  const open = (operation: Operations['getDocs' | 'getOpenapi'], operationName: string) => ({
    config: { operation, operationName },
  })

  server.get(`${apiPrefix}/openapi.json`, open(operations.getOpenapi, 'getOpenapi'), async (request, reply) =>
    sendCompressed(request, reply.type('application/json; charset=utf-8'), await document()),
  )
  server.get(`${apiPrefix}/docs`, open(operations.getDocs, 'getDocs'), (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page),
  )
  server.get(`${apiPrefix}/docs/reference.js`, open(operations.getDocs, 'getDocs'), async (request, reply) => {
    if (!takesGzip(request)) sendAdmission(reply, await calls.admitUnpacking())
    return sendCompressed(request, reply.type('text/javascript; charset=utf-8'), await script())
  })
}

const keep = async (text: string): Promise<CompressedText> => ({ gzip: await toGzip(text), tag: entityTag(text) })

const takesGzip = ({ headers }: FastifyRequest): boolean => accepts(headers['accept-encoding'], 'gzip')

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { gzip, tag }: CompressedText,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-encoding', etag: tag })
  if (names(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (takesGzip(request)) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(await promisify(gunzip)(gzip))
}

function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The package contains its script only inside a Fastify plugin, not as a file. */
async function loadScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const shelf = Fastify({ schemaController: withoutSchemas })
  await shelf.register(reference, { routePrefix: '/docs', configuration: { url: 'unused' } })
  const { payload } = await shelf.inject('/docs/js/scalar.js')
  await shelf.close()
  return payload
}
