/** A PostgreSQL server, and the URL of the database on it. */
export interface Server {
  readonly host: string
  readonly port: number
  readonly url: string
}

/** A database on one server, or on several of which one takes writes. */
export type Servers = readonly [Server, ...Server[]]

const defaultPort = 5_432
const manyHosts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)(.*)$/

/**
 * Reads a URL that may name several servers, like those of libpq: `postgres://user@one:5432,two:5432/polypost`. Null if it
 * is not valid. `target_session_attrs` may only be `read-write`, because Polypost always chooses that server.
 */
export function readServers(text: string): Servers | null {
  const [, start = '', list = '', end = ''] = manyHosts.exec(text) ?? []
  const urls = list === '' ? [text] : list.split(',').map((host) => start + host + end)
  const [first, ...others] = urls.flatMap((url) => serverOf(url, { named: list !== '' }) ?? [])
  return first && others.length === urls.length - 1 ? [first, ...others] : null
}

/** One server alone may be a socket, which has no name. */
function serverOf(text: string, { named }: { named: boolean }): Server | null {
  const url = URL.parse(text)
  if (!url || (named && url.hostname === '') || !/^postgres(ql)?:$/.test(url.protocol)) return null
  const wanted = url.searchParams.get('target_session_attrs')
  if (wanted !== null && wanted !== 'read-write') return null
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || defaultPort), url: text }
}

/** For messages: the servers, without user and password. */
export const shownServers = (servers: Servers): string =>
  servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ')
