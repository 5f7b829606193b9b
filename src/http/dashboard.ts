import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PublicError } from '../contract/errors.ts'
import { type PreparingProgress, preparingPage } from '../pages/preparing.ts'
import { randomText } from '../system/random.ts'
import { accepts, encodings } from './encodings.ts'
import { languageFor } from './language.ts'
import { sendPage } from './send-page.ts'

export interface DashboardServices {
  /** Null: this process serves no dashboard. */
  readonly dashboard: {
    /** Where the built dashboard is, or will be. */
    readonly folder: string
    /** Other origins that files are uploaded to and shown from. */
    readonly mediaOrigins: readonly string[]
  } | null
}

type Dashboard = NonNullable<DashboardServices['dashboard']>

/** The build writes this text where the page needs its nonce. */
const nonceMark = /__NONCE__/g
/** More than 128 random bits. */
const nonceLength = 22

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The name of an asset contains a hash of its content, so the file never changes. */
const forEver = 'public, max-age=31536000, immutable'
/** A plain file name. It leads to no other folder. */
const nameForm = /^\w[\w.-]{0,200}$/
/** Below these paths an unknown address is an error of the API, also in a browser. */
const notPages = /^\/(api|assets)(\/|$)/

/** Browsers ask for HTML. The dashboard itself decides what it shows at an address. */
export const asksForDashboard = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !notPages.test(url.split('?')[0] ?? '')

/** The files of the dashboard. Its page is sent by `sendDashboard`. */
export function addDashboardAssets(server: FastifyInstance, { folder }: Dashboard): void {
  server.get<{ Params: { name: string } }>(
    '/assets/:name',
    { config: { operationName: 'dashboardAsset' } },
    async (request, reply) => {
      const { name } = request.params
      const type = nameForm.test(name) ? contentTypes[extname(name)] : undefined
      const found = type && (await findEncoded(join(folder, 'assets', name), request.headers['accept-encoding']))
      if (!found) throw notPart()
      if (found.encoding !== null) reply.header('content-encoding', found.encoding)
      return reply.type(type).headers({ 'cache-control': forEver, vary: 'accept-encoding' }).send(found.content)
    },
  )
}

/** A page that was opened before an update asks for files of the earlier build. */
const notPart = (): PublicError =>
  new PublicError('not_found', 'This file is not part of the dashboard that runs here. Load the page again.')

async function findEncoded(file: string, header: string | undefined) {
  for (const { name: encoding, ending } of encodings.filter(({ name }) => accepts(header, name))) {
    const content = await readIfThere(file + ending)
    if (content !== null) return { encoding, content }
  }
  const content = await readIfThere(file)
  return content && { encoding: null, content }
}

/** Read for each request, so that a build that ends later needs no restart. */
export async function sendDashboard(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, mediaOrigins }: Dashboard,
): Promise<FastifyReply> {
  const page = await readIfThere(join(folder, 'index.html'))
  if (page === null) return sendPreparing(request, reply, await readProgress(folder))
  const nonce = randomText(nonceLength)
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policyOf(nonce, mediaOrigins),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'same-origin',
    })
    .send(page.toString().replace(nonceMark, nonce))
}

const refreshSeconds = 3

function sendPreparing({ headers }: FastifyRequest, reply: FastifyReply, progress: PreparingProgress | null) {
  // The header does what a meta element would do.
  if (progress !== null && progress.step !== 'failed') reply.header('refresh', refreshSeconds)
  reply.header('vary', 'accept-language')
  return sendPage(reply, preparingPage(progress, languageFor(headers['accept-language'])))
}

/** The progress that the start of a checkout writes beside the folder while it prepares the dashboard. */
const progressForm = z.discriminatedUnion('step', [
  z.object({ step: z.enum(['waiting', 'installing', 'building']) }),
  z.object({ step: z.literal('failed'), why: z.string() }),
])

/** Null: nobody prepares it. */
async function readProgress(folder: string): Promise<PreparingProgress | null> {
  try {
    const text = await readIfThere(`${folder}.json`)
    return text === null ? null : progressForm.parse(JSON.parse(String(text)))
  } catch {
    // Somebody else's file.
    return null
  }
}

function policyOf(nonce: string, mediaOrigins: readonly string[]): string {
  const media = mediaOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${media}`,
    `connect-src 'self'${media}`,
    "font-src 'self'",
    `media-src 'self' blob:${media}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    // A folder has no content either.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code)))
      return null
    throw error
  }
}
