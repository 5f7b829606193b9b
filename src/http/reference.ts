import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { apiPrefix, openapiDocument } from '../contract/openapi.ts'
import type { Operations } from '../contract/operations.ts'
import { version } from '../system/version.ts'
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

/** Document and script need some megabytes while they are created, so each is created at the first request for it. */
export function addReference(server: FastifyInstance, operations: Operations): void {
  const document = onFirstUse(async () => JSON.stringify(openapiDocument(operations, version), null, 2))
  const script = onFirstUse(async () =>
    promisify(gzip)(`${await loadScript()}\nScalar.createApiReference('#app', ${settings})\n`),
  )
  const open = (operation: Operations['getDocs' | 'getOpenapi'], operationName: string) => ({
    config: { operation, operationName },
  })
  const hour = 'public, max-age=3600'

  server.get(`${apiPrefix}/openapi.json`, open(operations.getOpenapi, 'getOpenapi'), async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', hour)
      .send(await document()),
  )
  server.get(`${apiPrefix}/docs`, open(operations.getDocs, 'getDocs'), (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page),
  )
  server.get(`${apiPrefix}/docs/reference.js`, open(operations.getDocs, 'getDocs'), async (request, reply) => {
    reply.type('text/javascript; charset=utf-8').headers({ 'cache-control': hour, vary: 'accept-encoding' })
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'])))
      return reply.header('content-encoding', 'gzip').send(await script())
    return reply.send(await promisify(gunzip)(await script()))
  })
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
