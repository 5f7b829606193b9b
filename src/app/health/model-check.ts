import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { OutboundFault } from '../../outbound/http-client.ts'
import type { LanguageModelSettings } from '../config/language-model.ts'
import { fault, type HealthContext, type NamedCheck, ok, type Result, warning } from './check.ts'

const list = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Asks for the list of models, which costs nothing and needs the key. */
async function checkModel({ config: { languageModel }, http }: HealthContext): Promise<Result> {
  if (languageModel === null)
    return ok(
      'No language model is set. Proposals for the brand context need one, and auto-replies for real accounts; simulated accounts have a simulated one.',
    )
  const { name, baseUrl } = languageModel
  const { host } = new URL(baseUrl)
  try {
    const { status, body } = await http.request({
      method: 'GET',
      url: `${baseUrl.replace(/\/+$/, '')}/models`,
      headers: headersOf(languageModel),
    })
    return judge(status, await text(body), { name, host })
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    return fault(`The language model at ${host} cannot be reached: ${error.message}`, 'Check LLM_BASE_URL.')
  }
}

function headersOf({ provider, apiKey }: LanguageModelSettings): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' }
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

function judge(status: number, answer: string, { name, host }: { name: string; host: string }): Result {
  if (status === 401 || status === 403)
    return fault(`${host} refuses the key of the language model (status ${status}).`, 'Set a valid LLM_API_KEY.')
  if (status >= 500 || status === 429)
    return warning(`${host} answers with status ${status}.`, 'Try again later. Auto-replies wait until then.')
  // Some endpoints have no such list.
  const models = status === 200 ? namesIn(answer) : null
  if (models === null) return ok(`The language model is ${name}. ${host} answers, but lists no models.`)
  return models.includes(name)
    ? ok(`The language model is ${name}, and ${host} accepts the key.`)
    : warning(
        `${host} accepts the key, but does not list the language model ${name}.`,
        'Check LLM_MODEL. Some providers leave out names that work: then ignore this.',
      )
}

/** Null: it is no list of models. */
function namesIn(answer: string): readonly string[] | null {
  try {
    return list.safeParse(JSON.parse(answer)).data?.data.map(({ id }) => id) ?? null
  } catch {
    return null
  }
}

export const modelChecks: readonly NamedCheck[] = [{ id: 'language_model', run: checkModel, asksOthers: true }]
