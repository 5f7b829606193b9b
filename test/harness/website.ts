import type { ServerResponse } from 'node:http'
import { startHttp } from './http-server.ts'

/** HTML, or something else that a page may be. */
export type Page = string | ((response: ServerResponse) => unknown)

export interface Website {
  readonly origin: string
  /** The paths that were asked for, in order. */
  readonly visited: string[]
  readonly agents: Set<string>
  readonly show: (pages: Readonly<Record<string, Page>>) => void
  readonly stop: () => Promise<void>
}

/** A website on loopback; what it has no page for is not found. */
export async function startWebsite(): Promise<Website> {
  const visited: string[] = []
  const agents = new Set<string>()
  let pages: Readonly<Record<string, Page>> = {}
  const { origin, stop } = await startHttp((request, response) => {
    const path = request.url ?? ''
    visited.push(path)
    agents.add(request.headers['user-agent'] ?? '')
    const page = pages[path]
    if (typeof page === 'function') {
      page(response)
      return
    }
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? 'not found')
  })
  return {
    origin,
    visited,
    agents,
    show: (next) => {
      visited.length = 0
      pages = next
    },
    stop,
  }
}

/** A page of a business that says enough to be read. */
export const acmePage = (more = ''): string =>
  `<!doctype html><html><head><title>Acme</title></head><body><h1>Acme</h1><p>We make anvils and rockets for coyotes.</p>${more}</body></html>`
