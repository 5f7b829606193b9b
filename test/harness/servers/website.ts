import type { ServerResponse } from 'node:http'
import { startHttp } from './http-server.ts'

/** HTML or another content of a page. */
export type Page = string | ((response: ServerResponse) => unknown)

export interface Website {
  readonly origin: string
  /** The requested paths, in order. */
  readonly visited: string[]
  readonly agents: Set<string>
  readonly show: (pages: Readonly<Record<string, Page>>) => void
  readonly stop: () => Promise<void>
}

/** A website on loopback; other paths return 404. */
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

/** The page of a business with enough text to be read. */
export const acmePage = (more = ''): string =>
  `<!doctype html><html><head><title>Acme</title></head><body><h1>Acme</h1><p>We make anvils and rockets for coyotes.</p>${more}</body></html>`
