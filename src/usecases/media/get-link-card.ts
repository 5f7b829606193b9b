import type { UseCase } from '../context.ts'
import { cardPath } from '../pictures/picture-path.ts'
import { websiteFault } from '../settings/website-fault.ts'
import { beginOne } from './media-limits.ts'

export const getLinkCard: UseCase<'getLinkCard'> = async (call) => {
  const { atOnce, limits, caller, query, website, sealer, clock } = call
  const end = beginOne(atOnce.fetches, caller.userId, limits.fetchesAtOnce[caller.plan], 'downloads')
  try {
    const { url, title, description, picture } = await website.card(query.url)
    return { status: 'ok', data: { url, title, description, picture_url: cardPath(sealer, picture, clock.now()) } }
  } catch (error) {
    throw websiteFault(error, 'url')
  } finally {
    end()
  }
}
