import { text } from 'node:stream/consumers'
import { MiB } from '../domain/bytes.ts'
import type { SandboxPageServices } from '../http/sandbox-pages.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { Parts } from './open-parts.ts'

const longestPage = MiB

/** Passes a person's request on to the sandbox, which may be another process of this machine. */
export function sandboxPageAsker({ sandbox, sandboxPages, log }: Parts): SandboxPageServices['askSandboxPage'] {
  if (sandbox === null || sandboxPages === null) return null
  const http = createHttpClient({ exceptions: ['127.0.0.0/8'], log })
  return async ({ method, path, form }) => {
    const { status, headers, body } = await http.request({
      method,
      url: sandbox + path,
      headers: {
        accept: 'text/html',
        'x-sandbox-pages': 'yes',
        ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== null && { body: form }),
      maxBytes: longestPage,
    })
    const content = await text(body)
    const isPage = /^text\/html\b/.test(String(headers['content-type'] ?? ''))
    return { status, html: isPage ? content : null, location: textOrNull(headers.location) }
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
