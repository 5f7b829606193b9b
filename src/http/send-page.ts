import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Page, pageText, troublePage } from '../pages/page.ts'
import { pageStyle } from '../pages/style.ts'
import { reportError } from './errors.ts'

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const styleSource = sourceOf(pageStyle)

const policyOf = ({ formTargets = [], script }: Page): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'self'"]),
    `style-src ${styleSource}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    // The icon.
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sends a page with the status of the reply. Its URL is not sent to other sites. */
export const sendPage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policyOf(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(pageText(page))

/** A page instead of an error of the API. */
export function sendTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  title?: string,
): FastifyReply {
  const { status, headers, message } = reportError(request, thrown)
  return sendPage(reply.code(status).headers(headers), troublePage(message, request.id, title))
}
