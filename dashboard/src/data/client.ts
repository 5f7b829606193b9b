import { Polypost } from '@polypost/sdk'
import { reportReached, reportUnreachable } from './reach.ts'

/** The one way to the service. The cookie of the session signs each request. */
export const polypost = new Polypost({
  url: location.origin,
  headers: { 'x-polypost-client': 'dashboard' },
  fetch: async (input, init) => {
    try {
      const response = await fetch(input, init)
      // The answer of a proxy while the service behind it is away. The service itself says 502 where a platform failed.
      const isOwn = response.headers.has('x-request-id')
      if (!isOwn && (response.status === 502 || response.status === 504)) reportUnreachable()
      else reportReached()
      return response
    } catch (error) {
      if (!init?.signal?.aborted) reportUnreachable()
      throw error
    }
  },
})
