import { isDone } from '../shared/call.ts'
import type { Choice, ReadChoices } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { playlistsAnswer } from './wire.ts'

/** Playlists per page (YouTube's own limit), and the number of pages that are read. A page costs one unit of quota. */
const pageSize = 50
const maxPages = 4

/** The playlists of the channel. YouTube does not list the one of all uploads, which takes no entries. */
export const readPlaylists: ReadChoices = async (context) => {
  const all: Choice[] = []
  let pageToken: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: '/playlists',
      query: {
        part: 'id,snippet',
        mine: 'true',
        maxResults: String(pageSize),
        ...(pageToken === null ? {} : { pageToken }),
      },
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const { items, next } = playlistsAnswer.parse(answer.json())
    all.push(...items.map(({ id, snippet }) => ({ value: id, name: snippet.title ?? null })))
    if (next === null) break
    pageToken = next
  }
  return { type: 'read', value: all }
}
