import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Calls } from '../calls/calls.ts'
import { notFound } from '../contract/errors.ts'
import { KiB } from '../domain/bytes.ts'
import { addressKey } from './address.ts'
import { sendAdmission } from './rate-headers.ts'

export interface SandboxPage {
  readonly status: number
  /** Of a page; null: it is none. */
  readonly html: string | null
  /** Where the form leads to. */
  readonly location: string | null
}

export interface SandboxPageServices {
  readonly calls: Calls
  /** Asks the simulated platforms for one of their pages; null: browsers reach them without us, or there are none. */
  readonly askSandboxPage:
    | ((asked: {
        readonly method: 'GET' | 'POST'
        /** With the query. */
        readonly path: string
        readonly form: string | null
      }) => Promise<SandboxPage>)
    | null
  readonly publicUrl: string
}

const longestForm = 64 * KiB
/** A platform, its host, and a path; never the control API of the sandbox. */
const pagePath = /^\/sandbox(\/[a-z]+\/[a-z_]+\/.*)$/
/** The consent page leads back to the instance. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

/** The pages of simulated platforms, for browsers that do not reach the sandbox itself: that listens on this machine alone. */
export function addSandboxPages(
  server: FastifyInstance,
  { calls, askSandboxPage, publicUrl }: SandboxPageServices,
): void {
  if (askSandboxPage === null) return
  const pass = async ({ url, method }: FastifyRequest, reply: FastifyReply, form: string | null) => {
    const path = pathIn(url)
    if (path === null) throw notFound('page')
    const { status, html, location } = await askSandboxPage({ method: method === 'POST' ? 'POST' : 'GET', path, form })
    reply.header('referrer-policy', 'no-referrer')
    // Everybody can write such an address, so it must not lead to another site.
    if (location !== null && URL.parse(location)?.origin === new URL(publicUrl).origin)
      return reply.redirect(location, 303)
    if (html === null) throw notFound('page')
    return reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
  }
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, String(body)),
    )
    scope.addHook('onRequest', async (request, reply) =>
      sendAdmission(reply, await calls.admitOpen(addressKey(request.ip))),
    )
    scope.get('/sandbox/*', { config: { operationName: 'sandboxPage' }, exposeHeadRoute: false }, (request, reply) =>
      pass(request, reply, null),
    )
    scope.post<{ Body: string | undefined }>(
      '/sandbox/*',
      { config: { operationName: 'sandboxPage' } },
      (request, reply) => pass(request, reply, request.body ?? ''),
    )
  })
}

/** With dots and escapes resolved, as whoever answers resolves them. */
function pathIn(url: string): string | null {
  const read = URL.parse(url, 'http://sandbox')
  const [, path] = pagePath.exec(read?.pathname ?? '') ?? []
  return read && path !== undefined ? path + read.search : null
}
