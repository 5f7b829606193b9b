import { isoTime } from '../../system/clock.ts'
import type { LoggedRequest } from './ledger.ts'
import { maskBody, maskForm, maskHeaders } from './mask.ts'

/** `{ "posts": […] }`, of which each post is JSON already. */
export const postPieces = (pages: Iterable<string[]>): Iterable<string> => listPieces('posts', pages)

/** `{ "requests": […] }`, with what was sent and answered where that is asked for. */
export const requestPieces = (pages: Iterable<LoggedRequest[]>, bodies: boolean): Iterable<string> =>
  listPieces('requests', shown(pages, bodies))

function* listPieces(name: string, pages: Iterable<string[]>): Iterable<string> {
  yield `{"${name}":[`
  let separator = ''
  for (const page of pages) {
    yield separator + page.join(',')
    separator = ','
  }
  yield ']}'
}

function* shown(pages: Iterable<LoggedRequest[]>, bodies: boolean): Iterable<string[]> {
  for (const page of pages) yield page.map((request) => JSON.stringify(bodies ? whole(request) : brief(request)))
}

const brief = ({ at, method, path, query, status, fault }: LoggedRequest) => ({
  at: isoTime(at),
  method,
  path,
  query: maskForm(query),
  status,
  fault,
})

const whole = (request: LoggedRequest) => ({
  ...brief(request),
  headers: maskHeaders(request.headers),
  body: request.body === null ? null : maskBody(request.body),
  answer_headers: request.answerHeaders && maskHeaders(request.answerHeaders),
  answer: request.answer === null ? null : maskBody(request.answer),
})
