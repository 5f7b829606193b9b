import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import { nameOfKind, standardKind, standardKinds } from '../shared/kinds.ts'
import { type SimulatedLogin, SimulatorFault } from '../shared/simulator.ts'
import { askedFault } from './faults.ts'
import { postPieces, requestPieces } from './lists.ts'
import type { RawRequest } from './read-request.ts'
import { findSimulation, type HostedSimulator, type Simulation } from './simulation.ts'
import type { SandboxContext } from './world.ts'

/** The control API: tests and Polypost use it to talk to the sandbox itself, not to a platform. */
export const controlPath = '/__sandbox'

export interface ControlAnswer {
  readonly status: number
  readonly body?: Json
  /** JSON of any length, in pieces. */
  readonly pieces?: Iterable<string>
}

export type Control = (request: RawRequest) => Promise<ControlAnswer>

interface Call {
  readonly hosted: HostedSimulator
  readonly request: RawRequest
  /** The post's ID, if the path contains one. */
  readonly id: string
  readonly context: ControlContext
}

interface ControlContext extends SandboxContext {
  readonly forgetAll: () => void
}

const calls: Readonly<Record<string, (call: Call) => ControlAnswer>> = {
  'GET posts': ({ hosted, request, context }) => ({
    status: 200,
    pieces: postPieces(context.ledger.postsSince(hosted.name, sinceOf(request), limitOf(request))),
  }),
  'GET requests': ({ hosted, request, context }) => ({
    status: 200,
    pieces: requestPieces(
      context.ledger.requestsSince(hosted.name, sinceOf(request), limitOf(request)),
      request.query.get('bodies') === '1',
    ),
  }),
  'GET faults': ({ hosted, context }) => ({ status: 200, body: { faults: [...context.faults.asked(hosted.name)] } }),
  'POST faults': askForFault,
  'DELETE faults': ({ hosted, context }) => ({ status: 200, body: { cleared: context.faults.clear(hosted.name) } }),
  'POST posts/{id}/comments': plantComment,
  'POST posts/{id}/metrics': setMetrics,
  'GET settings': ({ hosted }) => changeSettings(hosted, {}),
  'POST settings': ({ hosted, request }) => changeSettings(hosted, settings.parse(request.json())),
  'GET kinds': ({ hosted }) => ({
    status: 200,
    body: { kinds: kindsOf(hosted), metrics: [...(hosted.simulator.metrics ?? [])] },
  }),
  'POST login': login,
}

/** Answers every call; for what does not exist, it lists what exists. */
export function createControl(simulations: readonly Simulation[], context: ControlContext): Control {
  const names = simulations.map(({ name }) => name)
  return async (request) => {
    const [platform = '', ...rest] = request.path.slice(controlPath.length + 1).split('/')
    if (platform === 'reset' && rest.length === 0) return reset(request, context)
    const simulation = findSimulation(simulations, platform)
    if (!simulation) return refusal(404, `There is no simulated platform “${platform}”.`, names)
    const [what = '', id, ...deeper] = rest
    const name = id === undefined ? what : [what, '{id}', ...deeper].join('/')
    const call = calls[`${request.method} ${name}`]
    if (!call) return refusal(404, `The control API has no ${request.method} ${name}.`, Object.keys(calls))
    const hosted = await simulation.open()
    return attempt(() => context.store.transaction(() => call({ hosted, request, id: idOf(id), context })))
  }
}

const refusal = (status: number, error: string, exists?: readonly string[]): ControlAnswer => ({
  status,
  body: { error, ...(exists && { exists: [...exists] }) },
})

function attempt(work: () => ControlAnswer): ControlAnswer {
  try {
    return work()
  } catch (error) {
    if (error instanceof z.ZodError) return refusal(400, z.prettifyError(error))
    if (error instanceof SimulatorFault) return refusal(400, error.message)
    throw error
  }
}

function reset({ method }: RawRequest, { forgetAll }: ControlContext): ControlAnswer {
  if (method !== 'POST') return refusal(405, 'Use POST to reset the sandbox.')
  forgetAll()
  return { status: 200, body: { forgotten: true } }
}

