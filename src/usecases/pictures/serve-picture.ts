import { buffer } from 'node:stream/consumers'
import { MiB } from '../../domain/bytes.ts'
import { day, minute, second } from '../../domain/time.ts'
import { memorySource } from '../../media/probe/bytes.ts'
import { sniff } from '../../media/probe/sniff.ts'
import { type AccountRow, findAccount } from '../../store/accounts/accounts.ts'
import type { Services } from '../context.ts'
import { cardAddress, pictureName } from './picture-path.ts'

export interface Picture {
  readonly contentType: string
  readonly bytes: Buffer
}

type Deps = Pick<Services, 'database' | 'accounts' | 'platforms' | 'clock' | 'log' | 'sealer' | 'website'>

const types: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const maxBytes = MiB
const longestFetch = 10 * second
const maxHops = 3
const cachedFor = day
/** So that a picture that is gone is not asked for at each request. */
const failureCachedFor = 10 * minute
/** Each has at most 2 MiB. */
const maxCached = 64

interface CachedPicture {
  readonly picture: Promise<Picture | null>
  readonly until: number
}

/**
 * Serves the pictures of connected accounts and of link cards, and no other address. They are kept in memory: browsers
 * keep them longer, and a process that starts again fetches them again.
 */
export function createPictures(deps: Deps): (name: string) => Promise<Picture | null> {
  const cache = new Map<string, CachedPicture>()

  function keep(name: string, cached: CachedPicture): void {
    cache.delete(name)
    cache.set(name, cached)
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
  }

  return async (name) => {
    const now = deps.clock.now()
    const fetchIt = await fetcherOf(deps, name, now)
    if (fetchIt === null) return null
    const known = cache.get(name)
    if (known && known.until > now) return known.picture
    const picture = fetchIt().catch((err) => {
      deps.log.info({ err }, 'a picture could not be fetched')
      return null
    })
    keep(name, { picture, until: now + failureCachedFor })
    if ((await picture) !== null) keep(name, { picture, until: now + cachedFor })
    return picture
  }
}

/** How to fetch the picture with this name; null: there is none. */
async function fetcherOf(deps: Deps, name: string, now: number): Promise<(() => Promise<Picture | null>) | null> {
  if (name.startsWith('card-')) {
    const address = cardAddress(deps.sealer, name, now)
    return address === null ? null : async () => pictureIn(await deps.website.picture(address))
  }
  const row = await findAccount(deps.database.read, Number(name.split('-')[0]))
  return row && pictureName(row) === name ? () => fetchAvatar(deps, row) : null
}

/** The type is that of the bytes, whatever the sender calls it. */
async function pictureIn(bytes: Buffer | null): Promise<Picture | null> {
  const contentType = bytes && (await sniff(memorySource(bytes)))
  return bytes && contentType && types.includes(contentType) ? { contentType, bytes } : null
}

async function fetchAvatar({ accounts, platforms }: Deps, row: AccountRow): Promise<Picture | null> {
  const platform = platforms.find(({ name }) => name === row.platform)
  if (!platform || row.avatar_url === null) return null
  const signal = AbortSignal.timeout(longestFetch)
  const { http } = await accounts.live(platform, row.environment, { operation: 'picture', signal })
  let url = row.avatar_url
  for (let hop = 0; hop < maxHops; hop += 1) {
    const { status, headers, body, close } = await http.request({ method: 'GET', url, maxBytes })
    if (status === 200) return pictureIn(await buffer(body))
    close()
    const next = headers.location === undefined ? null : URL.parse(headers.location, url)
    if (status < 300 || status > 399 || next === null) return null
    url = next.href
  }
  return null
}
