import type { HttpClient } from '../outbound/http-client.ts'

const maxAnswerBytes = 1024 * 1024

interface Request {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: URLSearchParams | null | undefined
}

/** The requests of oauth4webapi, through the guarded HTTP client. Redirects are not followed. */
export const fetchThrough =
  (http: HttpClient) =>
  async (url: string, { method, headers, body }: Request): Promise<Response> => {
    const response = await http.request({
      url,
      method,
      headers,
      maxBytes: maxAnswerBytes,
      ...(body ? { body: body.toString() } : {}),
    })
    const pieces: Uint8Array[] = []
    for await (const piece of response.body) pieces.push(piece)
    const { status } = response
    return new Response(pieces.length === 0 ? null : Buffer.concat(pieces), {
      status,
      headers: { ...response.headers },
    })
  }