const idOf = (segment = ''): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new SimulatorFault('The ID in the path is not URL-encoded.')
  }
}

/** A time in RFC 3339 or in milliseconds since 1970. Without one the list starts at the beginning. */
const since = z
  .union([
    z.literal('').transform(() => 0),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  ])
  .catch(() => {
    throw new SimulatorFault('since must be a time such as 2026-11-21T10:00:00Z, or milliseconds since 1970.')
  })

const sinceOf = ({ query }: RawRequest): number => since.parse(query.get('since') ?? '')

/** Without one the list has no end of its own. */
const limit = z
  .union([
    z.literal('').transform(() => Number.POSITIVE_INFINITY),
    z
      .string()
      .regex(/^[1-9]\d{0,6}$/)
      .transform(Number),
  ])
  .catch(() => {
    throw new SimulatorFault('limit must be a number, 1 or more.')
  })

const limitOf = ({ query }: RawRequest): number => limit.parse(query.get('limit') ?? '')

function askForFault({ hosted, request, context }: Call): ControlAnswer {
  const fault = askedFault.parse(request.json())
  context.faults.ask(hosted.name, fault)
  return { status: 200, body: { fault } }
}

/** In characters: no platform of the ten takes a longer comment. */
const maxMessage = 10_000
const accountName = z.string().trim().min(1).max(50)
const plantedComment = z.strictObject({ author: accountName, message: z.string().min(1).max(maxMessage) })

function plantComment({ hosted: { name, simulator, world }, request, id }: Call): ControlAnswer {
  if (!simulator.plantComment) return refusal(404, `The simulated ${name} has no comments.`)
  const planted = simulator.plantComment(world(''), id, plantedComment.parse(request.json()))
  return planted === undefined ? noPost(name, id) : { status: 200, body: { id: planted } }
}

const metrics = z.record(z.string(), z.int().min(0))

function setMetrics({ hosted: { name, simulator, world }, request, id }: Call): ControlAnswer {
  const { setMetrics, metrics: known = [] } = simulator
  if (!setMetrics) return refusal(404, `The simulated ${name} has no metrics.`)
  const given = metrics.parse(request.json())
  const unknown = Object.keys(given).filter((metric) => !known.includes(metric))
  if (unknown.length > 0) return refusal(400, `The simulated ${name} has no metric ${unknown.join(', ')}.`, known)
  return setMetrics(world(''), id, given) ? { status: 200, body: { metrics: given } } : noPost(name, id)
}

const noPost = (platform: string, id: string): ControlAnswer =>
  refusal(404, `The simulated ${platform} has no post “${id}”. GET ${controlPath}/${platform}/posts lists them.`)

const settings = z.record(z.string(), z.json())

function changeSettings(
  { name, simulator, world }: HostedSimulator,
  changes: Readonly<Record<string, Json>>,
): ControlAnswer {
  if (!simulator.settings) return refusal(404, `The simulated ${name} has no settings.`)
  return { status: 200, body: { settings: simulator.settings(world(''), changes) } }
}

const kindsOf = ({ simulator }: HostedSimulator) => ({ ...standardKinds, ...simulator.kinds })

const loginRequest = z.strictObject({
  account: accountName,
  kind: z.string().default(standardKind),
  authorize_url: z.url().optional(),
})

function login({ hosted, request }: Call): ControlAnswer {
  const { account: name, kind, authorize_url: authorizeUrl } = loginRequest.parse(request.json())
  const { simulator, world: worldFor } = hosted
  const kinds = Object.keys(kindsOf(hosted))
  if (!kinds.includes(kind))
    return refusal(400, `The simulated ${hosted.name} has no kind of account “${kind}”.`, kinds)
  const account = nameOfKind(name, kind)
  const world = worldFor('')
  const found: SimulatedLogin = simulator.account(account, world)
  if (found.kind === 'form') return { status: 200, body: { ...found } }
  if (authorizeUrl === undefined)
    throw new SimulatorFault(
      'authorize_url is missing. This platform signs in with OAuth: send the address of its consent page.',
    )
  return { status: 200, body: { kind: 'oauth', redirect: found.consent(new URL(authorizeUrl), world).href } }
}
