import type { Log } from '../../system/log.ts'
import type { SimulatedReply, SimulatedRequest } from '../shared/simulator.ts'
import { type Refusal, refusals } from '../shared/simulator.ts'
import type { MetFault } from './faults.ts'
import type { LoggedRequest } from './ledger.ts'
import { isFromOtherSite, isPassedOn } from './other-site.ts'
import { emptyPage, postPage } from './post-pages.ts'
import type { RawRequest } from './read-request.ts'
import { answered, broken, type ServerReply, shownPage } from './reply.ts'
import type { FoundRoute } from './routes.ts'
import type { HostedSimulator } from './simulation.ts'
import type { SandboxContext } from './world.ts'

/** In bytes: text bodies up to this size are kept with the request. */
const maxLoggedBody = 64 * 1024

/** Handles one request to a platform: its fault, its route, and its entry in the log. */
export type Exchange = (hosted: HostedSimulator, host: string, path: string, raw: RawRequest) => Promise<ServerReply>

export function createExchange({ store, ledger, faults, clock, pages }: SandboxContext, log: Log): Exchange {
  return async (hosted, host, path, raw) => {
    const route = hosted.find(raw.method, host, path)
    const isPassed = isPassedOn(raw.headers)
    if (isPassed && raw.method !== 'GET' && !route?.route.isPage) return shownPage(emptyPage(hosted, isPassed), 404)
    const found = isPassed && !route?.route.isPage ? null : route
    const request = { ...raw, path, params: found?.params ?? {} }
    const finish = (sent: ServerReply, fault: string | null): ServerReply => {
      ledger.log(hosted.name, describe(raw, sent, fault, clock.now()))
      return sent
    }
    try {
      return await store.transaction(() =>
        found ? perform(hosted, found, request, finish) : finish(unrouted(hosted, host, request), null),
      )
    } catch (error) {
      faults.reread()
      log.error(
        { err: error, platform: hosted.name, method: raw.method, path: raw.path },
        'a simulated platform failed',
      )
      return finish(
        answered({ status: 500, body: { error: 'The simulator failed. The log of the sandbox contains the error.' } }),
        null,
      )
    }
  }

  function perform(
    { name, simulator, world: worldFor }: HostedSimulator,
    { route }: FoundRoute,
    request: SimulatedRequest,
    finish: (sent: ServerReply, fault: string | null) => ServerReply,
  ): ServerReply | Promise<ServerReply> {
    const { operation: named } = route
    const operation = typeof named === 'function' ? named(request, worldFor('')) : named
    const text = operation === null ? '' : (route.text?.(request, worldFor('')) ?? '')
    const world = worldFor(text)
    const fault = operation === null ? null : faults.take(name, operation, text)
    const refuse = (refusal: Refusal) => answered(simulator.refusals[refusal](request, world))

    // With these faults the route does not run.
    if (fault === 'reset') return finish({ type: 'reset' }, fault)
    if (fault === 'timeout_before') return finish({ type: 'hold' }, fault)
    if (isRefusal(fault)) return finish(refuse(fault), fault)

    // From here on the route has done its work, even if its answer is lost, replaced or unreadable.
    const done = (reply: SimulatedReply): ServerReply => {
      if (fault === 'timeout_after') return finish({ type: 'hold' }, fault)
      if (fault === 'server_error_after') return finish(refuse('server_error'), fault)
      if (fault === 'malformed_json') return finish(broken(answered(reply)), fault)
      return finish(answered(reply), fault)
    }
    const reply = route.handle(request, world)
    return reply instanceof Promise ? reply.then(done) : done(reply)
  }

  /** The page of a post, at the post's address. */
  function unrouted(hosted: HostedSimulator, host: string, request: SimulatedRequest): ServerReply {
    if (request.method !== 'GET' || isFromOtherSite(request.headers)) return answered(noRoute(hosted, host, request))
    const query = request.query.size === 0 ? '' : `?${request.query}`
    const post = ledger.postAt(hosted.name, `/${hosted.name}/${host}${request.path}${query}`)
    const isPassed = isPassedOn(request.headers)
    if (post) return shownPage(postPage(hosted, post, ledger, isPassed ? passedPath(pages) : null))
    const wantsPage = isPassed || /text\/html/.test(request.headers.accept ?? '')
    return wantsPage ? shownPage(emptyPage(hosted, isPassed), 404) : answered(noRoute(hosted, host, request))
  }
}

/** The path that a browser writes before the path of a page. */
const passedPath = (pages: string | null): string => (pages === null ? '' : new URL(pages).pathname)

const isRefusal = (fault: MetFault | null): fault is Refusal => refusals.some((refusal) => refusal === fault)

function noRoute({ name, simulator, world }: HostedSimulator, host: string, request: SimulatedRequest): SimulatedReply {
  const error = `The simulated ${name} has no ${request.method} ${request.path} on its host “${host}”.`
  return simulator.noRoute?.(host, request, world('')) ?? { status: 404, body: { error } }
}

function describe(raw: RawRequest, sent: ServerReply, fault: string | null, at: number): LoggedRequest {
  const answer = sent.type === 'answer' ? sent : null
  return {
    at,
    method: raw.method,
    path: raw.path,
    query: raw.query.toString(),
    status: answer?.status ?? null,
    fault,
    headers: raw.headers,
    body: loggedBody(raw.headers['content-type'], raw.body),
    answerHeaders: answer?.headers ?? null,
    answer: answer && loggedBody(answer.headers['content-type'], answer.body),
  }
}

/** Null if it is too long or no text. */
function loggedBody(contentType: string | undefined, body: Buffer | string): string | null {
  const isText = contentType === undefined || /json|^text\/|x-www-form-urlencoded/.test(contentType)
  return isText && body.length <= maxLoggedBody ? body.toString() : null
}
