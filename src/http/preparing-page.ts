import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiPrefix } from '../contract/openapi.ts'
import { type PeopleWords, wordsFor } from '../pages/words.ts'
import { html, type Markup } from '../system/markup.ts'
import { sendPage } from './send-page.ts'

/** The progress that the start of a checkout writes beside the folder while it prepares the dashboard. */
const progress = z.discriminatedUnion('step', [
  z.object({ step: z.enum(['waiting', 'installing', 'building']) }),
  z.object({ step: z.literal('failed'), why: z.string() }),
])

type Progress = z.output<typeof progress>

const refreshSeconds = 3

/** Stands in for the dashboard until it is built. It needs no script. */
export async function sendPreparingPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  folder: string,
): Promise<FastifyReply> {
  const { language, words } = wordsFor(headers['accept-language'])
  const found = await readProgress(folder)
  const isUnderWay = found !== null && found.step !== 'failed'
  // The header does what a meta element would do.
  if (isUnderWay) reply.header('refresh', refreshSeconds)
  return sendPage(reply.header('vary', 'accept-language'), {
    language,
    title: isUnderWay ? words.prepared : words.notPrepared,
    body: html`${explained(found, words)}
      <p>${words.worksAlready} <a href="${apiPrefix}/docs">${words.reference}</a></p>`,
  })
}

function explained(found: Progress | null, words: PeopleWords): Markup {
  if (found === null)
    return html`<p class="lead">${words.notBuilt}</p>
      <dl><dd><code>npm start</code></dd><dd><code>npm run build</code></dd></dl>`
  if (found.step !== 'failed') return html`<p class="lead" role="status">${words.steps[found.step]} ${words.opens}</p>`
  return html`<p class="problem" role="alert">${words.failed}</p>
      <p lang="en">${found.why}</p>
      <p>${words.triesAgain} <code>npm run build</code></p>`
}

/** Null: nobody prepares it. */
async function readProgress(folder: string): Promise<Progress | null> {
  const text = await readFile(`${folder}.json`, 'utf8').catch(() => null)
  try {
    return text === null ? null : progress.parse(JSON.parse(text))
  } catch {
    // Somebody else's file.
    return null
  }
}
